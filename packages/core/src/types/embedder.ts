import type { Calibration } from './calibration.ts';
import type { CallOptions } from './call-options.ts';

/** Turns texts into vectors of one space. Written by driver authors; the engine holds it through `openEmbedder`. */
export interface Embedder {
  /** Identity of the vector space, such as `openai/text-embedding-3-small@1536`. Vectors of different ids are never compared. */
  readonly id: string;
  /** At least 1. */
  readonly dimensions: number;
  /** Largest `texts.length` of one call; the engine splits, drivers never do. */
  readonly maxBatch: number;
  /** Whether a stored vector is cheaper than computing it again: true for anything that costs money or network. */
  readonly cacheable: boolean;
  /** How its cosines become similarities; `undefined` = as they are. */
  readonly calibration: Calibration | undefined;
  /**
   * `vectors[i]` belongs to `texts[i]`; each is L2-normalised and finite, or all zero where nothing in the text is known to
   * the space. `texts` is never empty and never longer than `maxBatch`. A text that the model cannot read as a whole is
   * refused with `UPSTREAM_FAILED` and `details.tooLong`, never cut.
   */
  embed(
    request: { readonly purpose: 'document' | 'query'; readonly texts: readonly string[] },
    options?: CallOptions,
  ): Promise<{ readonly vectors: readonly Float32Array[] }>;
  close(): Promise<void>;
}

/** A vector space as an index keeps it. */
export interface EmbeddingSpace {
  /** `Embedder.id`. */
  readonly id: string;
  readonly dimensions: number;
  /** What the embedder needs to go on with it; empty where it needs nothing. Nobody else reads it. */
  readonly data: Uint8Array;
}

export interface PassageCounts {
  readonly total: number;
  readonly added: number;
}

/** How far the site has moved away from a fit. */
export interface Drift {
  /** Whether the next indexing should fit anew. */
  readonly refit: boolean;
  /** Why, for people. */
  readonly reason: string;
}

/** What the ingester and the engine take: an embedder as it is, or one that must be fitted first. */
export type EmbedderSource =
  | { readonly kind: 'fixed'; readonly embedder: Embedder }
  | {
      readonly kind: 'fitted';
      /** Stable prefix of every id this family makes, such as `builtin/lsa`. */
      readonly family: string;
      /** Deterministic: equal passages in equal order give equal bytes. `passages` is ordered by chunk id. */
      fit(
        passages: readonly string[],
        options?: CallOptions & { readonly onProgress?: (done: number, total: number) => void },
      ): Promise<EmbeddingSpace>;
      /** Rejects with `INDEX_MISMATCH` when the data belong to another version of the algorithm. */
      open(space: EmbeddingSpace): Promise<Embedder>;
      /** `total` = passages now, `added` = those of them that lack vectors in the space. */
      drift(space: EmbeddingSpace, counts: PassageCounts): Drift;
      /** The same space, under the same id, which remembers that `added` passages were embedded since the fit. */
      extend(space: EmbeddingSpace, counts: PassageCounts): EmbeddingSpace;
    };
