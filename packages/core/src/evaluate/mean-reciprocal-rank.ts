import { mean } from './mean.ts';
import { reciprocalRank } from './ranking-metrics.ts';

/** Mean of `reciprocalRank` over queries, 0 to 1. */
export function meanReciprocalRank(
  queries: readonly { readonly ranked: readonly string[]; readonly relevant: ReadonlySet<string> }[],
  depth: number = 10,
): number {
  return mean(queries.map((query) => reciprocalRank(query.ranked, query.relevant, depth)));
}
