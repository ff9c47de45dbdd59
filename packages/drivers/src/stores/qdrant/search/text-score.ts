import { fieldFrequency, saturate } from '@ibid/core';
import type { PassagePayload } from '../layout.ts';
import type { QueryTerm } from './query-term.ts';
import type { Statistics } from './statistics.ts';

/** BM25F of a passage, from the counts in its payload. `terms` may hold just those of the query, or nothing. */
export function textScore(
  terms: readonly Pick<QueryTerm, 'key' | 'count'>[],
  { averages, idf }: Pick<Statistics, 'averages' | 'idf'>,
  payload: Pick<PassagePayload, 'lengths'> & Partial<Pick<PassagePayload, 'terms'>>,
): number {
  const [titleLength, headingsLength, bodyLength] = payload.lengths;
  let score = 0;
  for (const [i, { key, count }] of terms.entries()) {
    const [title, headings, body] = payload.terms?.[key] ?? NOWHERE;
    const frequency =
      fieldFrequency('title', title, titleLength, averages.title) +
      fieldFrequency('headings', headings, headingsLength, averages.headings) +
      fieldFrequency('body', body, bodyLength, averages.body);
    score += count * idf[i]! * saturate(frequency);
  }
  return score;
}

const NOWHERE = [0, 0, 0] as const;
