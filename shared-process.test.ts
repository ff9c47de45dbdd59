/** Rules for test files, which share a process and its modules; see `vitest.config.ts`. */
import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

type Rule = (path: string, text: string) => boolean;

/** Such a hook would be set only for the first file that imports the module. */
const hooksOfTheirOwn: Rule = (path, text) =>
  !/\.test\.tsx?$/u.test(path) && /^(?:before|after)(?:Each|All)\(/mu.test(text);

/** Other files would get the mock, or the module as it was before. */
const mocksShared: Rule = (path, text) =>
  !/\.apart\.test\.tsx?$/u.test(path) && /^\s*vi\.(?:mock|doMock|resetModules)\(/mu.test(text);

const RULES: readonly (readonly [string, Rule])[] = [
  ['only test files have hooks at their top level', hooksOfTheirOwn],
  ['only `*.apart.test.ts` mocks modules', mocksShared],
];

const files = globSync('{packages/*/src,evals/src,bench/src,scripts,e2e/src}/**/*.{ts,tsx}', {
  cwd: import.meta.dirname,
})
  .filter((path) => !/node_modules|\/dist[^/]*\//u.test(path))
  .map((path) => ({ path, text: readFileSync(new URL(path, import.meta.url), 'utf8') }));

describe('tests that share a process', () => {
  test.each(RULES)('%s', (_, isBroken) => {
    expect(files.length).toBeGreaterThan(500);
    expect(files.filter(({ path, text }) => isBroken(path, text)).map(({ path }) => path)).toEqual([]);
  });

  test('and files that break them are found out (planted)', () => {
    expect(hooksOfTheirOwn('packages/a/src/a-fixture.ts', "import x from 'x';\nafterEach(() => x());\n")).toBe(true);
    expect(mocksShared('packages/a/src/a.test.ts', "vi.mock('./b.ts', () => ({}));\n")).toBe(true);
  });
});
