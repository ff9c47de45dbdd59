import * as fc from 'fast-check';
import { fieldFrequency, pageSaturate, saturate } from '@ibid/core';
import { expect, test } from 'vitest';
import type { Averages, Totals } from '../layout.ts';
import { driftOf } from './drift-of.ts';

const average = fc.double({ min: 0.5, max: 500, noNaN: true });
const averages = fc.tuple(average, average, average, average);
const field = fc.record({ count: fc.integer({ min: 0, max: 40 }), others: fc.integer({ min: 0, max: 2000 }) });

/** Sums with these averages. */
function totalsWith([title, headings, body, page]: Averages): Totals {
  const chunks = 1000;
  const lengths = [title * chunks, headings * chunks, body * chunks] as const;
  return { pages: chunks, pagesWithText: (body * chunks) / page, chunks, lengths };
}

test('no weight has grown by more than the bound, whatever the lengths and counts', () => {
  fc.assert(
    fc.property(averages, averages, field, field, field, (weighed, now, title, headings, body) => {
      const drift = driftOf({ totals: totalsWith(now), weighed });
      const weight = ([a, b, c]: Averages): number =>
        saturate(
          fieldFrequency('title', title.count, title.count + title.others, a) +
            fieldFrequency('headings', headings.count, headings.count + headings.others, b) +
            fieldFrequency('body', body.count, body.count + body.others, c),
        );
      expect(weight(now)).toBeLessThanOrEqual(weight(weighed) * drift.passages * (1 + 1e-9));
      const onPage = ([, , , d]: Averages): number =>
        body.count === 0 ? 0 : pageSaturate(body.count, body.count + body.others, d);
      expect(onPage(now)).toBeLessThanOrEqual(onPage(weighed) * drift.pages * (1 + 1e-9));
    }),
  );
});

test('the bound is reached by a word that stands once in a long text', () => {
  const drift = driftOf({ totals: totalsWith([1, 1, 60, 60]), weighed: [1, 1, 6, 6] });
  expect(drift.passages).toBeCloseTo(10, 9);
  expect(drift.pages).toBeCloseTo(10, 9);
  const [now, then] = [60, 6].map((body) => saturate(fieldFrequency('body', 1, 1e6, body)));
  expect(now! / then!).toBeGreaterThan(9.99);
});

test('averages that went down need no bound, and an index that does not say what it was made under has none', () => {
  expect(driftOf({ totals: totalsWith([1, 1, 6, 6]), weighed: [1, 1, 60, 60] })).toEqual({ passages: 1, pages: 1 });
  expect(driftOf({ totals: totalsWith([1, 1, 6, 6]), weighed: undefined } as never)).toEqual({ passages: 1, pages: 1 });
});
