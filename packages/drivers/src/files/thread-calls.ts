/** Calls to a thread that owns a file: numbered requests, each with one reply, in any order. */
import { IbidError } from '@ibid/core';
import { Worker, type WorkerOptions } from 'node:worker_threads';
import { threadEnvironment } from './thread-environment.ts';
import type { Fault } from './worker-fault.ts';

export interface ThreadCalls {
  /** Sends a request with an `id`. If the signal fires, `{ abort: id }` follows; the reply still comes. */
  call<T>(request: object, signal?: AbortSignal): Promise<T>;
  /** Refuses later calls with `refusal`, sends the last request, and ends the thread after its reply. Does nothing if the thread has ended. */
  close(request: object, refusal: IbidError): Promise<void>;
}

/** A reply of the thread. `id` 0 is the reply to opening the file. */
export type ThreadReply = { readonly id: number } & ({ readonly value: unknown } | { readonly fault: Fault });

/** Starts the thread and waits until `file` is open. */
export async function startThread(module: URL, file: string, options: WorkerOptions): Promise<ThreadCalls> {
  // Flags of the process, such as `--input-type`, may not work in the thread.
  const worker = new Worker(module, { execArgv: [], env: threadEnvironment(), ...options });
  const pending = new Map<number, PromiseWithResolvers<unknown>>();
  let lastId = 0;
  let end: IbidError | undefined;

  const post = (message: object): void => worker.postMessage(message, []);
  const replyTo = <T>(id: number): Promise<T> => {
    const waiting = Promise.withResolvers<T>();
    pending.set(id, waiting as PromiseWithResolvers<unknown>);
    return waiting.promise;
  };
  const settle = (reply: ThreadReply): void => {
    const waiting = pending.get(reply.id);
    pending.delete(reply.id);
    if ('fault' in reply) waiting?.reject(new IbidError(reply.fault.code, reply.fault.message, reply.fault));
    else waiting?.resolve(reply.value);
    // An idle thread must not keep the process alive.
    if (pending.size === 0) worker.unref();
  };
  const died = (cause: unknown): void => {
    end ??= new IbidError('UPSTREAM_FAILED', `The thread of \`${file}\` ended; open it again`, { cause });
    for (const { reject } of pending.values()) reject(end);
    pending.clear();
  };
  // Replies are settled at the end of their turn of the event loop, because the code that waits for one runs at once and may take long. Replies
  // to newly sent requests then arrive in later turns, so that connections and timers wait for a few replies only.
  worker.on('message', (reply: ThreadReply) => setImmediate(settle, reply));
  // Delayed too, so that replies that arrived before are settled first.
  worker.on('error', (error) => setImmediate(died, error));
  worker.on('exit', (code) => setImmediate(died, code));

  const call = <T>(request: object, signal?: AbortSignal): Promise<T> => {
    if (end !== undefined) return Promise.reject(end);
    const id = ++lastId;
    const onAbort = (): void => post({ abort: id });
    signal?.addEventListener('abort', onAbort, { once: true });
    worker.ref();
    post({ id, ...request });
    return replyTo<T>(id).finally(() => signal?.removeEventListener('abort', onAbort));
  };

  try {
    await replyTo(0);
  } catch (error) {
    await worker.terminate();
    throw error;
  }
  return {
    call,
    async close(request, refusal) {
      if (end !== undefined) return;
      const closed = call(request);
      end = refusal;
      await closed;
      await worker.terminate();
    },
  };
}
