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
  test('stand on its page', () => {
    const absent = traps.flatMap(({ id, page, misleading }) =>
      misleading.filter((words) => !holds(sourceText(page), plainText(words))).map((words) => `${id}: ${words}`),
    );
    expect(absent).toEqual([]);
  });

  test('have right answers, where they have any, on a page of the set', () => {
    const pages = [...new Set(traps.map(({ page }) => page))].map(sourceText);
    const absent = traps.flatMap(({ id, right = [] }) =>
      right.filter((words) => !pages.some((page) => holds(page, plainText(words)))).map((words) => `${id}: ${words}`),
    );
    expect(absent).toEqual([]);
  });

  test('mislead when they are shown alone', () => {
    const harmless = traps.flatMap((trap) =>
      trap.misleading
        .filter((text) => judgeTrap(trap, [{ url: urlOf(trap), head: '', text }]) !== 'misleading')
        .map((text) => `${trap.id}: ${text}`),
    );
    expect(harmless).toEqual([]);
  });

  test('do not mislead beside their context, where they have one', () => {
    for (const trap of traps.filter(({ context }) => context.length > 0)) {
      const head = trap.context.map(([wording]) => wording).join('\n');
      const text = trap.misleading.join('\n');
      expect([trap.id, judgeTrap(trap, [{ url: urlOf(trap), head, text }])]).toEqual([trap.id, 'with context']);
    }
  });

  test('have context that stands on their page, at least in one wording', () => {
    const absent = traps.flatMap(({ id, page, context }) =>
      context
        .filter((wordings) => !wordings.some((wording) => holds(sourceText(page), plainText(wording))))
        .map((wordings) => `${id}: ${wordings.join(' | ')}`),
    );
    expect(absent).toEqual([]);
  });
});
