import { IbidError } from '@ibid/core';
import type { EmbedderSource, EmbeddingSpace } from '@ibid/core/types';
import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { compileCache } from '../files/compile-cache.ts';

/** What the worker is told, in this order: any number of `passages`, one `finish`. */
export type FitRequest =
  | { readonly type: 'passages'; readonly passages: readonly string[] }
  | { readonly type: 'finish' };

/** What it answers: any number of `progress`, one `fitted`. Failures end the worker. */
export type FitReply =
  | { readonly type: 'progress'; readonly done: number; readonly total: number }
  | { readonly type: 'fitted'; readonly space: EmbeddingSpace };

export interface FitSettings {
  readonly dimensions: number;
  readonly seed: number;
}

/** Passages in one message; copying them takes well under a millisecond. */
const MESSAGE_SIZE = 256;

type FitCall = NonNullable<Parameters<(EmbedderSource & { kind: 'fitted' })['fit']>[1]>;

/**
 * `fitLsa` in a worker thread of its own, which counts terms while passages still arrive and holds no text. Aborting stops
 * the thread at once.
 */
export async function fitInWorker(
  passages: readonly string[],
  settings: FitSettings,
  { signal, onProgress }: FitCall,
): Promise<EmbeddingSpace> {
  if (signal?.aborted === true) throw abortedError();
  const worker = new Worker(new URL('./fit-worker.ts', import.meta.url), { workerData: settings, env: compileCache() });
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

/** Sends everything and then leaves the race to the others; rejects only when sending fails. */
async function send(worker: Worker, passages: readonly string[], signal: AbortSignal | undefined): Promise<never> {
  for (let at = 0; at < passages.length; at += MESSAGE_SIZE) {
    if (signal?.aborted === true) throw abortedError();
    post(worker, { type: 'passages', passages: passages.slice(at, at + MESSAGE_SIZE) });
    await setImmediate();
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
