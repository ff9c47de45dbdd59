import type { EmbedderSource } from '@ibid/core/types';
import { mapEmbedder } from './map-embedder.ts';

export interface EmbedderCounts {
  /** Calls of `embed`, including failed ones. */
  calls: number;
  /** Texts in those calls. */
  texts: number;
  /** Calls of `close`. */
  closes: number;
}

/** Wraps a source and counts the calls of its embedders. */
export function countingEmbedder(source: EmbedderSource): {
  readonly source: EmbedderSource;
  readonly counts: EmbedderCounts;
} {
  const counts: EmbedderCounts = { calls: 0, texts: 0, closes: 0 };
  const counted = mapEmbedder(source, (embedder) => ({
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
  }));
  return { source: counted, counts };
}
