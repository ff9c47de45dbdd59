import type { Chunk } from './chunk.ts';

/** One search result with the reasons for its place. */
export interface Hit {
  readonly chunk: Chunk;
  /** Fused score of the legs plus what the section has in common with the question, see `retrieve/rerank.ts`; says how hits compare, not whether they are relevant. */
  readonly score: number;
  /**
   * 0 to 1, what thresholds and readers see: the cosine of question and passage clamped at 0, calibrated where the embedder says how. While
   * the embedder does not answer it is 0, or by words where a request wants a number, see `RetrieveRequest.mostSimilar`.
   */
  readonly similarity: number;
  readonly trace: {
    /** Raw scores and scaled contributions per leg. */
    readonly text: { readonly raw: number; readonly share: number };
    readonly vector: { readonly raw: number; readonly share: number };
    readonly page: { readonly raw: number; readonly share: number };
    readonly pageText: { readonly raw: number; readonly share: number };
    /** What `score` has beside the shares of the legs. */
    readonly section: number;
    /** Query tokens that the passage holds. */
    readonly matched: readonly string[];
  };
}
