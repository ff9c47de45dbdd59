import { pageSaturate } from '@ibid/core';
import type { PagePayload } from '../layout.ts';
import type { QueryTerm } from './query-term.ts';
import type { Statistics } from './statistics.ts';

/** BM25 of a page's bodies as one text, from the counts in its payload. `terms` may hold just those of the query, or nothing. */
export function pageTextScore(
  terms: readonly Pick<QueryTerm, 'key' | 'count'>[],
  { pageAverage, pageIdf }: Pick<Statistics, 'pageAverage' | 'pageIdf'>,
  payload: Pick<PagePayload, 'length'> & Partial<Pick<PagePayload, 'terms'>>,
): number {
  let score = 0;
  for (const [i, { key, count }] of terms.entries()) {
    const held = payload.terms?.[key] ?? 0;
    if (held > 0) score += count * pageIdf[i]! * pageSaturate(held, payload.length, pageAverage);
  }
  return score;
}
