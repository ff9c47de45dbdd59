import type { Embedder } from '../types/embedder.ts';

export const DIMENSIONS = 8;

/** Returns a different direction for each text, so that a vector at the wrong index is noticed. */
export function vectorOf(text: string): Float32Array {
  const angle = text.length + (text.codePointAt(0) ?? 0) / 7;
  return new Float32Array(DIMENSIONS).with(0, Math.cos(angle)).with(1, Math.sin(angle));
}

/** A correct embedder with batches of four texts. Tests may override any property. */
export function soundEmbedder(overrides: Partial<Embedder> = {}): Embedder {
  return {
    id: 'test/angles@1',
    dimensions: DIMENSIONS,
    maxBatch: 4,
    cacheable: true,
    calibration: undefined,
    embed: async ({ texts }) => ({ vectors: texts.map(vectorOf) }),
    close: async () => {},
    ...overrides,
  };
}
