import { countingEmbedder, faultyEmbedder, type EmbedderCounts, type FaultOptions } from '@ibid/testkit';
import { expect } from 'vitest';
import type { Embedder } from '../../types/embedder.ts';
import type { EmbeddingCache } from '../../types/store.ts';
import { openEmbedder, type OpenEmbedderOptions, type TextEmbedder } from '../open-embedder.ts';

/** Matches any error with this code. */
export const code = (value: string): unknown => expect.objectContaining({ code: value });

/** Ten distinct texts, each with a different vector: three batches for `soundEmbedder`. */
export const TEXTS: readonly string[] = Array.from({ length: 10 }, (_, i) => `${String.fromCodePoint(97 + i)} text`);

export const documents = (texts: readonly string[]): { purpose: 'document'; texts: readonly string[] } => ({
  purpose: 'document',
  texts,
});

export const question = (text: string): { purpose: 'query'; texts: readonly string[] } => ({
  purpose: 'query',
  texts: [text],
});

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

/** Returns an in-memory embedding cache. Tests can read and write its `entries`; keys are the space and the hash. */
export function mapCache(): EmbeddingCache & { readonly entries: Map<string, Float32Array> } {
  const entries = new Map<string, Float32Array>();
  return {
    entries,
    get: async (space, hashes) => hashes.map((hash) => entries.get(`${space} ${hash}`)),
    async put(space, added) {
      for (const { hash, vector } of added) entries.set(`${space} ${hash}`, vector);
    },
  };
}

function ended(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}

interface Opened {
  readonly opened: TextEmbedder;
  readonly counts: EmbedderCounts;
  readonly waits: readonly number[];
}

/** Opens an embedder, faulty if `faults` are given. Counts its calls and records the waits between attempts without waiting. */
export function open(
  options: OpenEmbedderOptions & { readonly embedder?: Embedder; readonly faults?: FaultOptions } = {},
): Opened {
  const { embedder = soundEmbedder(), faults, ...rest } = options;
  const waits: number[] = [];
  const { embedder: counted, counts } = countingEmbedder(
    faults === undefined ? embedder : faultyEmbedder(embedder, faults),
  );
  const opened = openEmbedder(counted, {
    // These two waits are deadlines for readers and never pass here; see `quickly-again.test.ts`.
    sleep: async (milliseconds, signal) =>
      [900, 1_900].includes(milliseconds) ? ended(signal) : void waits.push(milliseconds),
    random: () => 0,
    ...rest,
  });
  return { opened, counts, waits };
}
