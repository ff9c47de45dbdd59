import type { Embedder } from '../types/embedder.ts';

export const DIMENSIONS = 8;

/** One direction for each text by its number, so that a vector in the wrong place shows. */
export function vectorOf(text: string): Float32Array {
  const angle = text.length + (text.codePointAt(0) ?? 0) / 7;
  return new Float32Array(DIMENSIONS).with(0, Math.cos(angle)).with(1, Math.sin(angle));
}

/** An embedder without faults, of four texts a batch, of which a test may change anything. */
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
