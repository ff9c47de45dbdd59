import type { Embedder } from '../types/embedder.ts';

export interface EmbeddingCount {
  calls: number;
  texts: number;
}

/** The same embedder, counting what it is asked for. */
export function countEmbeddings(embedder: Embedder, count: EmbeddingCount): Embedder {
  return {
    id: embedder.id,
    dimensions: embedder.dimensions,
    maxBatch: embedder.maxBatch,
    cacheable: embedder.cacheable,
    calibration: embedder.calibration,
    embed(request, options) {
      count.calls += 1;
      count.texts += request.texts.length;
      return embedder.embed(request, options);
    },
    close: () => embedder.close(),
  };
}
