/** The driver's side of the worker: numbered calls in one line, and their answers. */
import { Worker } from 'node:worker_threads';
import { IbidError } from '@ibid/core';
import type { CallOptions } from '@ibid/core/types';
import type { Fault } from '../../files/worker-fault.ts';
import type { Request, Response, Verb, Verbs } from './protocol.ts';

export interface WorkerClient {
  /** An abort takes a call that still waits out of the line; one under way is finished. */
  call<V extends Verb>(verb: V, args: Parameters<Verbs[V]>, options?: CallOptions): Promise<ReturnType<Verbs[V]>>;
  /** Lets all that was called before finish, then ends the thread. */
  close(): Promise<void>;
}

/** A caller that does not wait for answers is told so before memory fills up. */
const LONGEST_LINE = 1_024;

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
  const worker = new Worker(url, { workerData: file, name: 'ibid-feedback', execArgv: [] });
  const line: Pending[] = [];
  let underWay: Pending | undefined;
  let lastId = 0;
  let end: IbidError | undefined;
  let closing: Promise<void> | undefined;

  const send = (): void => {
    if (underWay !== undefined) return;
    underWay = line.shift();
    // An idle file must not keep a process alive.
    if (underWay === undefined) return worker.unref();
    worker.ref();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread, not a window
    worker.postMessage(underWay.request);
  };
  const died = (cause: unknown): void => {
    const gone = new IbidError('UPSTREAM_FAILED', `The thread of \`${file}\` ended; open the feedback again`, {
      cause,
    });
    end ??= gone;
    for (const one of [...(underWay === undefined ? [] : [underWay]), ...line.splice(0)]) one.reject(gone);
    underWay = undefined;
  };
  worker.on('error', died);
  worker.on('exit', died);
  worker.on('message', (response: Response) => {
    const one = underWay;
    underWay = undefined;
    if ('fault' in response) one?.reject(toError(response.fault));
    else one?.resolve(response.value);
    send();
  });

  const queue = async <T>(verb: Verb, args: readonly unknown[], signal?: AbortSignal): Promise<T> => {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const one: Pending = {
      request: { id: (lastId += 1), verb, args },
      resolve: (value) => resolve(value as T),
      reject,
    };
    const onAbort = (): void => {
      const place = line.indexOf(one);
      if (place < 0) return;
      line.splice(place, 1);
      reject(aborted(verb));
    };
    signal?.addEventListener('abort', onAbort, { once: true });
    line.push(one);
    send();
    return promise.finally(() => signal?.removeEventListener('abort', onAbort));
  };
  const close = async (): Promise<void> => {
    if (end !== undefined) return;
    end = new IbidError('CLOSED', `The feedback in \`${file}\` is closed`);
    await queue('close', []);
    await worker.terminate();
  };

  const opened = Promise.withResolvers<unknown>();
  underWay = { request: { id: 0, verb: 'count', args: [] }, ...opened };
  try {
    await opened.promise;
  } catch (error) {
    await worker.terminate();
    throw error;
  }
  return {
    call(verb, args, options) {
      if (end !== undefined) return Promise.reject(end);
      if (options?.signal?.aborted) return Promise.reject(aborted(verb));
      if (line.length >= LONGEST_LINE) return Promise.reject(tooMany(file));
      return queue(verb, args, options?.signal);
    },
    close: () => (closing ??= close()),
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
