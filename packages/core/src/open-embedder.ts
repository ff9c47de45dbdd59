import { calibrationFault } from './embed/calibration-fault.ts';
import { checkVectors, isSound } from './embed/check-vectors.ts';
import { untilAborted } from './embed/until-aborted.ts';
import { withRetries, type RetryOptions } from './embed/with-retries.ts';
import { sha256Hex } from './hash/sha256-hex.ts';
import type { Calibration } from './spec/calibration.ts';
import type { CallOptions } from './spec/call-options.ts';
import type { Embedder } from './spec/embedder.ts';
import { IbidError } from './spec/ibid-error.ts';
import type { EmbeddingCache } from './spec/store.ts';

export interface OpenEmbedderOptions {
  /** Asked and filled only for cacheable embedders. */
  readonly cache?: EmbeddingCache | undefined;
  /** Batches under way at the same time, at least 1. Default 4. */
  readonly concurrency?: number;
  /** Attempts for each batch after the first. Default 4. */
  readonly retries?: number;
  /** Waits between attempts; may return early when the signal aborts. Default: the platform's timer. */
  readonly sleep?: RetryOptions['sleep'];
  /** Spreads the waits; 0 inclusive to 1 exclusive. Default: always the middle. */
  readonly random?: RetryOptions['random'];
}

/** The engine's face of an embedder: any number of texts, checked vectors. */
export interface TextEmbedder extends AsyncDisposable {
  readonly id: string;
  readonly dimensions: number;
  /** As the embedder declares it, found sound. */
  readonly calibration: Calibration | undefined;
  /**
   * `result[i]` belongs to `texts[i]`: finite and of length 1, or all zero for blank texts (which are never sent) and where a local
   * space knows no word. Each distinct text of a call is sent at most once per attempt. Rejects with `UPSTREAM_FAILED` when the
   * embedder breaks its contract or throws something foreign, `ABORTED` and `CLOSED` at once even when it hangs. There is no
   * deadline but the signal. Batches finished before a failure are in the cache.
   */
  embed(request: EmbedRequest, options?: CallOptions): Promise<readonly Float32Array[]>;
  /** Ends running calls with `CLOSED` and closes the embedder. Repeating it is a no-op. */
  close(): Promise<void>;
}

export interface EmbedRequest {
  readonly purpose: 'document' | 'query';
  readonly texts: readonly string[];
}

/** Vectors by text. */
type Known = Map<string, Float32Array>;

/** Throws `INVALID_CONFIG` for an embedder whose calibration is unsound. */
export function openEmbedder(embedder: Embedder, options: OpenEmbedderOptions = {}): TextEmbedder {
  const { concurrency = 4, retries = 4, sleep = timer, random = () => 0.5 } = options;
  checkCalibration(embedder);
  const cache = embedder.cacheable ? options.cache : undefined;
  const running = new Set<AbortController>();
  let closing: Promise<void> | undefined;

  async function embedBatch(request: EmbedRequest, signal: AbortSignal): Promise<readonly Float32Array[]> {
    const attempt = async (): Promise<readonly Float32Array[]> => {
      signal.throwIfAborted();
      const reply = await untilAborted(embedder.embed(request, { signal }), signal);
      return checkVectors(reply, embedder, request.texts.length);
    };
    return withRetries(
      async () => {
        try {
          return await attempt();
        } catch (error) {
          throw signal.aborted ? signal.reason : wrapped(error, embedder, request);
        }
      },
      { retries, sleep, random, signal },
    );
  }

  async function embedMissing(known: Known, missing: readonly string[], run: Run): Promise<void> {
    const { purpose, signal } = run;
    let next = 0;
    const work = async (): Promise<void> => {
      while (next < missing.length) {
        const texts = missing.slice(next, (next += embedder.maxBatch));
        const vectors = await embedBatch({ purpose, texts }, signal);
        texts.forEach((text, i) => known.set(text, vectors[i]!));
        await cache?.put(
          embedder.id,
          texts.map((text, i) => ({ hash: cacheKey(purpose, text), vector: vectors[i]! })),
          { signal },
        );
      }
    };
    await Promise.all(Array.from({ length: concurrency }, work));
  }

  async function embedAll(texts: readonly string[], run: Run): Promise<readonly Float32Array[]> {
    const wanted = [...new Set(texts)].filter((text) => text.trim() !== '');
    const known: Known = cache === undefined ? new Map() : await fromCache(cache, embedder, wanted, run);
    await embedMissing(
      known,
      wanted.filter((text) => !known.has(text)),
      run,
    );
    return texts.map((text) => known.get(text) ?? new Float32Array(embedder.dimensions));
  }

  async function close(): Promise<void> {
    closing ??= (async () => {
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
      if (signal?.aborted === true) throw abortedError();
      const controller = new AbortController();
      const onAbort = (): void => controller.abort(abortedError());
      signal?.addEventListener('abort', onAbort, { once: true });
      running.add(controller);
      try {
        return await untilAborted(embedAll(texts, { purpose, signal: controller.signal }), controller.signal);
      } catch (error) {
        // Batches still under way are of no use to anyone.
        controller.abort(error);
        throw error;
      } finally {
        running.delete(controller);
        signal?.removeEventListener('abort', onAbort);
      }
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

interface Run {
  readonly purpose: EmbedRequest['purpose'];
  readonly signal: AbortSignal;
}

async function fromCache(
  cache: EmbeddingCache,
  embedder: Embedder,
  texts: readonly string[],
  { purpose, signal }: Run,
): Promise<Known> {
  const known: Known = new Map();
  if (texts.length === 0) return known;
  const hashes = texts.map((text) => cacheKey(purpose, text));
  const found = await cache.get(embedder.id, hashes, { signal });
  texts.forEach((text, i) => {
    const vector = found[i];
    if (vector !== undefined && isSound(vector, embedder)) known.set(text, vector);
  });
  return known;
}

/** Models may read questions and documents differently, so the purpose is part of the key. */
function cacheKey(purpose: EmbedRequest['purpose'], text: string): string {
  return sha256Hex(`${purpose}\n${text}`);
}

function wrapped(error: unknown, embedder: Embedder, request: EmbedRequest): IbidError {
  if (IbidError.is(error)) return error;
  // The foreign message stays in `cause`: providers echo keys and documents.
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

function abortedError(): IbidError {
  return new IbidError('ABORTED', 'Embedding was stopped by its caller.');
}

function closedError(embedder: Embedder): IbidError {
  return new IbidError('CLOSED', `Embedder ${embedder.id} is closed. Open it again.`);
}

function timer(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timeout);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timeout = setTimeout(end, milliseconds);
    signal.addEventListener('abort', end, { once: true });
  });
}
