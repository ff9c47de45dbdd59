/** Forbidden words and codes must not come back; CONTRIBUTING.md lists what to write instead. */
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const SOURCES = ['packages/*/src/**/*.{ts,tsx,js,css}', 'evals/src/**/*.ts', 'scripts/**/*.ts'];
const DOCS = ['*.md', 'docs/**/*.md', 'packages/*/README.md', 'deploy/**/*.{yaml,md}'];

interface Gone {
  readonly words: RegExp;
  readonly files: readonly string[];
}

const GONE: readonly Gone[] = [
  {
    words: /\b(?:quarrel|closing time|torn out|dropped build|writer's place|the pages do not tell|mends?|mended)\b/iu,
    files: [...SOURCES, ...DOCS],
  },
  { words: /\bon show\b/iu, files: [...SOURCES, ...DOCS] },
  // A comment begins with a subject or a verb.
  { words: /(?:\/\*\*|\/\/) (?:What|Who|Whether)\b/u, files: SOURCES },
  // Codes of internal plans and contracts, which readers cannot look up.
  {
    words: /(?<![\w#&])(?:R\d{1,2}|[CD]\d{1,2})(?![\w.-])/u,
    files: [
      'packages/{cli,client,core,docusaurus-plugin,drivers,server,static,widget,wire}/src/**/*.{ts,tsx}',
      ...DOCS,
    ],
  },
];

/** These files name the forbidden words themselves. */
const MAY_NAME = new Set(['CONTRIBUTING.md', 'words.test.ts']);
const isTestCode = (path: string): boolean =>
  /\.test\.tsx?$|-fixture\.tsx?$|\/testing\/|node_modules|\/dist\//u.test(path);

function linesWith({ words, files }: Gone): readonly string[] {
  const paths = globSync([...files], { cwd: import.meta.dirname }).filter(
    (path) => !isTestCode(path) && !MAY_NAME.has(path),
  );
  expect(paths.length).toBeGreaterThan(0);
  return paths.flatMap((path) =>
    readFileSync(new URL(path, import.meta.url), 'utf8')
      .split('\n')
      .flatMap((line, i) => (words.test(line) ? [`${path}:${i + 1} ${words.exec(line)![0]}`] : [])),
  );
}

test.each(GONE.map((gone) => ({ name: String(gone.words), gone })))('$name is nowhere', ({ gone }) => {
  expect(linesWith(gone)).toEqual([]);
});

test('a forbidden word and a code are seen (planted)', () => {
  const planted = 'The quarrel (R14) of what is on show. // What it is';
  expect(GONE.map(({ words }) => words.test(planted))).toEqual([true, true, true, true]);
  expect(GONE[3]!.words.test('node:24.15, #D10, C++ and R2D2')).toBe(false);
});

function baseline(name: string): Record<string, { value: number }> {
  return JSON.parse(readFileSync(new URL(`evals/baselines/${name}.json`, import.meta.url), 'utf8')) as never;
}

test('the numbers of the README are those of the baselines', () => {
  const readers = baseline('reader-questions');
  const values = [
    readers['facts shown']!.value,
    1 - readers['answered when answerable']!.value,
    readers['near domain refused']!.value,
    baseline('citations')['citations verbatim']!.value,
  ];
  const readme = readFileSync(new URL('README.md', import.meta.url), 'utf8');
  const shown = [...readme.matchAll(/^\|.*\| (\d+) % \|$/gmu)].map(([, percent]) => Number(percent));
  expect(shown).toEqual(values.map((value) => Math.round(value * 100)));
});
