import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { holds, judgeTrap, plainText } from './judge-trap.ts';
import { HALVES, readTraps, urlOf, type Trap } from './read-traps.ts';
import { PAGES, trapPages } from './trap-pages.ts';

let traps: readonly Trap[] = [];
beforeAll(async () => {
  traps = await readTraps();
});

/** The source of a page as text. */
function sourceText(page: string): string {
  const source = readFileSync(join(PAGES, page), 'utf8');
  if (!page.endsWith('.html')) return plainText(source);
  const spoken = source.replace(/<(\w+) aria-hidden="true">.*?<\/\1>\s*/gu, '');
  return plainText(`${htmlText(source)} ${htmlText(spoken)}`);
}

/** Inline elements vanish, others separate words; a header over two columns is repeated for each. */
function htmlText(html: string): string {
  return html
    .replace(/<img[^>]*alt="([^"]*)"[^>]*>/gu, '$1')
    .replace(/<th colspan="2">(.*?)<\/th>/gu, '<th>$1</th><th>$1</th>')
    .replace(/<\/t[dh]>\s*<t[dh][^>]*>/gu, ' | ')
    .replace(/<\/?(?:p|div|li|summary|details|h\d|tr|caption)\b[^>]*>/gu, ' ')
    .replace(/<[^>]+>/gu, '');
}

test('there are more than 220 traps in at least 15 classes, each class with ten and with some in each half', () => {
  expect(traps.length).toBeGreaterThan(220);
  const classes = Map.groupBy(traps, (trap) => trap.class);
  expect(classes.size).toBeGreaterThanOrEqual(15);
  for (const own of classes.values()) {
    expect(own.length).toBeGreaterThanOrEqual(10);
    for (const half of HALVES) expect(own.filter((trap) => trap.half === half).length).toBeGreaterThanOrEqual(5);
  }
});

test('ids and questions are unique, and no page serves both halves', () => {
  expect(new Set(traps.map(({ id }) => id)).size).toBe(traps.length);
  expect(new Set(traps.map(({ question }) => question)).size).toBe(traps.length);
  expect(traps.filter(({ half, page }) => !page.startsWith(`${half}/`))).toEqual([]);
});

test('every page is found and has traps', async () => {
  const source = trapPages();
  const urls = await Array.fromAsync(source.list(), ({ url }) => url);
  await source.close();
  expect(urls).toHaveLength(globSync('**/*.{md,mdx,html}', { cwd: PAGES }).length);
  expect(new Set(traps.map(urlOf))).toEqual(new Set(urls));
});

describe('the words of a trap', () => {
  test.each<[rule: string, breaks: (trap: Trap) => readonly string[]]>([
    ['stand on its page', ({ page, misleading }) => misleading.filter((words) => !stands(words, page))],
    [
      'have right answers, where they have any, on a page of the set',
      ({ right = [] }) =>
        right.filter((words) => ![...new Set(traps.map(({ page }) => page))].some((page) => stands(words, page))),
    ],
    [
      'mislead when they are shown alone',
      (trap) => trap.misleading.filter((text) => verdict(trap, text) !== 'misleading'),
    ],
    [
      'do not mislead beside their context, where they have one',
      (trap) => {
        const head = trap.context.map(([wording]) => wording).join('\n');
        const isHarmless = head === '' || verdict(trap, trap.misleading.join('\n'), head) === 'with context';
        return isHarmless ? [] : [head];
      },
    ],
    [
      'have context that stands on their page, at least in one wording',
      ({ page, context }) =>
        context
          .filter((wordings) => !wordings.some((one) => stands(one, page)))
          .map((wordings) => wordings.join(' | ')),
    ],
  ])('%s', (_, breaks) => {
    expect(traps.flatMap((trap) => breaks(trap).map((words) => `${trap.id}: ${words}`))).toEqual([]);
  });
});

const stands = (words: string, page: string): boolean => holds(sourceText(page), plainText(words));

const verdict = (trap: Trap, text: string, head = ''): string => judgeTrap(trap, [{ url: urlOf(trap), head, text }]);
