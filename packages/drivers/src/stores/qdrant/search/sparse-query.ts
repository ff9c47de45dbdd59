import type { SparseVector } from '../client/qdrant-calls.ts';
import type { QueryTerm } from './query-term.ts';

/** The query as Qdrant compares it with sparse vectors: its counts. Terms of one index add up, for indices must be distinct. */
export function sparseQuery(terms: readonly Pick<QueryTerm, 'index' | 'count'>[]): SparseVector {
  const values = new Map<number, number>();
  for (const { index, count } of terms) values.set(index, (values.get(index) ?? 0) + count);
  return { indices: [...values.keys()], values: [...values.values()] };
}
