/**
 * Runs jobs in worker threads under a deadline and a memory limit.
 *
 * A thread that misses its deadline or runs out of memory cannot be trusted with anything more: it is killed, its job ends
 * with that outcome, and the next job starts a new thread. The deadline counts from the moment a ready thread gets the job;
 * loading the code is not held against a page. Idle threads do not keep the process alive.
 */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { IbidError } from '@ibid/core';
import { compileCache } from '../../files/compile-cache.ts';

export interface WorkerRequest {
  readonly payload: unknown;
}

/** `ready` comes once, before anything else; then one reply for each request, in order. */
export type WorkerReply =
  | { readonly kind: 'ready' }
  | { readonly kind: 'done'; readonly value: unknown }
  | { readonly kind: 'failed'; readonly reason: string };

export type JobOutcome<Value> =
  | { readonly kind: 'done'; readonly value: Value }
  /** The code threw; `reason` is its message. */
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'timed-out' }
  | { readonly kind: 'out-of-memory' };

export interface WorkerPool {
  /** Rejects only with `ABORTED`, `CLOSED`, or `UPSTREAM_FAILED` when no thread can be started. */
  run<Value>(job: unknown, signal?: AbortSignal): Promise<JobOutcome<Value>>;
  close(): Promise<void>;
}

export interface WorkerPoolOptions {
  /** Module that each thread runs; answers every `WorkerRequest` with one `WorkerReply` and says `ready` first. */
  readonly entry: URL;
  /** Threads, and so jobs in flight. At least 1. */
  readonly size: number;
  readonly timeoutMs: number;
  readonly heapMb: number;
}

export function openWorkerPool(options: WorkerPoolOptions): WorkerPool {
  const closing = new AbortController();
  const threads = new Set<Worker>();
  const idle = new Set<Worker>();
  const waiting = new Set<() => void>();
  let places = options.size;

  async function takePlace(stop: AbortSignal): Promise<void> {
    stop.throwIfAborted();
    if (places === 0) {
      await new Promise<void>((resolve, reject) => {
        waiting.add(resolve);
        stop.addEventListener('abort', () => {
          if (waiting.delete(resolve)) reject(stop.reason as Error);
        });
      });
    } else places -= 1;
  }

  function leavePlace(): void {
    const [next] = waiting;
    if (next === undefined) places += 1;
    else {
      waiting.delete(next);
      next();
    }
  }

  async function readyThread(stop: AbortSignal): Promise<Worker> {
    stop.throwIfAborted();
    const [found] = idle;
    if (found !== undefined) {
      idle.delete(found);
      return found;
    }
    const worker = new Worker(options.entry, {
      execArgv: [],
      env: compileCache(),
      resourceLimits: { maxOldGenerationSizeMb: options.heapMb, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
    });
    threads.add(worker);
    worker.on('error', () => discard(worker));
    worker.on('exit', () => discard(worker));
    try {
      await nextReply(worker, stop);
      return worker;
    } catch (cause) {
      discard(worker);
      stop.throwIfAborted();
      throw new IbidError('UPSTREAM_FAILED', 'No parser thread can be started.', { cause });
    }
  }

  function discard(worker: Worker): void {
    idle.delete(worker);
    void worker.terminate().finally(() => threads.delete(worker));
  }

  async function outcomeOf(worker: Worker, payload: unknown, stop: AbortSignal): Promise<JobOutcome<unknown>> {
    const deadline = AbortSignal.timeout(options.timeoutMs);
    worker.ref();
    try {
      worker.postMessage({ payload } satisfies WorkerRequest, []);
      const reply = await nextReply(worker, AbortSignal.any([stop, deadline]));
      idle.add(worker);
      return reply as JobOutcome<unknown>;
    } catch (error) {
      discard(worker);
      stop.throwIfAborted();
      if (deadline.aborted) return { kind: 'timed-out' };
      if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY') return { kind: 'out-of-memory' };
      return { kind: 'failed', reason: error instanceof Error ? error.message : 'the thread ended' };
    } finally {
      worker.unref();
    }
  }

  async function runJob(payload: unknown, stop: AbortSignal): Promise<JobOutcome<unknown>> {
    await takePlace(stop);
    try {
      return await outcomeOf(await readyThread(stop), payload, stop);
    } finally {
      leavePlace();
    }
  }

  return {
    async run<Value>(payload: unknown, signal?: AbortSignal): Promise<JobOutcome<Value>> {
      const stop = AbortSignal.any(signal === undefined ? [closing.signal] : [closing.signal, signal]);
      try {
        return (await runJob(payload, stop)) as JobOutcome<Value>;
      } catch (error) {
        if (closing.signal.aborted) throw new IbidError('CLOSED', 'The parser is closed; open a new one.');
        if (signal?.aborted !== true) throw error;
        throw new IbidError('ABORTED', 'Parsing was aborted.', { cause: signal.reason });
      }
    },
    async close() {
      closing.abort();
      await Promise.all([...threads].map((worker) => worker.terminate()));
    },
  };
}

/** Rejects when the thread fails or ends, or when `stop` is aborted. */
async function nextReply(worker: Worker, stop: AbortSignal): Promise<WorkerReply> {
  const settled = new AbortController();
  const signal = AbortSignal.any([stop, settled.signal]);
  try {
    const ended = once(worker, 'exit', { signal }).then(() => Promise.reject(new Error('the thread ended')));
    const [reply] = (await Promise.race([once(worker, 'message', { signal }), ended])) as [WorkerReply];
    return reply;
  } finally {
    settled.abort();
  }
}
