import { chunkPage } from '../chunk/chunk-page.ts';
import { parsePage } from '../parse/parse-page.ts';
import { rawPage } from '../parse/testing/read-page.ts';
import { growthOf } from '@ibid/testkit';
import { expect, test } from 'vitest';
import { pageFlow } from './page-flow.ts';
import { pageMarkdown } from './page-markdown.ts';

test.each([
  ['items', '', '- a\n'],
  ['rows', '| a | b |\n| - | - |\n', '| 1 | 2 |\n'],
  ['headings', '', '# A\n\ntext\n\n'],
  ['code', '```\n', 'a = 1\n'],
])('a page of %s is laid out in time that grows with the page', { timeout: 120_000 }, (_, opening, unit) => {
  const make = (size: number): { text: string; content: ReturnType<typeof chunkPage>['chunks'] } => {
    const { page } = parsePage(rawPage('markdown', opening + unit.repeat(size / unit.length)));
    const { text, chunks } = chunkPage(page!);
    return { text, content: chunks };
  };
  expect(growthOf(make, pageFlow, 16_000)).toBeLessThan(2.5);
  const write = (page: ReturnType<typeof make>): string =>
    pageMarkdown({ ...page, url: 'https://docs.example.org/a', title: 'A' });
  expect(growthOf(make, write, 16_000)).toBeLessThan(2.5);
});
