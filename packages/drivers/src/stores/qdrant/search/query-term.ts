import type { LegQuery } from '@ibid/core/types';
import { termIndex, termKey } from '../ids.ts';

/** A distinct token of the query and what Qdrant knows it by. */
export interface QueryTerm {
  readonly term: string;
  /** How often it stands in the query. */
  readonly count: number;
  readonly key: string;
  readonly index: number;
}

/** `indexOf` is another than `termIndex` only where a test wants two terms of one index. */
export function queryTerms(terms: LegQuery['terms'], indexOf: (term: string) => number = termIndex): QueryTerm[] {
  return terms.map(({ term, count }) => ({ term, count, key: termKey(term), index: indexOf(term) }));
}
