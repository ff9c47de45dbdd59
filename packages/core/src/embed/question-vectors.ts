/** Questions: readers wait for them, so they are asked quickly or not at all, and what is asked often is asked once. */
import { circuitBreaker } from '../async/circuit-breaker.ts';
import { sha256Hex } from '../hash/sha256-hex.ts';
import { IbidError } from '../types/ibid-error.ts';
import { quicklyAgain, untilAborted, type RetryOptions } from '../async/waits.ts';
import { batchesOf } from './embed-batches.ts';
import { embedderHealth } from './open-embedder.ts';

export interface QuestionVectorsOptions extends Required<Pick<RetryOptions, 'retries' | 'sleep' | 'random'>> {
  readonly maxBatch: number;
  /** True if a call costs anything. */
  readonly costs: boolean;
  /** Questions whose vectors are kept in memory; 0 for none. */
  readonly capacity: number;
  /** One attempt; rejects with `IbidError` only. */
  readonly ask: (texts: readonly string[], signal: AbortSignal) => Promise<readonly Float32Array[]>;
  readonly onFailed: (error: IbidError) => void;
  readonly now: () => number;
  /** Ends background work. */
  readonly closed: AbortSignal;
}

interface QuestionVectors {
  /** Vectors of distinct texts that are not blank; they belong to the caller. */
  embed(texts: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, Float32Array>>;
  /** Within a second; see `TextEmbedder.works`. */
  works(signal: AbortSignal): Promise<boolean>;
}

/** Spares readers the wait for a service that is down: after three failures in a row, questions are refused for half a minute at a time. */
const BREAKER = { maxFailures: 3, longestWaitMs: 30_000 };

export function questionVectors(options: QuestionVectorsOptions): QuestionVectors {
  const { maxBatch, capacity, ask, sleep, random, retries, now } = options;
  const kept = recentVectors(capacity);
  const breaker = circuitBreaker({ now, ...BREAKER });
  let outage: unknown;
  const health = embedderHealth(options);

  const askShared = sharedCalls(async (texts, signal) => {
    const admission = breaker.admit();
    if (admission === undefined) throw outage;
    try {
      const vectors = await quicklyAgain((either) => ask(texts, either), { retries, sleep, random, signal });
      admission.succeeded();
      health.succeeded();
      texts.forEach((text, i) => kept.put(sha256Hex(text), vectors[i]!));
      return vectors;
    } catch (error) {
      if (!signal.aborted) {
        // Anything but what may pass by itself is no sign of an outage.
        if (IbidError.is(error) && error.retryable) {
          outage = error;
          admission.failed({ reason: error.message });
        }
        health.failed(error);
        options.onFailed(error as IbidError);
      }
      throw error;
    } finally {
      admission.released();
    }
  });

  return {
    async embed(texts, signal) {
      const known = new Map<string, Float32Array>();
      for (const text of texts) {
        const vector = kept.get(sha256Hex(text));
        if (vector !== undefined) known.set(text, vector);
      }
      const missing = texts.filter((text) => !known.has(text));
      for (const batch of batchesOf(missing, maxBatch)) {
        const vectors = await askShared(batch, signal);
        batch.forEach((text, i) => known.set(text, vectors[i]!));
      }
      return known;
    },
    works: (signal) => health.works(signal),
  };
}

/** A bounded memory of vectors; what was used last stays longest. */
interface RecentVectors {
  /** The vector belongs to the caller. */
  get(key: string): Float32Array | undefined;
  put(key: string, vector: Float32Array): void;
}

/** Holds at most `capacity` vectors; 0 holds none. */
function recentVectors(capacity: number): RecentVectors {
  // A map keeps the order in which its keys were set.
  const vectors = new Map<string, Float32Array>();
  return {
    get(key) {
      const vector = vectors.get(key);
      if (vector === undefined) return undefined;
      vectors.delete(key);
      vectors.set(key, vector);
      return vector.slice();
    },
    put(key, vector) {
      vectors.delete(key);
      vectors.set(key, vector.slice());
      const [oldest] = vectors.keys();
      if (vectors.size > capacity && oldest !== undefined) vectors.delete(oldest);
    },
  };
}

/** Equal questions that are under way at once share one call, which ends early only when nobody waits for it any more. */
interface SharedCall {
  readonly texts: readonly string[];
  readonly vectors: Promise<readonly Float32Array[]>;
  readonly controller: AbortController;
  waiting: number;
}

type Ask = (texts: readonly string[], signal: AbortSignal) => Promise<readonly Float32Array[]>;

/** `ask`, for distinct texts; the vectors belong to the caller. */
function sharedCalls(ask: Ask): (texts: readonly string[], signal: AbortSignal) => Promise<Float32Array[]> {
  const underWay = new Map<string, SharedCall>();

  function forget(call: SharedCall): void {
    for (const text of call.texts) if (underWay.get(text) === call) underWay.delete(text);
  }

  function begin(texts: readonly string[]): void {
    const controller = new AbortController();
    const call: SharedCall = { texts, vectors: ask(texts, controller.signal), controller, waiting: 0 };
    for (const text of texts) underWay.set(text, call);
    // Reported to callers that still wait.
    call.vectors.catch(() => undefined).finally(() => forget(call));
  }

  async function join(call: SharedCall, signal: AbortSignal): Promise<void> {
    call.waiting += 1;
    try {
      await untilAborted(call.vectors, signal);
    } finally {
      call.waiting -= 1;
      if (call.waiting === 0) {
        forget(call);
        call.controller.abort(new IbidError('ABORTED', 'Nobody waits for the vector any more.'));
      }
    }
  }

  return async (texts, signal) => {
    const others = texts.filter((text) => !underWay.has(text));
    if (others.length > 0) begin(others);
    const calls = texts.map((text) => underWay.get(text)!);
    await Promise.all([...new Set(calls)].map((call) => join(call, signal)));
    return await Promise.all(
      texts.map(async (text, i) => (await calls[i]!.vectors)[calls[i]!.texts.indexOf(text)]!.slice()),
    );
  };
}

/** Name of a document's text in an `EmbeddingCache`. The purpose is part of it: models may read questions and documents differently. */
export function cacheKey(text: string): string {
  return sha256Hex(`document\n${text}`);
}
