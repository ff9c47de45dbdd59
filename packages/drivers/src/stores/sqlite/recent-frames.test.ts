import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PageFrame } from './page-codec.ts';
import { recentFrames } from './read-verbs.ts';

function frame(page: number, length: number): PageFrame {
  const facets = { locale: '', version: '', module: '' };
  return { url: `https://docs.example.org/${page}`, title: '', sourceFile: '', text: 'x'.repeat(length), ...facets };
}

function refuse(): never {
  throw new Error('damaged');
}

/** Text lengths by page, the requested pages in order, and the limit. */
const asked = fc.tuple(
  fc.array(fc.nat(12), { minLength: 1, maxLength: 8 }),
  fc.array(fc.nat(7), { maxLength: 60 }),
  fc.nat(30),
);

test('reads a page again only when those asked for since leave no room for its text', () => {
  fc.assert(
    fc.property(asked, ([lengths, pages, most]) => {
      const frames = recentFrames(most);
      const length = (page: number): number => lengths[page % lengths.length]!;
      for (const [i, page] of pages.entries()) {
        let isRead = false;
        const found = frames.get(page, (one) => {
          isRead = true;
          return frame(one, length(one));
        });
        expect(found).toEqual(frame(page, length(page)));
        const last = pages.lastIndexOf(page, i - 1);
        const since = new Set(i === 0 || last < 0 ? [] : pages.slice(last, i));
        const text = [...since].reduce((sum, one) => sum + length(one), 0);
        expect(isRead).toBe(since.size === 0 || text > most);
      }
    }),
  );
});

test('a page that cannot be read is not kept', () => {
  const frames = recentFrames();
  expect(() => frames.get(1, refuse)).toThrow('damaged');
  expect(frames.get(1, (page) => frame(page, 3))).toEqual(frame(1, 3));
  expect(frames.get(1, refuse)).toEqual(frame(1, 3));
});
