import type { EmbedderSource } from '@ibid/core/types';
import { wordVector } from './embedding-service/word-vector.ts';

/** An embedder that needs no fitting and no service. Texts are similar if they share words. */
export function wordEmbedder(dimensions = 64): EmbedderSource & { readonly kind: 'fixed' } {
  const vectorOf = (text: string): Float32Array => {
    const vector = wordVector(text, '', dimensions);
    const length = Math.hypot(...vector);
    return Float32Array.from(vector, (value) => value / length);
  };
  return {
    kind: 'fixed',
    embedder: {
      id: `test/words@${dimensions}`,
      dimensions,
      maxBatch: 256,
      cacheable: false,
      calibration: undefined,
      embed: async ({ texts }) => ({ vectors: texts.map(vectorOf) }),
      close: async () => {},
    },
  };
}
