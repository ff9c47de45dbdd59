/**
 * Fuses the legs: a weighted sum of min-max scaled scores.
 *
 *     mm(x) = max(0, (x − lo) / (hi − lo))     hi = best score of the leg, lo = its score at the limit; 0 when hi − lo < 1e-6
 *     s(p)  = 0.6 · mm(BM25F) + 0.3 · mm(q·d + 0.5 · q·h) + 0.1 · mm(q·g) + 0.1 · mm(BM25 of the whole page)
 *
 * The page legs count only if pages have several passages (distinct pages < 0.7 × passages): short sections then benefit from the rest of
 * their page. Weighted scaled scores measured better than reciprocal ranks, which ignore the distances between scores. A fused score
 * orders the hits of one query; it does not measure relevance, because even the best passage of a hopeless query is scaled to 1.
 *
 * A leg whose scores are all equal is scaled to 0, for example under a narrow filter. Raw scores then decide the order.
 */
import type { Candidate, Leg, LegRange, LegResult } from '../types/store.ts';

/** Weight of the heading vector in the vector leg: q·d + HEADING_WEIGHT · q·h, added before the leg is scaled. */
export const HEADING_WEIGHT = 0.5;

/** Weights of the scaled legs, fitted together with those in `rerank.ts`. */
export const LEG_WEIGHTS: Readonly<Record<Leg, number>> = { text: 0.6, vector: 0.3, page: 0.1, pageText: 0.1 };
const LEGS = Object.keys(LEG_WEIGHTS) as readonly Leg[];
const PAGE_LEGS: ReadonlySet<Leg> = new Set(['page', 'pageText']);
/** The page legs count only below this share of distinct pages among the passages; above, they would repeat the other legs. */
const PAGE_LEG_MAX_PAGE_SHARE = 0.7;
/** Number of best passages of each leg that become candidates; a scaled score is 0 below that rank. */
export const CANDIDATES_PER_LEG = 100;
/** Maximum number of context tokens for an answer. */
export const CONTEXT_TOKENS = 4000;

export interface FusedCandidate {
  readonly candidate: Candidate;
  /** Range 0 to 1.1. */
  readonly score: number;
  /** Weighted, scaled part of each leg; their sum is `score`. */
  readonly shares: Readonly<Record<Leg, number>>;
}

/** One value for each leg. */
export function byLeg<T>(valueOf: (leg: Leg) => T): Readonly<Record<Leg, T>> {
  return Object.fromEntries(LEGS.map((leg) => [leg, valueOf(leg)])) as Record<Leg, T>;
}

const FLAT = 1e-6;

function scaled(raw: number, range: LegRange): number {
  const width = range.hi - range.lo;
  return width < FLAT ? 0 : Math.max(0, (raw - range.lo) / width);
}

/** Fuses the legs, best first; ties by raw text score, raw vector score, then chunk id. Candidates without any match are left out. */
export function fuse(result: LegResult): FusedCandidate[] {
  const pagesCount = result.pages < PAGE_LEG_MAX_PAGE_SHARE * result.passages;
  return result.candidates
    .filter((candidate) => candidate.text > 0 || candidate.vector > 0)
    .map((candidate) => {
      const shares = byLeg((leg) =>
        pagesCount || !PAGE_LEGS.has(leg) ? LEG_WEIGHTS[leg] * scaled(candidate[leg], result[leg]) : 0,
      );
      return { candidate, score: LEGS.reduce((sum, leg) => sum + shares[leg], 0), shares };
    })
    .sort(
      (a, b) =>
        b.score - a.score ||
        b.candidate.text - a.candidate.text ||
        b.candidate.vector - a.candidate.vector ||
        (a.candidate.id < b.candidate.id ? -1 : 1),
    );
}
