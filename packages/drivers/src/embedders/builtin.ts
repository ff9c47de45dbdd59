import { IbidError } from '@ibid/core';
import { extendLsa, LSA_CALIBRATION, LSA_FAMILY, lsaDrift, openLsa } from '@ibid/core/embed';
import type { Embedder, EmbedderSource, EmbeddingSpace } from '@ibid/core/types';
import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { threadEnvironment } from '../files/thread-environment.ts';

interface BuiltinEmbedderOptions {
  /** Maximum dimensions of a fit, 1 to 1024; small sites get fewer. Default 128. */
  readonly dimensions?: number;
  /** Default 0. */
  readonly seed?: number;
}

const MAX_BATCH = 256;
/** Texts embedded between two pauses that let the process do other work; takes a few milliseconds. */
const BURST = 32;

/**
 * Embedder that needs no model and no network: a space fitted to the site's own passages, see `fitLsa`. Fits run in a worker thread,
 * embedding runs in the caller's thread.
 */
export function builtinEmbedder(options: BuiltinEmbedderOptions = {}): EmbedderSource & { readonly kind: 'fitted' } {
  const { dimensions = 128, seed = 0 } = options;
  if (!Number.isInteger(dimensions) || dimensions < 1 || dimensions > 1024) {
    throw new IbidError('INVALID_CONFIG', `dimensions is ${dimensions}; give a whole number from 1 to 1024.`);
  }
  return {
    kind: 'fitted',
    family: LSA_FAMILY,
    fit: (passages, call = {}) => fitInWorker(passages, { dimensions, seed }, call),
    open: async (space) => opened(space),
    drift: lsaDrift,
    extend: extendLsa,
  };
}

function opened(space: EmbeddingSpace): Embedder {
  const projector = openLsa(space.data);
  if (projector.id !== space.id) {
    throw new IbidError(
      'INDEX_DAMAGED',
      `The index names the space ${space.id} but holds the data of ${projector.id}. Index the site again.`,
    );
  }
  return {
    id: projector.id,
    dimensions: projector.dimensions,
    maxBatch: MAX_BATCH,
    cacheable: false,
    calibration: LSA_CALIBRATION,
    async embed({ texts }, { signal } = {}) {
      const vectors: Float32Array[] = [];
      for (const text of texts) {
        if (vectors.length > 0 && vectors.length % BURST === 0) await setImmediate();
        if (signal?.aborted === true) throw new IbidError('ABORTED', 'Embedding was stopped by its caller.');
        vectors.push(projector.project(text));
      }
      return { vectors };
    },
    close: async () => {},
  };
}

/** Messages to the worker, in this order: any number of `passages`, one `finish`. */
export type FitRequest =
  | { readonly type: 'passages'; readonly passages: readonly string[] }
  | { readonly type: 'finish' };

/** Messages from the worker: `counted` after each `passages`, any number of `progress`, one `fitted`. Failures end the worker. */
export type FitReply =
  | { readonly type: 'counted' }
  | { readonly type: 'progress'; readonly done: number; readonly total: number }
  | { readonly type: 'fitted'; readonly space: EmbeddingSpace };

export interface FitSettings {
  readonly dimensions: number;
  readonly seed: number;
}

/** Passages per message; copying them takes well under a millisecond. */
const MESSAGE_SIZE = 256;

type FitCall = NonNullable<Parameters<(EmbedderSource & { kind: 'fitted' })['fit']>[1]>;

/**
 * Runs `fitLsa` in a separate worker thread, which counts terms while passages still arrive and keeps no text. Aborting stops the thread at
 * once.
 */
async function fitInWorker(
  passages: readonly string[],
  settings: FitSettings,
  { signal, onProgress }: FitCall,
): Promise<EmbeddingSpace> {
  if (signal?.aborted === true) throw abortedError();
  const worker = new Worker(new URL('./fit-worker.ts', import.meta.url), {
    workerData: settings,
    env: threadEnvironment(),
    // Words live shortly; V8's default would let 100 MB of them pile up.
    resourceLimits: { maxYoungGenerationSizeMb: 32 },
  });
  const stop = Promise.withResolvers<never>();
  const onAbort = (): void => stop.reject(abortedError());
  signal?.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([stop.promise, outcome(worker, onProgress), send(worker, passages, signal)]);
  } finally {
    signal?.removeEventListener('abort', onAbort);
    await worker.terminate();
  }
}

function outcome(worker: Worker, onProgress: FitCall['onProgress']): Promise<EmbeddingSpace> {
  return new Promise((resolve, reject) => {
    worker.on('message', (reply: FitReply) => {
      if (reply.type === 'fitted') return resolve(reply.space);
      if (reply.type === 'counted') return;
      try {
        onProgress?.(reply.done, reply.total);
      } catch (error) {
        reject(error);
      }
    });
    worker.on('error', (error) => reject(failedError(error)));
    worker.on('exit', () => reject(failedError(undefined)));
  });
}

/**
 * Sends everything, each message when the one before is counted, so that the texts do not wait in memory a second time. Then never
 * resolves, so that other promises decide the race; rejects only if sending fails.
 */
async function send(worker: Worker, passages: readonly string[], signal: AbortSignal | undefined): Promise<never> {
  for (let at = 0; at < passages.length; at += MESSAGE_SIZE) {
    if (signal?.aborted === true) throw abortedError();
    post(worker, { type: 'passages', passages: passages.slice(at, at + MESSAGE_SIZE) });
    await once(worker, 'message');
  }
  post(worker, { type: 'finish' });
  return new Promise(() => {});
}

function post(worker: Worker, request: FitRequest): void {
  worker.postMessage(request, []);
}

function abortedError(): IbidError {
  return new IbidError('ABORTED', 'The fit of the built-in embedder was stopped by its caller.');
}

function failedError(cause: unknown): IbidError {
  return new IbidError(
    'UPSTREAM_FAILED',
    'The fit of the built-in embedder ended without a result. Give the process more memory, or index fewer pages.',
    { cause },
  );
}
