/** Questions: readers wait for them, so they are asked quickly or not at all, and what is asked often is asked once. */
import { sha256Hex } from '../hash/sha256-hex.ts';
import type { IbidError } from '../types/ibid-error.ts';
import { batchesOf } from './batches-of.ts';
import { embedderNews } from './embedder-news.ts';
import { questionBreaker } from './question-breaker.ts';
import { quicklyAgain } from './quickly-again.ts';
import { recentVectors } from './recent-vectors.ts';
import { sharedCalls } from './shared-calls.ts';
import type { RetryOptions } from './with-retries.ts';

export interface QuestionVectorsOptions extends Pick<RetryOptions, 'retries' | 'sleep' | 'random'> {
  readonly maxBatch: number;
  /** Whether a call costs anything. */
  readonly costs: boolean;
  /** Questions whose vectors are kept in memory; 0 for none. */
  readonly capacity: number;
  /** One attempt; rejects with `IbidError` only. */
  readonly ask: (texts: readonly string[], signal: AbortSignal) => Promise<readonly Float32Array[]>;
  readonly onFailed: (error: IbidError) => void;
  readonly now: () => number;
  /** Ends what goes on beside the calls. */
  readonly closed: AbortSignal;
}

export interface QuestionVectors {
  /** Vectors of distinct texts that are not blank; they belong to the caller. */
  embed(texts: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, Float32Array>>;
  /** Within a second; see `TextEmbedder.works`. */
  works(signal: AbortSignal): Promise<boolean>;
}

export function questionVectors(options: QuestionVectorsOptions): QuestionVectors {
  const { maxBatch, capacity, ask, sleep, random, retries, closed } = options;
  const kept = recentVectors(capacity);
  const breaker = questionBreaker(sleep, closed);
  const news = embedderNews(options);

  const askShared = sharedCalls(async (texts, signal) => {
    breaker.check();
    try {
      const vectors = await quicklyAgain((either) => ask(texts, either), { retries, sleep, random, signal });
      breaker.succeeded();
      news.succeeded();
      texts.forEach((text, i) => kept.put(sha256Hex(text), vectors[i]!));
      return vectors;
    } catch (error) {
      if (!signal.aborted) {
        breaker.failed(error);
        news.failed(error);
        options.onFailed(error as IbidError);
      }
      throw error;
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
    works: (signal) => news.works(signal),
  };
}
