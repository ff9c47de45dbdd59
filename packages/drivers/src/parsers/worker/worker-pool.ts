/**
 * Runs jobs in worker threads under a deadline and a memory limit.
 *
 * A thread that misses its deadline or runs out of memory cannot be trusted with anything more: it is killed, its job ends
 * with that outcome, and the next job starts a new thread. The deadline counts from the moment a ready thread gets the job;
 * loading the code is not held against a page. Idle threads do not keep the process alive.
 */
import { Worker } from 'node:worker_threads';
import { IbidError } from '@ibid/core';

import type { WorkerReply, WorkerRequest } from './worker-message.ts';

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

interface Job {
  readonly payload: unknown;
  readonly settle: (outcome: JobOutcome<unknown>) => void;
  readonly reject: (error: Error) => void;
}

interface Slot {
  worker: Worker | undefined;
  ready: boolean;
  job: Job | undefined;
  deadline: NodeJS.Timeout | undefined;
}

export function openWorkerPool(options: WorkerPoolOptions): WorkerPool {
  const slots: readonly Slot[] = Array.from({ length: options.size }, () => emptySlot());
  const waiting: Job[] = [];
  const ending = new Set<Promise<unknown>>();
  let closed = false;

  function next(): void {
    if (closed) return;
    for (const slot of slots) {
      if (slot.job !== undefined) continue;
      const job = waiting.shift();
      if (job === undefined) return;
      slot.job = job;
      if (slot.worker === undefined) start(slot);
      else if (slot.ready) send(slot);
    }
  }

  function start(slot: Slot): void {
    const worker = new Worker(options.entry, {
      execArgv: [],
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: options.heapMb, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
    });
    slot.worker = worker;
    slot.ready = false;
    worker.on('message', (reply: WorkerReply) => {
      if (slot.worker !== worker) return;
      if (reply.kind === 'ready') {
        slot.ready = true;
        if (slot.job === undefined) worker.unref();
        else send(slot);
      } else {
        finish(slot, reply.kind === 'done' ? reply : { kind: 'failed', reason: reply.reason });
      }
    });
    worker.on('error', (error) => lose(slot, worker, error));
    worker.on('exit', () => lose(slot, worker, new Error('the thread ended')));
  }

  function send(slot: Slot): void {
    slot.worker!.ref();
    slot.deadline = setTimeout(() => {
      discard(slot);
      finish(slot, { kind: 'timed-out' });
    }, options.timeoutMs);
    try {
      slot.worker!.postMessage({ payload: slot.job!.payload } satisfies WorkerRequest, []);
    } catch (error) {
      finish(slot, { kind: 'failed', reason: error instanceof Error ? error.message : 'it cannot be sent' });
    }
  }

  function finish(slot: Slot, outcome: JobOutcome<unknown>): void {
    const { job } = slot;
    release(slot);
    job?.settle(outcome);
    next();
  }

  /** The thread is gone: of its own accord, by its memory limit, or by an error outside of any job. */
  function lose(slot: Slot, worker: Worker, error: unknown): void {
    if (slot.worker !== worker) return;
    const wasReady = slot.ready;
    discard(slot);
    if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY') {
      finish(slot, { kind: 'out-of-memory' });
    } else if (wasReady) {
      finish(slot, { kind: 'failed', reason: error instanceof Error ? error.message : 'the thread ended' });
    } else {
      const { job } = slot;
      release(slot);
      job?.reject(new IbidError('UPSTREAM_FAILED', 'No parser thread can be started.', { cause: error }));
      next();
    }
  }

  function release(slot: Slot): void {
    clearTimeout(slot.deadline);
    slot.deadline = undefined;
    slot.job = undefined;
    slot.worker?.unref();
  }

  function discard(slot: Slot): void {
    const { worker } = slot;
    slot.worker = undefined;
    slot.ready = false;
    if (worker === undefined) return;
    const ended = worker.terminate().finally(() => ending.delete(ended));
    ending.add(ended);
  }

  function withdraw(job: Job): void {
    const at = waiting.indexOf(job);
    if (at >= 0) waiting.splice(at, 1);
    const slot = slots.find((candidate) => candidate.job === job);
    if (slot === undefined) return;
    discard(slot);
    release(slot);
    next();
  }

  return {
    run<Value>(payload: unknown, signal?: AbortSignal): Promise<JobOutcome<Value>> {
      return new Promise((resolve, reject) => {
        if (closed) return void reject(closedError());
        if (signal?.aborted === true) return void reject(abortedError(signal));
        const onAbort = (): void => {
          withdraw(job);
          reject(abortedError(signal!));
        };
        const job: Job = {
          payload,
          settle: (outcome) => {
            signal?.removeEventListener('abort', onAbort);
            resolve(outcome as JobOutcome<Value>);
          },
          reject: (error) => {
            signal?.removeEventListener('abort', onAbort);
            reject(error);
          },
        };
        signal?.addEventListener('abort', onAbort, { once: true });
        waiting.push(job);
        next();
      });
    },
    async close() {
      closed = true;
      const open = [...waiting.splice(0), ...slots.flatMap((slot) => slot.job ?? [])];
      for (const slot of slots) {
        discard(slot);
        release(slot);
      }
      for (const job of open) job.reject(closedError());
      await Promise.all(ending);
    },
  };
}

function emptySlot(): Slot {
  return { worker: undefined, ready: false, job: undefined, deadline: undefined };
}

function closedError(): IbidError {
  return new IbidError('CLOSED', 'The parser is closed; open a new one.');
}

function abortedError(signal: AbortSignal): IbidError {
  return new IbidError('ABORTED', 'Parsing was aborted.', { cause: signal.reason });
}
