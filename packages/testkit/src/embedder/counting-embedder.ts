import type { Embedder } from '@ibid/core/types';

export interface EmbedderCounts {
  /** Calls of `embed`, including failed ones. */
  calls: number;
  /** Texts in those calls. */
  texts: number;
  /** Calls of `close`. */
  closes: number;
}

/** Wraps an embedder and counts its calls. */
export function countingEmbedder(embedder: Embedder): {
  readonly embedder: Embedder;
  readonly counts: EmbedderCounts;
} {
  const counts: EmbedderCounts = { calls: 0, texts: 0, closes: 0 };
  const counted: Embedder = {
    ...embedder,
    embed(request, call) {
      counts.calls += 1;
      counts.texts += request.texts.length;
      return embedder.embed(request, call);
    },
    close() {
      counts.closes += 1;
      return embedder.close();
    },
  };
  return { embedder: counted, counts };
}
