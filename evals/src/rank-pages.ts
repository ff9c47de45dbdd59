import { tokenize } from '@ibid/core';
import type { Where } from '@ibid/core/types';
import { hitAtK, mean, meanReciprocalRank, ndcgAtK } from '@ibid/core/evaluate';
import type { Corpus } from './open-corpus.ts';

/** Maximum number of passages that a search returns. */
export const MAX_DEPTH = 100;
/** More tokens than that many passages can have, so that the budget leaves nothing out. */
const ALL_TOKENS = 1_000_000;

export interface Ranked {
  readonly id: string;
  /** Distinct pages, each ranked by its best passage. */
  readonly ranked: readonly string[];
  readonly relevant: ReadonlySet<string>;
}

/** Pages of the best `depth` passages, searched with all legs like in the product. */
export async function rankPages(
  corpus: Corpus,
  text: string,
  depth: number,
  where?: Where,
): Promise<readonly string[]> {
  const filter = where === undefined ? {} : { where };
  const { hits } = await corpus.engine.search({ text, limit: depth, tokens: ALL_TOKENS, ...filter });
  return [...new Set(hits.map(({ chunk }) => chunk.url))];
}

/** Pages ranked only by BM25F of the passages, as the baseline for the other legs. */
export async function rankPagesByWords(
  corpus: Corpus,
  text: string,
  depth: number,
  where?: Where,
): Promise<readonly string[]> {
  const counts = new Map<string, number>();
  for (const token of tokenize(text)) counts.set(token, (counts.get(token) ?? 0) + 1);
  const terms = [...counts].map(([term, count]) => ({ term, count }));
  const filter = where === undefined ? {} : { where };
  const { candidates } = await corpus.store.search({ terms, vector: undefined, limit: depth, ...filter });
  const best = candidates.filter((candidate) => candidate.text > 0);
  return [...new Set(best.toSorted((a, b) => b.text - a.text || (a.id < b.id ? -1 : 1)).map(({ url }) => url))];
}

export function rankingMetrics(prefix: string, cases: readonly Ranked[]): Record<string, number> {
  const average = (metric: (one: Ranked) => number): number => mean(cases.map(metric));
  return {
    [`${prefix}hit@1`]: average(({ ranked, relevant }) => hitAtK(ranked, relevant, 1)),
    [`${prefix}hit@5`]: average(({ ranked, relevant }) => hitAtK(ranked, relevant, 5)),
    [`${prefix}mrr@10`]: meanReciprocalRank(cases),
    [`${prefix}ndcg@10`]: average(({ ranked, relevant }) => ndcgAtK(ranked, relevant, 10)),
  };
}

/** Ids of the questions whose page is not among the first five. */
export function missedInFive(cases: readonly Ranked[]): readonly string[] {
  return cases.filter(({ ranked, relevant }) => hitAtK(ranked, relevant, 5) === 0).map(({ id }) => id);
}
