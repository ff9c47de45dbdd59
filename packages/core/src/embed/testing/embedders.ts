import { expect } from 'vitest';
import type { CallOptions } from '../../types/call-options.ts';
import type { Embedder } from '../../types/embedder.ts';
import { IbidError } from '../../types/ibid-error.ts';
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

interface EmbedderCounts {
  /** Calls of `embed`, including failed ones. */
  calls: number;
  /** Texts in those calls. */
  texts: number;
  /** Calls of `close`. */
  closes: number;
}

/** Wraps an embedder and counts its calls. */
function countingEmbedder(embedder: Embedder): {
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

type Embed = Embedder['embed'];
type Request = Parameters<Embed>[0];

/** Faults seen with hosted services, and mistakes a driver can make. */
export type EmbedderFault =
  | 'fewer-vectors'
  | 'more-vectors'
  | 'no-vectors'
  | 'body-without-vectors'
  | 'wrong-dimension'
  | 'not-a-number'
  | 'infinite'
  | 'zero-vector'
  | 'not-normalised'
  | 'plain-arrays'
  | 'throws-retryable'
  | 'throws-for-good'
  | 'throws-foreign'
  | 'hangs';

interface FaultOptions {
  readonly fault: EmbedderFault;
  /** Number of calls that fail before the embedder works. Default: all. */
  readonly times?: number;
  /** Value of `details.retryAfterMs` for `throws-retryable`. */
  readonly retryAfterMs?: number;
}

/** Wraps an embedder so that it has one fault. */
function faultyEmbedder(embedder: Embedder, options: FaultOptions): Embedder {
  let left = options.times ?? Number.POSITIVE_INFINITY;
  return {
    ...embedder,
    embed(request, call) {
      if (left <= 0) return embedder.embed(request, call);
      left -= 1;
      return misbehave(embedder, options, { request, call });
    },
  };
}

async function misbehave(
  embedder: Embedder,
  { fault, retryAfterMs }: FaultOptions,
  { request, call }: { request: Request; call: CallOptions | undefined },
): ReturnType<Embed> {
  switch (fault) {
    case 'throws-retryable':
      throw new IbidError('RATE_LIMITED', 'The embedding service asks to slow down. Wait and try again.', {
        retryable: true,
        details: retryAfterMs === undefined ? {} : { retryAfterMs },
      });
    case 'throws-for-good':
      throw new IbidError('UPSTREAM_FAILED', 'The embedding service refused the key. Set a valid one.');
    case 'throws-foreign':
      throw new TypeError('fetch failed for key sk-secret');
    case 'hangs':
      return new Promise(() => {});
    case 'body-without-vectors':
      return { error: 'overloaded' } as unknown as Awaited<ReturnType<Embed>>;
    default: {
      const { vectors } = await embedder.embed(request, call);
      return { vectors: spoil(fault, vectors) };
    }
  }
}

type SpoilingFault = Exclude<EmbedderFault, `throws-${string}` | 'hangs' | 'body-without-vectors'>;

function spoil(fault: SpoilingFault, vectors: readonly Float32Array[]): readonly Float32Array[] {
  const last = vectors.at(-1)!;
  const others = vectors.slice(0, -1);
  switch (fault) {
    case 'fewer-vectors':
      return others;
    case 'more-vectors':
      return [...vectors, last];
    case 'no-vectors':
      return [];
    case 'wrong-dimension':
      return [...others, new Float32Array(last.length + 1).with(0, 1)];
    case 'not-a-number':
      return [...others, last.with(0, Number.NaN)];
    case 'infinite':
      return [...others, last.with(0, Number.POSITIVE_INFINITY)];
    case 'zero-vector':
      return [...others, new Float32Array(last.length)];
    case 'not-normalised':
      return [...others, new Float32Array(last.length).with(0, 3)];
    case 'plain-arrays':
      return vectors.map((vector) => [...vector] as unknown as Float32Array);
  }
}
