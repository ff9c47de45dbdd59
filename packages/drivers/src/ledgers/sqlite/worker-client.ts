/** The driver's side of the worker: calls wait in one line, and whatever waits when the thread is free goes to it as one group. */
import { Worker } from 'node:worker_threads';
import { IbidError } from '@ibid/core';
import type { CallOptions } from '@ibid/core/types';
import type { Fault } from '../../files/worker-fault.ts';
import type { Call, Request, Response, Result, Verb, Verbs } from './protocol.ts';

export interface WorkerClient {
  /** An abort takes a call that still waits out of the line; one that has gone to the thread is finished. */
  call<V extends Verb>(verb: V, args: Parameters<Verbs[V]>, options?: CallOptions): Promise<ReturnType<Verbs[V]>>;
  /** Lets all that was called before finish, then ends the thread. */
  close(): Promise<void>;
}

/** So that other processes get at the file after some milliseconds. */
const LARGEST_GROUP = 256;
/** A caller that does not wait for answers is told so before memory fills up. */
const LONGEST_LINE = 16_384;

interface Waiting {
  readonly call: Call;
  resolve(value: unknown): void;
  reject(error: IbidError): void;
}

/** What became of a group; an error stands for all of it. */
type Outcome = readonly Result[] | IbidError;

/** Starts the thread and waits until the file is open. */
export async function startWorker(file: string): Promise<WorkerClient> {
  // The ending is that of this file: `.ts` in the repository, `.js` when published.
  const url = new URL(`./worker${import.meta.url.slice(import.meta.url.lastIndexOf('.'))}`, import.meta.url);
  // Flags of the process, such as `--input-type`, need not suit the thread.
  const worker = new Worker(url, { workerData: file, name: 'ibid-ledger', execArgv: [] });
  const line: Waiting[] = [];
  /** Who gets the thread's next answer; `undefined` when it is free. */
  let underWay: ((outcome: Outcome) => void) | undefined;
  let end: IbidError | undefined;
  let closing: Promise<void> | undefined;

  const post = (request: Request, then: (outcome: Outcome) => void): void => {
    underWay = then;
    worker.ref();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread, not a window
    worker.postMessage(request);
  };
  const send = (): void => {
    if (underWay !== undefined || line.length === 0) return;
    const group = line.splice(0, LARGEST_GROUP);
    post(
      group.map(({ call }) => call),
      (outcome) => hand(group, outcome),
    );
  };
  const answered = (outcome: Outcome): void => {
    const then = underWay;
    underWay = undefined;
    then?.(outcome);
    send();
    // An idle file must not keep a process alive.
    if (underWay === undefined) worker.unref();
  };
  const died = (cause: unknown): void => {
    const gone = new IbidError('UPSTREAM_FAILED', `The thread of \`${file}\` ended; open the ledger again`, { cause });
    end ??= gone;
    for (const one of line.splice(0)) one.reject(gone);
    answered(gone);
  };
  worker.on('message', (response: Response) =>
    answered('fault' in response ? toError(response.fault) : response.results),
  );
  worker.on('error', died);
  worker.on('exit', died);

  const queue = <T>(call: Call, signal: AbortSignal | undefined): Promise<T> => {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const one: Waiting = { call, resolve: (value) => resolve(value as T), reject };
    const onAbort = (): void => {
      const place = line.indexOf(one);
      if (place < 0) return;
      line.splice(place, 1);
      reject(aborted(call.verb));
    };
    signal?.addEventListener('abort', onAbort, { once: true });
    line.push(one);
    send();
    return promise.finally(() => signal?.removeEventListener('abort', onAbort));
  };

  const close = async (): Promise<void> => {
    if (end !== undefined) return;
    end = new IbidError('CLOSED', `The ledger \`${file}\` is closed`);
    // Behind all that waits: money that is given back is worth the wait.
    await queue({ verb: 'read', args: [{ key: '', day: '' }] }, undefined).catch(() => undefined);
    const closed = Promise.withResolvers<Outcome>();
    post('close', closed.resolve);
    await closed.promise;
    await worker.terminate();
  };

  const opened = Promise.withResolvers<Outcome>();
  underWay = opened.resolve;
  const outcome = await opened.promise;
  if (IbidError.is(outcome)) {
    await worker.terminate();
    throw outcome;
  }
  return {
    call(verb, args, options) {
      if (end !== undefined) return Promise.reject(end);
      if (options?.signal?.aborted) return Promise.reject(aborted(verb));
      if (line.length >= LONGEST_LINE) return Promise.reject(tooMany(file));
      return queue({ verb, args }, options?.signal);
    },
    close: () => (closing ??= close()),
  };
}

function hand(group: readonly Waiting[], outcome: Outcome): void {
  for (const [i, one] of group.entries()) {
    const result = IbidError.is(outcome) ? outcome : outcome[i]!;
    if (IbidError.is(result)) one.reject(result);
    else if ('fault' in result) one.reject(toError(result.fault));
    else one.resolve(result.value);
  }
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
