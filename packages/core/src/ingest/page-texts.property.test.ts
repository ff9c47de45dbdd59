import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groupPages, type PageTexts } from './embed-pages.ts';

const page = fc
  .array(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'), { maxLength: 8 })
  .map((passages): PageTexts => ({
    url: 'https://x.org/page',
    passages,
    headings: passages.map(() => ''),
    distinct: new Set(passages),
  }));

async function* each<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  yield* items;
}

describe('groupPages', () => {
  it('keeps every page once and in order, and only a page that is too large by itself passes the limit', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(page, { maxLength: 30 }), fc.integer({ min: 1, max: 6 }), async (pages, limit) => {
        const groups: (readonly PageTexts[])[] = [];
        for await (const group of groupPages(each(pages), limit)) groups.push(group);
        expect(groups.flat()).toEqual(pages);
        for (const group of groups) {
          const distinct = new Set(group.flatMap((member) => [...member.distinct]));
          expect(group.length === 1 || distinct.size <= limit).toBe(true);
        }
      }),
      { numRuns: 200 },
    );
  });
});
