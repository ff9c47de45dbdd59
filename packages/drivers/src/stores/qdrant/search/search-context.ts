import type { CallOptions, LegQuery } from '@ibid/core/types';
import type { Filter, QdrantCalls } from '../client/qdrant-calls.ts';
import type { CollectionNames, Totals } from '../layout.ts';
import type { Drift } from './drift-of.ts';
import type { QueryTerm } from './query-term.ts';
import type { Statistics } from './statistics.ts';

/** What the steps of one search at one epoch share. */
export interface SearchContext {
  readonly calls: QdrantCalls;
  readonly names: CollectionNames;
  readonly totals: Totals;
  readonly drift: Drift;
  readonly query: LegQuery;
  readonly terms: readonly QueryTerm[];
  /** What is shown and passes the query's filter. */
  readonly filter: Filter;
  /** Whether passages of one page may differ in passing the filter. */
  readonly cutsPages: boolean;
  /** On its way while the first proposals are. */
  readonly statistics: Promise<Statistics>;
  readonly call: CallOptions | undefined;
}
