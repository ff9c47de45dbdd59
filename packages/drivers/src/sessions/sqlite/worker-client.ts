/** The driver's side of the worker: numbered requests in one line, and their answers. */
import { Worker } from 'node:worker_threads';
import { IbidError } from '@ibid/core';
import type { CallOptions } from '@ibid/core/types';
import type { Fault } from '../../files/worker-fault.ts';
import type { Request, Response, Verb, Verbs } from './protocol.ts';

export interface WorkerClient {
  /** An abort takes a call that still waits out of the line; one under way is finished. */
  call<V extends Verb>(verb: V, args: Parameters<Verbs[V]>, options?: CallOptions): Promise<ReturnType<Verbs[V]>>;
  /** Lets what is under way finish, refuses what waits, then ends the thread. */
  close(): Promise<void>;
}

/** Enough to keep the thread busy; what waits here can still be aborted. */
const UNDER_WAY = 4;
/** A caller that does not wait for answers is told so before memory fills up. */
const LONGEST_LINE = 1024;

interface Pending {
  readonly request: Request;
  resolve(value: unknown): void;
  reject(error: IbidError): void;
}

/** Starts the thread and waits until the file is open. */
export async function startWorker(file: string): Promise<WorkerClient> {
  // The ending is that of this file: `.ts` in the repository, `.js` when published.
  const url = new URL(`./worker${import.meta.url.slice(import.meta.url.lastIndexOf('.'))}`, import.meta.url);
  // Flags of the process, such as `--input-type`, need not suit the thread.
  const worker = new Worker(url, { workerData: file, name: 'ibid-sessions', execArgv: [] });
  const waiting: Pending[] = [];
  const underWay = new Map<number, Pending>();
  let lastId = 0;
  let end: IbidError | undefined;

  const send = (): void => {
    while (underWay.size < UNDER_WAY) {
      const next = waiting.shift();
      if (next === undefined) break;
      underWay.set(next.request.id, next);
      worker.ref();
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread, not a window
      worker.postMessage(next.request);
    }
  };
  const stop = (error: IbidError): void => {
    end ??= error;
    for (const one of waiting.splice(0)) one.reject(error);
  };
  const died = (cause: unknown): void => {
    const gone = new IbidError('UPSTREAM_FAILED', `The thread of \`${file}\` ended; open the conversations again`, {
      cause,
    });
    stop(gone);
    for (const one of underWay.values()) one.reject(gone);
    underWay.clear();
  };
  worker.on('error', died);
  worker.on('exit', died);
  worker.on('message', (response: Response) => {
    const one = underWay.get(response.id);
    if (one === undefined) return;
    underWay.delete(response.id);
    if ('fault' in response) one.reject(toError(response.fault));
    else one.resolve(response.value);
    send();
    // An idle file must not keep a process alive.
    if (underWay.size === 0) worker.unref();
  });

  const call = <T>(verb: Verb, args: readonly unknown[], signal: AbortSignal | undefined): Promise<T> => {
    if (end !== undefined) return Promise.reject(end);
    if (signal?.aborted) return Promise.reject(aborted(verb));
    if (waiting.length >= LONGEST_LINE) return Promise.reject(tooMany(file));
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const request = { id: ++lastId, verb, args };
    const one: Pending = { request, resolve: (value) => resolve(value as T), reject };
    const onAbort = (): void => {
      const place = waiting.indexOf(one);
      if (place < 0) return;
      waiting.splice(place, 1);
      reject(aborted(verb));
    };
    signal?.addEventListener('abort', onAbort, { once: true });
    waiting.push(one);
    send();
    return promise.finally(() => signal?.removeEventListener('abort', onAbort));
  };

  const opened = Promise.withResolvers<unknown>();
  underWay.set(0, { request: { id: 0, verb: 'count', args: [] }, ...opened });
  try {
    await opened.promise;
  } catch (error) {
    await worker.terminate();
    throw error;
  }
  return {
    call: (verb, args, options) => call(verb, args, options?.signal),
    async close() {
      if (end !== undefined) return;
      stop(new IbidError('CLOSED', `The conversations in \`${file}\` are closed`));
      const closed = Promise.withResolvers<unknown>();
      const request: Request = { id: ++lastId, verb: 'close', args: [] };
      underWay.set(request.id, { request, ...closed });
      worker.ref();
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread, not a window
      worker.postMessage(request);
      await closed.promise;
      await worker.terminate();
    },
  };
}

function toError({ code, message, retryable }: Fault): IbidError {
  return new IbidError(code, message, { retryable });
}

function aborted(verb: Verb): IbidError {
  return new IbidError('ABORTED', `\`${verb}\` was aborted`);
}

function tooMany(file: string): IbidError {
  return new IbidError('STORE_BUSY', `${LONGEST_LINE} calls wait for \`${file}\`; try again later`, {
    retryable: true,
  });
}
