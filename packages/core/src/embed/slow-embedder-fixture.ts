import { soundEmbedder, vectorOf } from './sound-embedder-fixture.ts';
import type { Embedder } from '../types/embedder.ts';

/** An embedder whose calls do not end until the test calls `end`. */
export function slow(): {
  readonly embedder: Embedder;
  readonly calls: { readonly end: () => void; readonly signal: AbortSignal }[];
} {
  const calls: { readonly end: () => void; readonly signal: AbortSignal }[] = [];
  const embedder = soundEmbedder({
    embed: ({ texts }, { signal } = {}) =>
      new Promise(
        (resolve) => void calls.push({ end: () => resolve({ vectors: texts.map(vectorOf) }), signal: signal! }),
      ),
  });
  return { embedder, calls };
}
