/**
 * One search at one epoch. Qdrant proposes, the formulas of `retrieve/` decide, so that the answer equals that of the other stores.
 *
 *     1st round trip   text leg of passages, vector leg, both page legs, counts that are not remembered; all side by side
 *     2nd round trip   scores that the candidates lack, passages of the best pages; side by side, and only with a query vector or for pages
 *                      that were not among the wordiest
 *
 * Whoever calls looks at the state after the last reply: the third round trip. A leg whose last place is not decided yet is asked for more,
 * which costs it another round trip each time; that is rare unless many passages tie or weights are of very different days. Of 2,122
 * passages, at 100 candidates a leg, a query with a vector takes 8 requests of 37 KB together and 193 KB of replies, one of words alone
 * 4 requests of 2 KB and 86 KB of replies. Each build that was given up makes a search some 100 bytes longer, up to 100 of them.
 */
import type { CallOptions, LegQuery, LegResult } from '@ibid/core/types';
import type { QdrantCalls } from '../client/qdrant-calls.ts';
import { collectionsOf, type ShownState } from '../layout.ts';
import { bestByText } from './best-by-text.ts';
import { bestByVector } from './best-by-vector.ts';
import { bestPages } from './best-pages.ts';
import { completeScores } from './complete-scores.ts';
import { driftOf } from './drift-of.ts';
import type { EpochCounts } from './epoch-counts.ts';
import { legRange, type Tier } from './leg-range.ts';
import { queryTerms } from './query-term.ts';
import type { SearchContext } from './search-context.ts';
import { statistics } from './statistics.ts';
import { whereFilter } from './where-filter.ts';

export interface SearchedEpoch {
  readonly calls: QdrantCalls;
  readonly base: string;
  readonly state: ShownState;
  readonly counts: EpochCounts;
  /** See `queryTerms`. */
  readonly indexOf?: (term: string) => number;
}

export async function searchEpoch(
  { calls, base, state, counts, indexOf }: SearchedEpoch,
  query: LegQuery,
  call: CallOptions | undefined,
): Promise<LegResult> {
  const { epoch, version, totals } = state;
  const terms = queryTerms(query.terms, indexOf);
  const filter = whereFilter(state, query.where);
  const stated = counts.frequencies(terms, call).then((frequencies) => statistics(totals, frequencies));
  if (filter === undefined || totals.chunks === 0) return emptyResult((await stated).idf, epoch);

  const context: SearchContext = {
    calls,
    names: collectionsOf(base, version),
    totals,
    drift: driftOf(state),
    query,
    terms,
    filter,
    cutsPages: query.where?.sections !== undefined,
    statistics: stated,
    call,
  };
  const [known, reach, text, vector, pages] = await Promise.all([
    stated,
    counts.reach(query.where, filter, call),
    bestByText(context),
    bestByVector(context),
    bestPages(context),
  ]);
  const completed = await completeScores(context, known, { text, vector, pages });
  return {
    candidates: completed.candidates,
    text: legRange(text.map(one), query.limit, reach.passages),
    vector: legRange(vector.map(one), query.limit, reach.passages),
    page: legRange(completed.page, query.limit, reach.passages),
    pageText: legRange(completed.pageText, query.limit, reach.passages),
    passages: reach.passages,
    pages: reach.pages,
    idf: known.idf,
    generation: epoch,
  };
}

function one({ score }: { readonly score: number }): Tier {
  return { score, passages: 1 };
}

function emptyResult(idf: readonly number[], generation: number): LegResult {
  const nothing = { hi: 0, lo: 0 };
  return {
    candidates: [],
    text: nothing,
    vector: nothing,
    page: nothing,
    pageText: nothing,
    passages: 0,
    pages: 0,
    idf,
    generation,
  };
}
