import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { IbidError } from '@ibid/core';
import type { CallOptions } from '@ibid/core/types';
import type { Request, Response, Verb, Verbs, WorkerSetup } from './protocol.ts';

export interface WorkerClient {
  call<V extends Verb>(verb: V, args: Parameters<Verbs[V]>, options?: CallOptions): Promise<ReturnType<Verbs[V]>>;
  /** Lets what is under way finish, then ends the thread. */
  close(): Promise<void>;
}

interface Pending {
  resolve(value: unknown): void;
  reject(error: IbidError): void;
}

export interface WorkerEvents {
  /** Another process took the hold with this token away. */
  onLost(token: string): void;
  /** The thread ended by itself; nobody shows any more that holders live. */
  onDied(): void;
}

/** Starts the thread and waits until the file is open. */
export async function startWorker(setup: WorkerSetup, { onLost, onDied }: WorkerEvents): Promise<WorkerClient> {
  // The ending is that of this file: `.ts` in the repository, `.js` when published.
  const url = new URL(`./worker${import.meta.url.slice(import.meta.url.lastIndexOf('.'))}`, import.meta.url);
  // Flags of the process, such as `--input-type`, need not suit the thread.
  const worker = new Worker(url, { workerData: setup, name: 'ibid-jobs', execArgv: [], ...sharedCompileCache() });
  const pending = new Map<number, Pending>();
  let lastId = 0;
  let end: IbidError | undefined;

  worker.on('message', (response: Response) => {
    if ('lost' in response) return onLost(response.lost);
    const one = pending.get(response.id);
    pending.delete(response.id);
    if ('fault' in response) one?.reject(new IbidError(response.fault.code, response.fault.message, response.fault));
    else one?.resolve(response.value);
    // An idle list must not keep a process alive.
    if (pending.size === 0) worker.unref();
  });
  const died = (cause: unknown): void => {
    if (end === undefined) {
      const message = `The thread of the job list \`${setup.file}\` ended; open it again`;
      end = new IbidError('UPSTREAM_FAILED', message, { cause });
      onDied();
    }
    for (const one of pending.values()) one.reject(end);
    pending.clear();
  };
  worker.on('error', died);
  worker.on('exit', died);

  function call<T>(verb: Verb, args: readonly unknown[], signal: AbortSignal | undefined): Promise<T> {
    if (end !== undefined) return Promise.reject(end);
    const id = ++lastId;
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    pending.set(id, { resolve: (value) => resolve(value as T), reject });
    const onAbort = (): void => post(worker, { abort: id });
    signal?.addEventListener('abort', onAbort, { once: true });
    worker.ref();
    post(worker, { id, verb, args });
    if (signal?.aborted === true) onAbort();
    return promise.finally(() => signal?.removeEventListener('abort', onAbort));
  }

  try {
    await new Promise<unknown>((resolve, reject) => pending.set(0, { resolve, reject }));
  } catch (error) {
    await worker.terminate();
    throw error;
  }
  return {
    call: (verb, args, options) => call(verb, args, options?.signal),
    async close() {
      if (end !== undefined) return;
      const done = call('close', [], undefined);
      end = new IbidError('CLOSED', `The job list \`${setup.file}\` is closed`);
      await done;
      await worker.terminate();
    },
  };
}

/** A thread does not share the process's compile cache by itself; with it this one starts in a third of the time. */
function sharedCompileCache(): { readonly env?: Readonly<Record<string, string>> } {
  // The cache lies in a folder for this version of Node inside the one that was asked for.
  const folder = getCompileCacheDir();
  return folder === undefined ? {} : { env: { NODE_COMPILE_CACHE: dirname(folder) } };
}

function post(worker: Worker, request: Request): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread, not a window
  worker.postMessage(request);
}
