import { idf } from '@ibid/core';
import type { Field } from '@ibid/core/types';
import type { Totals } from '../layout.ts';

/** In how many passages, and in how many pages' bodies, a term stands. */
export interface TermFrequencies {
  readonly passages: number;
  readonly pages: number;
}

/** What the formulas of the text legs take from the whole generation; the arrays run parallel to the query's terms. */
export interface Statistics {
  readonly averages: Readonly<Record<Field, number>>;
  readonly pageAverage: number;
  readonly idf: readonly number[];
  readonly pageIdf: readonly number[];
}

export function statistics(totals: Totals, frequencies: readonly TermFrequencies[]): Statistics {
  const [title, headings, body] = totals.lengths;
  const passages = Math.max(1, totals.chunks);
  return {
    averages: { title: title / passages, headings: headings / passages, body: body / passages },
    pageAverage: body / Math.max(1, totals.pagesWithText),
    idf: frequencies.map((frequency) => idf(totals.chunks, frequency.passages)),
    pageIdf: frequencies.map((frequency) => idf(totals.pagesWithText, frequency.pages)),
  };
}
