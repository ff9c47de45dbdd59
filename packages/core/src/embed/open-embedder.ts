import { batchesOf, calibrationFault, checkVectors, embedWhole, isSound } from './embed-batches.ts';
import { cacheKey, questionVectors, type QuestionVectorsOptions } from './question-vectors.ts';
import type { Calibration, Embedder } from '../types/embedder.ts';
import type { CallOptions } from '../types/call-options.ts';
import { type ErrorCode, IbidError } from '../types/ibid-error.ts';
import type { EmbeddingCache } from '../types/store.ts';
import { sleepUntilAborted, untilAborted, withRetries, type RetryOptions } from '../async/waits.ts';

export interface OpenEmbedderOptions {
  /** Cache for document vectors. Used only for cacheable embedders. */
  readonly cache?: EmbeddingCache | undefined;
  /**
   * Number of questions whose vectors are kept in memory, for cacheable embedders; the least recently used is dropped first. Default 1,000.
   * Never written to disk: a vector reveals much of its question, and would outlive a conversation that the reader deletes.
   */
  readonly keptQuestions?: number;
  /** Batches sent at the same time, at least 1. Default 4. */
  readonly concurrency?: number;
  /** Retries for each batch after the first attempt. Default 4. Questions get at most 1 retry and two seconds in total, because readers wait. */
  readonly retries?: number;
  /** Waits between attempts; may return early when the signal aborts. Default: `setTimeout`. */
  readonly sleep?: RetryOptions['sleep'];
  /** Random number from 0 (inclusive) to 1 (exclusive) that spreads the waits. Default: always 0.5. */
  readonly random?: RetryOptions['random'];
  /** Clock in milliseconds from any fixed point. Default: `performance.now()`. */
  readonly now?: () => number;
  /** Called when a call of the embedder has ended, for metrics. */
  readonly onCall?: (call: EmbedderCall) => void;
  /** Called each time the embedder fails on a question, for logging. The caller continues without a vector. */
  readonly onQuestionFailed?: (error: IbidError) => void;
}

export interface EmbedderCall {
  readonly purpose: EmbedRequest['purpose'];
  /** Number of texts sent. */
  readonly texts: number;
  /** `ABORTED` if the caller stopped waiting before the call ended. */
  readonly result: 'ok' | ErrorCode;
}

/** An embedder as the engine uses it: takes any number of texts and returns checked vectors. */
export interface TextEmbedder extends AsyncDisposable {
  readonly id: string;
  readonly dimensions: number;
  /** Calibration that the embedder declares, already checked. */
  readonly calibration: Calibration | undefined;
  /**
   * Returns one vector per text, in order: finite and of length 1, or all zero for blank texts (never sent) and for texts without any word
   * that a local space contains.
   *
   * Each distinct text of a call is sent at most once per attempt. Equal questions in progress at the same time are sent once. Documents
   * that a model refuses as too long (`details.tooLong`) are embedded in parts and averaged. Batches finished before a failure are in the
   * cache.
   *
   * Rejects with `UPSTREAM_FAILED` when the embedder breaks its contract or throws an unknown error, and at once with `ABORTED` or
   * `CLOSED`, even if the embedder hangs. There is no deadline except the signal and the embedder's own. While a service is down, questions
   * are refused with its last error for half a minute at a time.
   */
  embed(request: EmbedRequest, options?: CallOptions): Promise<readonly Float32Array[]>;
  /**
   * Returns whether the embedder can embed questions, within a second. Uses the result of questions from the last minute; otherwise makes
   * one call, which bypasses the memory of questions. So checks cost at most one call a minute. If calls are free, each check makes one.
   * Returns `false` when the call takes longer.
   */
  works(options?: CallOptions): Promise<boolean>;
  /** Ends running calls with `CLOSED` and closes the embedder. May be called again; later calls do nothing. */
  close(): Promise<void>;
}

export interface EmbedRequest {
  readonly purpose: 'document' | 'query';
  readonly texts: readonly string[];
}

/** Vectors keyed by text. */
type Known = Map<string, Float32Array>;

/** Opens an embedder with batching, retries and caching. Throws `INVALID_CONFIG` if its calibration is invalid. */
export function openEmbedder(embedder: Embedder, options: OpenEmbedderOptions = {}): TextEmbedder {
  const {
    concurrency = 4,
    retries = 4,
    sleep = sleepUntilAborted,
    random = () => 0.5,
    now = () => performance.now(),
  } = options;
  checkCalibration(embedder);
  const cache = embedder.cacheable ? options.cache : undefined;
  const closed = new AbortController();
  const running = new Set<AbortController>();
  let closing: Promise<void> | undefined;

  /** Makes one attempt, without retries. */
  async function call(request: EmbedRequest, signal: AbortSignal): Promise<readonly Float32Array[]> {
    const { purpose, texts } = request;
    const tell = (result: EmbedderCall['result']): void => options.onCall?.({ purpose, texts: texts.length, result });
    signal.throwIfAborted();
    try {
      const reply = await untilAborted(embedder.embed(request, { signal }), signal);
      const vectors = checkVectors(reply, embedder, texts.length);
      tell('ok');
      return vectors;
    } catch (error) {
      const failure = wrapped(error, embedder, request);
      tell(signal.aborted ? 'ABORTED' : failure.code);
      throw signal.aborted ? signal.reason : failure;
    }
  }

  const questions = questionVectors({
    maxBatch: embedder.maxBatch,
    retries,
    sleep,
    random,
    now,
    closed: closed.signal,
    costs: embedder.cacheable,
    capacity: embedder.cacheable ? (options.keptQuestions ?? 1000) : 0,
    ask: (texts, signal) => call({ purpose: 'query', texts }, signal),
    onFailed: (error) => options.onQuestionFailed?.(error),
  });

  async function embedDocuments(known: Known, missing: readonly string[], signal: AbortSignal): Promise<void> {
    const batches = batchesOf(missing, embedder.maxBatch);
    let next = 0;
    const embedBatch = (batch: readonly string[]): Promise<readonly Float32Array[]> =>
      withRetries(() => call({ purpose: 'document', texts: batch }, signal), { retries, sleep, random, signal });
    const work = async (): Promise<void> => {
      for (let texts = batches[next++]; texts !== undefined; texts = batches[next++]) {
        const vectors = await embedWhole(embedBatch, texts);
        texts.forEach((text, i) => known.set(text, vectors[i]!));
        if (cache === undefined) continue;
        const entries = texts.map((text, i) => ({ hash: cacheKey(text), vector: vectors[i]! }));
        await cache.put(embedder.id, entries, { signal });
      }
    };
    await Promise.all(Array.from({ length: concurrency }, work));
  }

  async function embedAll({ purpose, texts }: EmbedRequest, signal: AbortSignal): Promise<readonly Float32Array[]> {
    const wanted = [...new Set(texts)].filter((text) => text.trim() !== '');
    const known = purpose === 'query' ? await questions.embed(wanted, signal) : await documentVectors(wanted, signal);
    return texts.map((text) => known.get(text) ?? new Float32Array(embedder.dimensions));
  }

  async function documentVectors(wanted: readonly string[], signal: AbortSignal): Promise<Known> {
    const known: Known = cache === undefined ? new Map() : await fromCache(cache, embedder, wanted, signal);
    await embedDocuments(
      known,
      wanted.filter((text) => !known.has(text)),
      signal,
    );
    return known;
  }

  async function close(): Promise<void> {
    closing ??= (async () => {
      closed.abort(closedError(embedder));
      for (const controller of running) controller.abort(closedError(embedder));
      await embedder.close();
    })();
    return closing;
  }

  return {
    id: embedder.id,
    dimensions: embedder.dimensions,
    calibration: embedder.calibration,
    async embed({ purpose, texts }, { signal } = {}) {
      if (closing !== undefined) throw closedError(embedder);
      if (signal?.aborted === true) throw embeddingAborted();
      const controller = new AbortController();
      const onAbort = (): void => controller.abort(embeddingAborted());
      signal?.addEventListener('abort', onAbort, { once: true });
      running.add(controller);
      try {
        return await untilAborted(embedAll({ purpose, texts }, controller.signal), controller.signal);
      } catch (error) {
        // Nobody needs the batches that are still running.
        controller.abort(error);
        throw error;
      } finally {
        running.delete(controller);
        signal?.removeEventListener('abort', onAbort);
      }
    },
    async works({ signal } = {}) {
      if (closing !== undefined) throw closedError(embedder);
      return await questions.works(signal ?? closed.signal);
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

async function fromCache(
  cache: EmbeddingCache,
  embedder: Embedder,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<Known> {
  const known: Known = new Map();
  if (texts.length === 0) return known;
  const hashes = texts.map((text) => cacheKey(text));
  const found = await cache.get(embedder.id, hashes, { signal });
  texts.forEach((text, i) => {
    const vector = found[i];
    if (vector !== undefined && isSound(vector, embedder)) known.set(text, vector);
  });
  return known;
}

function wrapped(error: unknown, embedder: Embedder, request: EmbedRequest): IbidError {
  if (IbidError.is(error)) return error;
  // Keep the original message in `cause` only: providers repeat API keys and documents in it.
  return new IbidError(
    'UPSTREAM_FAILED',
    `Embedder ${embedder.id} failed on ${request.texts.length} texts. Check its service and settings.`,
    { details: { embedder: embedder.id }, cause: error },
  );
}

function checkCalibration({ id, calibration }: Embedder): void {
  const fault = calibration === undefined ? '' : calibrationFault(calibration);
  if (fault === '') return;
  throw new IbidError('INVALID_CONFIG', `Embedder ${id} declares a calibration whose ${fault}. Correct its driver.`, {
    details: { embedder: id },
  });
}

/** Every embedder rejects with this when its caller stops it. */
export function embeddingAborted(): IbidError {
  return new IbidError('ABORTED', 'Embedding was stopped by its caller.');
}

function closedError(embedder: Embedder): IbidError {
  return new IbidError('CLOSED', `Embedder ${embedder.id} is closed. Open it again.`);
}

/** Tracks whether an embedder works, for health checks. Uses how recent questions ended, and makes a call only if none is recent. */
interface EmbedderHealth {
  succeeded(): void;
  /** Counts every error except the refusal of one text. */
  failed(error: unknown): void;
  /** Uses the result of the last minute; otherwise makes a call. Returns `false` if that takes longer than about a second. */
  works(signal: AbortSignal): Promise<boolean>;
}

const FRESH_MS = 60_000;
const PATIENCE_MS = 900;
/** Text for health checks. It is not a reader's question, and its vector is not stored. */
const PROBE = 'documentation';

/** If calls are free (`costs` is false), every `works` makes one, so its result is always current. */
export function embedderHealth({
  ask,
  costs,
  sleep,
  now,
  closed,
}: Pick<QuestionVectorsOptions, 'ask' | 'costs' | 'sleep' | 'now' | 'closed'>): EmbedderHealth {
  let last: { readonly works: boolean; readonly at: number } | undefined;
  let probing: Promise<boolean> | undefined;

  function hear(works: boolean): boolean {
    last = { works, at: now() };
    return works;
  }

  function probe(): Promise<boolean> {
    probing ??= ask([PROBE], closed)
      .then(
        () => hear(true),
        () => hear(false),
      )
      .finally(() => {
        probing = undefined;
      });
    return probing;
  }

  return {
    succeeded: () => void hear(true),
    failed: (error) => void (isRefusal(error) || hear(false)),
    async works(signal) {
      if (costs && last !== undefined && now() - last.at < FRESH_MS) return last.works;
      const ended = new AbortController();
      const tooLong = sleep(PATIENCE_MS, ended.signal).then(() => false);
      try {
        return await untilAborted(Promise.race([probe(), tooLong]), AbortSignal.any([signal, closed]));
      } finally {
        ended.abort();
      }
    },
  };
}

/** True if the text itself may be the cause. Any reader can trigger such an error, so it says nothing about the embedder's health. */
export function isRefusal(error: unknown): boolean {
  if (!IbidError.is(error)) return false;
  return !error.retryable && (error.code === 'UPSTREAM_FAILED' || error.code === 'INVALID_REQUEST');
}
