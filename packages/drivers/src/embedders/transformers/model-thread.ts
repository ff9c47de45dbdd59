import { IbidError } from '@ibid/core';
import { Worker } from 'node:worker_threads';
import type { ModelReply, ModelRequest, ModelSetup } from './protocol.ts';

/** A model in a thread of its own, so that the event loop stays free while it loads and computes. */
export interface ModelThread {
  /** Rejects with `TIMED_OUT` after so many milliseconds, and with `ABORTED`; what nobody waits for is not begun. */
  embed(
    texts: readonly string[],
    call: { readonly timeout: number; readonly signal: AbortSignal | undefined },
  ): Promise<readonly Float32Array[]>;
  close(): Promise<void>;
}

interface Running {
  readonly worker: Worker;
  readonly exited: Promise<void>;
  readonly waiting: Map<number, (reply: ModelReply | Error) => void>;
}

/** A computation under way may end; then the thread is stopped. */
const CLOSE_MS = 5_000;

/** The thread begins with the first request, and anew after one that has failed to load its model. */
export function modelThread(setup: ModelSetup): ModelThread {
  let running: Running | undefined;
  let next = 0;

  function started(): Running {
    const worker = new Worker(new URL('./transformers-worker.ts', import.meta.url), {
      workerData: setup,
      name: 'ibid-transformers',
      execArgv: [],
    });
    const waiting: Running['waiting'] = new Map();
    const end = (error: Error): void => {
      if (running?.worker === worker) running = undefined;
      for (const settle of waiting.values()) settle(error);
      waiting.clear();
    };
    worker.on('message', (reply: ModelReply) => {
      waiting.get(reply.id)?.(reply);
      if (waiting.size === 0) worker.unref();
      if ('fault' in reply && reply.fault.code === 'INVALID_CONFIG') void stop(begun);
    });
    worker.on('error', () => end(crashed()));
    const exited = new Promise<void>((resolve) => {
      worker.once('exit', () => {
        end(crashed());
        resolve();
      });
    });
    const begun: Running = { worker, exited, waiting };
    return begun;
  }

  async function stop(stopped: Running): Promise<void> {
    if (running === stopped) running = undefined;
    post(stopped.worker, { type: 'close' });
    const timer = setTimeout(() => void stopped.worker.terminate(), CLOSE_MS);
    stopped.worker.ref();
    await stopped.exited;
    clearTimeout(timer);
  }

  return {
    embed(texts, { timeout, signal }) {
      running ??= started();
      const { worker, waiting } = running;
      const id = next++;
      return new Promise((resolve, reject) => {
        const leave = (error: IbidError): void => {
          post(worker, { type: 'drop', id });
          settle(error);
        };
        const onAbort = (): void => leave(new IbidError('ABORTED', 'Embedding was stopped by its caller.'));
        const timer = setTimeout(() => leave(late(setup)), timeout);
        const settle = (reply: ModelReply | Error): void => {
          clearTimeout(timer);
          signal?.removeEventListener('abort', onAbort);
          waiting.delete(id);
          if (reply instanceof Error) reject(reply);
          else if ('vectors' in reply) resolve(reply.vectors);
          else reject(new IbidError(reply.fault.code, reply.fault.message, { details: reply.fault.details }));
        };
        waiting.set(id, settle);
        signal?.addEventListener('abort', onAbort, { once: true });
        worker.ref();
        post(worker, { type: 'embed', id, texts });
      });
    },
    async close() {
      if (running !== undefined) await stop(running);
    },
  };
}

function post(worker: Worker, request: ModelRequest): void {
  worker.postMessage(request, []);
}

function late({ model }: ModelSetup): IbidError {
  return new IbidError('TIMED_OUT', `The model \`${model}\` took too long. It may still be loading; try again.`, {
    retryable: true,
  });
}

function crashed(): IbidError {
  return new IbidError(
    'UPSTREAM_FAILED',
    'The thread of the embedder `transformers` ended. Give the process more memory, or name a smaller model.',
    { retryable: true },
  );
}
