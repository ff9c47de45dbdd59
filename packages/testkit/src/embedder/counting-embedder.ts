import type { EmbedderSource } from '@ibid/core/types';
import { mapEmbedder } from './map-embedder.ts';

export interface EmbedderCounts {
  /** Calls of `embed`, including failed ones. */
  calls: number;
  /** Texts in those calls. */
  texts: number;
  /** Calls of `fit`. */
  fits: number;
  /** Calls of `close` on embedders. */
  closes: number;
}

/** Wraps a source and counts its calls. `cacheable` overrides that of its embedders, to test caches without a network. */
export function countingEmbedder(
  source: EmbedderSource,
  options: { readonly cacheable?: boolean } = {},
): { readonly source: EmbedderSource; readonly counts: EmbedderCounts } {
  const counts: EmbedderCounts = { calls: 0, texts: 0, fits: 0, closes: 0 };
  const counted = mapEmbedder(source, (embedder) => ({
    id: embedder.id,
    dimensions: embedder.dimensions,
    maxBatch: embedder.maxBatch,
    cacheable: options.cacheable ?? embedder.cacheable,
    calibration: embedder.calibration,
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
  if (counted.kind === 'fixed') return { source: counted, counts };
  return {
    source: {
      ...counted,
      fit(passages, call) {
        counts.fits += 1;
        return counted.fit(passages, call);
      },
    },
    counts,
  };
}
