/**
 * Fusion of the legs: a weighted sum of min-max scaled scores.
 *
 *     mm(x) = max(0, (x − lo) / (hi − lo))     hi = best score of the leg, lo = its score at the limit; 0 when hi − lo < 1e-6
 *     s(p)  = 0.6 · mm(BM25F) + 0.3 · mm(q·d + 0.5 · q·h) + 0.1 · mm(q·g) + 0.1 · mm(BM25 of the whole page)
 *
 * The page legs count only where pages hold several passages (distinct pages < 0.7 × passages): short sections gain from what
 * the rest of their page says. Weighted scaled scores measured
 * better than reciprocal ranks, which throw the distances between scores away. A fused score orders hits of one
 * query; it says nothing about relevance, because the best passage of a hopeless query is scaled to 1 as well.
 *
 * Scaling blanks a leg whose scores are all equal, as under a narrow filter. Raw scores then decide the order, so that
 * such a query still finds what it should.
 */
import type { Candidate, LegRange, LegResult } from '../types/store.ts';

/** Share of the heading vector in the vector leg: q·d + HEADING_WEIGHT · q·h, added before the leg is scaled. */
export const HEADING_WEIGHT = 0.5;

/** Weights of the scaled legs, fitted with those of sections, see `rerank.ts`. */
export const TEXT_WEIGHT = 0.6;
export const VECTOR_WEIGHT = 0.3;
const PAGE_WEIGHT = 0.1;
const PAGE_TEXT_WEIGHT = 0.1;
/** With more distinct pages than this share of passages the page legs repeat the others and are left out. */
const PAGE_LEG_MAX_PAGE_SHARE = 0.7;
/** Each leg's best this many passages are candidates; a scaled score is 0 below that place. */
export const CANDIDATES_PER_LEG = 100;
/** Tokens of context an answer may draw on. */
export const CONTEXT_TOKENS = 4000;

export interface FusedCandidate {
  readonly candidate: Candidate;
  /** 0 to 1.1. */
  readonly score: number;
  /** Weighted, scaled part of each leg; they add up to `score`. */
  readonly shares: { readonly text: number; readonly vector: number; readonly page: number; readonly pageText: number };
}

const FLAT = 1e-6;

function scaled(raw: number, range: LegRange): number {
  const width = range.hi - range.lo;
  return width < FLAT ? 0 : Math.max(0, (raw - range.lo) / width);
}

/** Best first; ties by raw text score, raw vector score, then chunk id. Candidates that no leg knows are left out. */
export function fuse(result: LegResult): FusedCandidate[] {
  const pagesCount = result.pages < PAGE_LEG_MAX_PAGE_SHARE * result.passages ? 1 : 0;
  return result.candidates
    .filter((candidate) => candidate.text > 0 || candidate.vector > 0)
    .map((candidate) => {
      const shares = {
        text: TEXT_WEIGHT * scaled(candidate.text, result.text),
        vector: VECTOR_WEIGHT * scaled(candidate.vector, result.vector),
        page: pagesCount * PAGE_WEIGHT * scaled(candidate.page, result.page),
        pageText: pagesCount * PAGE_TEXT_WEIGHT * scaled(candidate.pageText, result.pageText),
      };
      return { candidate, score: shares.text + shares.vector + shares.page + shares.pageText, shares };
    })
    .sort(
      (a, b) =>
        b.score - a.score ||
        b.candidate.text - a.candidate.text ||
        b.candidate.vector - a.candidate.vector ||
        (a.candidate.id < b.candidate.id ? -1 : 1),
    );
}
