/**
 * The store's end of the connection to the worker: numbered requests, their replies, and queues. Reads and writes have separate queues,
 * with one write at a time, so that a long build never delays a search.
 */
import { IbidError } from '@ibid/core';
import type { CallOptions } from '@ibid/core/types';
import { Worker } from 'node:worker_threads';
import { threadEnvironment } from '../../files/thread-environment.ts';
import type { Fault } from '../../files/worker-fault.ts';
import type * as builds from './build-verbs.ts';
import type * as checks from './check-verbs.ts';
import { dotModule, type WasmModule } from './dot-kernel.ts';
import type { Scoring } from './generation.ts';
import type * as publishing from './publish.ts';
import type * as reads from './read-verbs.ts';
import type { Session } from './session.ts';

export interface WorkerClient {
  call<V extends Verb>(verb: V, args: Args<V>, options?: CallOptions): Promise<Result<V>>;
  /** Finishes running requests, rejects waiting ones, then ends the thread. */
  close(): Promise<void>;
}

/** Calls that change the file; they run in the order of arrival. */
const WRITES: ReadonlySet<Verb> = new Set<Verb>([
  'beginBuild',
  'putPage',
  'deletePages',
  'putVectors',
  'publish',
  'abandonBuild',
  'putCached',
]);
/** Maximum reads sent at once: enough to keep the thread busy. As many replies may arrive in one turn of the event loop. */
const READS_UNDER_WAY = 4;
/** Maximum waiting requests. Callers that do not wait for replies get an error before memory fills up. */
const LONGEST_QUEUE = 1024;

interface Pending {
  readonly id: number;
  readonly verb: Verb;
  readonly args: readonly unknown[];
  readonly line: Line;
  resolve(value: unknown): void;
  reject(error: IbidError): void;
}

interface Line {
  readonly most: number;
  readonly waiting: Pending[];
  underWay: number;
}

/** Starts the thread and waits until the file is open. */
export async function startWorker(index: Omit<WorkerSetup, 'kernel'>): Promise<WorkerClient> {
  const setup: WorkerSetup = { ...index, kernel: dotModule() };
  // Use the extension of this file: `.ts` in the repository, `.js` when published.
  const url = new URL(`./worker${import.meta.url.slice(import.meta.url.lastIndexOf('.'))}`, import.meta.url);
  // Flags of the process, such as `--input-type`, may not work in the thread.
  const worker = new Worker(url, {
    workerData: setup,
    name: 'ibid-index',
    execArgv: [],
    env: threadEnvironment(),
    // Rows live shortly; V8's default would let 100 MB of them pile up.
    resourceLimits: { maxYoungGenerationSizeMb: 32 },
  });
  const reads: Line = { most: READS_UNDER_WAY, waiting: [], underWay: 0 };
  const writes: Line = { most: 1, waiting: [], underWay: 0 };
  const pending = new Map<number, Pending>();
  let lastId = 0;
  let end: IbidError | undefined;

  const send = (line: Line): void => {
    while (line.underWay < line.most) {
      const next = line.waiting.shift();
      if (next === undefined) break;
      line.underWay++;
      pending.set(next.id, next);
      worker.ref();
      post(worker, { id: next.id, verb: next.verb, args: next.args });
    }
  };
  const stop = (error: IbidError): void => {
    end ??= error;
    for (const line of [reads, writes]) for (const one of line.waiting.splice(0)) one.reject(error);
  };

  const settle = (response: Response): void => {
    const one = pending.get(response.id);
    if (one === undefined) return;
    pending.delete(response.id);
    one.line.underWay--;
    if ('fault' in response) one.reject(toError(response.fault));
    else one.resolve(response.value);
    send(one.line);
    // An idle store must not keep the process alive.
    if (pending.size === 0) worker.unref();
  };
  const died = (error: unknown): void => {
    const gone = new IbidError(
      'UPSTREAM_FAILED',
      `The thread of the index \`${setup.file}\` ended; open the store again`,
      { cause: error },
    );
    stop(gone);
    for (const one of pending.values()) one.reject(gone);
    pending.clear();
  };
  // Replies are settled at the end of their turn of the event loop, because the code that waits for one runs at once and may take long. Replies
  // to newly sent requests then arrive in later turns, so that connections and timers wait for a few replies only.
  worker.on('message', (response: Response) => setImmediate(settle, response));
  // Delayed too, so that replies that arrived before are settled first.
  worker.on('error', (error) => setImmediate(died, error));
  worker.on('exit', (code) => setImmediate(died, code));

  const call = <T>(id: number, verb: Verb, args: readonly unknown[], signal: AbortSignal | undefined): Promise<T> => {
    if (end !== undefined) return Promise.reject(end);
    const line = WRITES.has(verb) ? writes : reads;
    if (line.waiting.length >= LONGEST_QUEUE) {
      return Promise.reject(
        new IbidError('STORE_BUSY', `${LONGEST_QUEUE} calls wait for the index \`${setup.file}\`; try again later`, {
          retryable: true,
        }),
      );
    }
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const one: Pending = { id, verb, args, line, resolve: (value) => resolve(value as T), reject };
    const onAbort = (): void => {
      const place = line.waiting.indexOf(one);
      if (place >= 0) {
        line.waiting.splice(place, 1);
        reject(new IbidError('ABORTED', `\`${verb}\` was aborted`));
      } else post(worker, { abort: id });
    };
    signal?.addEventListener('abort', onAbort, { once: true });
    line.waiting.push(one);
    send(line);
    return promise.finally(() => signal?.removeEventListener('abort', onAbort));
  };

  const opened = Promise.withResolvers<unknown>();
  pending.set(0, { id: 0, verb: 'info', args: [], line: { most: 1, waiting: [], underWay: 1 }, ...opened });
  try {
    await opened.promise;
  } catch (error) {
    await worker.terminate();
    throw error;
  }
  return {
    call: (verb, args, options) => call(++lastId, verb, args, options?.signal),
    async close() {
      if (end !== undefined) return;
      const done = call(++lastId, 'close', [], undefined);
      stop(new IbidError('CLOSED', `The index \`${setup.file}\` is closed`));
      await done;
      await worker.terminate();
    },
  };
}

function post(worker: Worker, request: Request): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread, not a window
  worker.postMessage(request);
}

function toError({ code, message, retryable }: Fault): IbidError {
  return new IbidError(code, message, { retryable });
}

/*
 * Messages between the store and its worker. Every request gets one reply, in any order; `abort` gets none, but the request that it names
 * still does.
 */

export interface WorkerSetup {
  readonly file: string;
  readonly readOnly: boolean;
  readonly scoring: Scoring;
  /** The compiled kernel, shared by all index threads of the process. */
  readonly kernel: WasmModule;
}

/** The functions that the thread runs for the store; the first argument of each is its `Session`. */
type Verbs = Pick<typeof reads, 'info' | 'search' | 'getChunks' | 'getPage' | 'listPages' | 'readPages' | 'terms'> &
  Pick<
    typeof builds,
    'beginBuild' | 'putPage' | 'deletePages' | 'listBuild' | 'putVectors' | 'abandonBuild' | 'getCached' | 'putCached'
  > &
  Pick<typeof checks, 'checkStep'> &
  Pick<typeof publishing, 'publish'> & { close(session: Session): void };

export type Verb = keyof Verbs;
export type Args<V extends Verb> = Verbs[V] extends (session: Session, ...args: infer A) => unknown ? A : never;
export type Result<V extends Verb> = Awaited<ReturnType<Verbs[V]>>;

export type Request =
  | { readonly id: number; readonly verb: Verb; readonly args: readonly unknown[] }
  | { readonly abort: number };

/** `id` 0 is the reply to opening the file. */
export type Response =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly fault: Fault };
