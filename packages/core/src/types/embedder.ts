import type { CallOptions } from './call-options.ts';

/** Turns texts into vectors of one space. Driver authors implement it; the engine wraps it with `openEmbedder`. */
export interface Embedder {
  /** Identity of the vector space, such as `openai/text-embedding-3-small@1536`. Vectors with different ids are never compared. */
  readonly id: string;
  /** At least 1. */
  readonly dimensions: number;
  /** Maximum `texts.length` of one call. The engine splits batches; drivers never do. */
  readonly maxBatch: number;
  /** True if reading a stored vector is cheaper than computing it again: anything that costs money or network. */
  readonly cacheable: boolean;
  /** Converts cosines to similarities; `undefined` uses them unchanged. */
  readonly calibration: Calibration | undefined;
  /**
   * Embeds a batch: `vectors[i]` belongs to `texts[i]`. Each vector is L2-normalised and finite, or all zero if the space knows nothing
   * in the text. `texts` is never empty and never longer than `maxBatch`. A text too long for the model is rejected with
   * `UPSTREAM_FAILED` and `details.tooLong`, never cut.
   */
  embed(
    request: { readonly purpose: 'document' | 'query'; readonly texts: readonly string[] },
    options?: CallOptions,
  ): Promise<{ readonly vectors: readonly Float32Array[] }>;
  close(): Promise<void>;
}

/** A vector space as stored in an index. */
export interface EmbeddingSpace {
  /** `Embedder.id`. */
  readonly id: string;
  readonly dimensions: number;
  /** Data the embedder needs to reopen the space; empty if it needs none. Opaque to everything else. */
  readonly data: Uint8Array;
}

export interface PassageCounts {
  readonly total: number;
  readonly added: number;
}

/** Result of checking how far the site has changed since a fit. */
export interface Drift {
  /** True if the next indexing should fit again. */
  readonly refit: boolean;
  /** Human-readable reason. */
  readonly reason: string;
}

/** Embedder input of the ingester and the engine: one that is ready to use, or one that must be fitted first. */
export type EmbedderSource =
  | { readonly kind: 'fixed'; readonly embedder: Embedder }
  | {
      readonly kind: 'fitted';
      /** Stable prefix of every id of this family, such as `builtin/lsa`. */
      readonly family: string;
      /** Fits a space to the passages, which are ordered by chunk id. Deterministic: equal passages in equal order give equal bytes. */
      fit(
        passages: readonly string[],
        options?: CallOptions & { readonly onProgress?: (done: number, total: number) => void },
      ): Promise<EmbeddingSpace>;
      /** Rejects with `INDEX_MISMATCH` if the data belong to another version of the algorithm. */
      open(space: EmbeddingSpace): Promise<Embedder>;
      /** `total` counts all passages, `added` those that lack vectors in the space. */
      drift(space: EmbeddingSpace, counts: PassageCounts): Drift;
      /** Returns the same space, under the same id, which records that `added` passages were embedded since the fit. */
      extend(space: EmbeddingSpace, counts: PassageCounts): EmbeddingSpace;
    };

/**
 * Maps the raw likeness of a question and a passage to the `similarity` that thresholds and readers see. 0.5 means the same for every
 * embedder: the border between passages that answer and passages that do not. Measured for each vector space, never for single sites.
 */
export interface Calibration {
  /**
   * Measure of likeness, 0 to 1.
   * `cosine`: the cosine of question and passage, clamped at 0.
   * `cosine-and-words`: the geometric mean of that cosine and of the passage's BM25F score as a share of the highest possible score. For
   * word-based spaces, which ignore unknown words of a question, so that "knitting a jumper pod" looks to them like "pod".
   */
  readonly likeness: 'cosine' | 'cosine-and-words';
  /** Likeness that maps to a similarity of 0.5; above 0 and below 1. */
  readonly midpoint: number;
  /** Steepness of the similarity curve at the midpoint: the power of the odds, a whole number from 1 to 64. */
  readonly slope: number;
}
