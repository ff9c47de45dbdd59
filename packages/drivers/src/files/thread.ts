/** A thread that answers numbered requests, each with one reply, in any order. */
import { IbidError } from '@ibid/core';
import { createRequire, getCompileCacheDir } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker, type WorkerOptions } from 'node:worker_threads';
import type { Fault } from './worker-fault.ts';

export interface Thread {
  /** Sends a request with an `id`. If the signal fires, `{ abort: id }` follows; the reply still comes. */
  call<T>(request: object, signal?: AbortSignal): Promise<T>;
  hasEnded(): boolean;
  /** Refuses later calls with `refusal`, sends the last request, and ends the thread after its reply. Does nothing if the thread has ended. */
  close(request: object, refusal: IbidError): Promise<void>;
  /** Ends the thread at once. */
  terminate(): Promise<unknown>;
}

export type ThreadReply = { readonly id: number } & ({ readonly value: unknown } | { readonly fault: Fault });

interface ThreadOptions extends Pick<WorkerOptions, 'workerData' | 'name' | 'resourceLimits'> {
  /** Creates the error of calls that were not answered before the thread ended. */
  readonly ended: (cause: unknown) => Error;
  /** Receives messages of the thread that are no replies. */
  readonly onNotice?: (notice: never) => void;
}

/** Starts a thread that runs `module`. An idle thread does not keep the process alive. */
export function startThread(module: URL, { ended, onNotice, ...options }: ThreadOptions): Thread {
  // Flags of the process, such as `--input-type`, may not work in the thread. Node 22 calls its SQLite experimental in each thread.
  const worker = new Worker(module, {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    env: threadEnvironment(),
    ...options,
  });
  const pending = new Map<number, PromiseWithResolvers<unknown>>();
  let lastId = 0;
  let end: Error | undefined;

  const settle = (message: ThreadReply): void => {
    if (!('id' in message)) return onNotice?.(message as never);
    const waiting = pending.get(message.id);
    pending.delete(message.id);
    if ('fault' in message) waiting?.reject(new IbidError(message.fault.code, message.fault.message, message.fault));
    else waiting?.resolve(message.value);
    if (pending.size === 0) worker.unref();
  };
  const died = (cause: unknown): void => {
    end ??= ended(cause);
    for (const { reject } of pending.values()) reject(end);
    pending.clear();
  };
  // Replies are settled at the end of their turn of the event loop, because the code that waits for one runs at once and may take long. Replies
  // to newly sent requests then arrive in later turns, so that connections and timers wait for a few replies only.
  worker.on('message', (message: ThreadReply) => setImmediate(settle, message));
  // Delayed too, so that replies that arrived before are settled first.
  worker.on('error', (error) => setImmediate(died, error));
  worker.on('exit', () => setImmediate(died, undefined));

  const post = (message: object): void => worker.postMessage(message, []);
  const call = <T>(request: object, signal?: AbortSignal): Promise<T> => {
    if (end !== undefined) return Promise.reject(end);
    const id = ++lastId;
    post({ id, ...request });
    const waiting = Promise.withResolvers<T>();
    pending.set(id, waiting as PromiseWithResolvers<unknown>);
    const onAbort = (): void => post({ abort: id });
    signal?.addEventListener('abort', onAbort, { once: true });
    worker.ref();
    return waiting.promise.finally(() => signal?.removeEventListener('abort', onAbort));
  };
  return {
    call,
    hasEnded: () => end !== undefined,
    async close(request, refusal) {
      if (end !== undefined) return;
      const closed = call(request);
      end = refusal;
      await closed;
      await worker.terminate();
    },
    terminate: () => worker.terminate(),
  };
}

/** Starts a thread that owns `file`, and waits until it has answered the first request, which opens the file. */
export async function startFileThread(
  module: URL,
  file: string,
  first: object,
  options: Omit<ThreadOptions, 'ended'>,
): Promise<Thread> {
  const ended = (cause: unknown): IbidError =>
    new IbidError('UPSTREAM_FAILED', `The thread of \`${file}\` ended; open it again`, { cause });
  const thread = startThread(module, { ...options, ended });
  try {
    await thread.call(first);
    return thread;
  } catch (error) {
    await thread.terminate();
    throw error;
  }
}

/**
 * The complete environment of a thread. It makes the thread use the process's compile cache, which halves its start time, and find packages
 * under Yarn's Plug'n'Play as the process does.
 */
function threadEnvironment(): Readonly<Record<string, string>> {
  // `getCompileCacheDir` returns a subfolder for this version of Node.
  const folder = getCompileCacheDir();
  return {
    ...(folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) }),
    ...(process.versions['pnp'] === undefined ? {} : { NODE_OPTIONS: plugAndPlay() }),
  };
}

/** The options with which Yarn starts Node. */
function plugAndPlay(): string {
  const api = createRequire(import.meta.url).resolve('pnpapi');
  const loader = pathToFileURL(join(dirname(api), '.pnp.loader.mjs'));
  return `--require ${JSON.stringify(api)} --experimental-loader ${loader.href}`;
}
