import type { Chunk } from './chunk.ts';
import type { Leg } from './store.ts';

/** One search result with the scores that explain its rank. */
export interface Hit {
  readonly chunk: Chunk;
  /**
   * Fused score of the legs plus a term for what section and question have in common, see `retrieve/rerank.ts`. Only compares hits; it is
   * no measure of relevance.
   */
  readonly score: number;
  /**
   * Value that thresholds and readers see, 0 to 1: the cosine of question and passage clamped at 0, calibrated if the embedder has a
   * calibration. If the embedder does not respond it is 0, or based on words if the request needs a number, see
   * `RetrieveRequest.mostSimilar`.
   */
  readonly similarity: number;
  /** Raw score and scaled contribution of each leg, and more. */
  readonly trace: Readonly<Record<Leg, { readonly raw: number; readonly share: number }>> & {
    /** Part of `score` in addition to the shares of the legs. */
    readonly section: number;
    /** Query tokens that the passage contains. */
    readonly matched: readonly string[];
  };
}
