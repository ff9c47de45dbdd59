import { IbidError } from '@ibid/core';
import type { PageLinks } from '@ibid/core/parse';
import type { CallOptions, Diagnostic, PageParser } from '@ibid/core/types';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { ParseJob } from './worker/parse-thread.ts';
import { threadEnvironment } from '../files/thread-environment.ts';

interface WorkerParserOptions {
  /** Maximum milliseconds for one page, on a busy machine too. @default 20,000 */
  readonly timeoutMs?: number;
  /** Maximum heap for one page, in MB. @default 256 */
  readonly heapMb?: number;
  /** Maximum size of a page in UTF-8 bytes, including everything that it imports; larger ones are not parsed. @default 20,000,000 */
  readonly maxBytes?: number;
  /** Number of threads, and so of pages in parallel. @default 1 */
  readonly pool?: number;
}

/** A parser for untrusted pages: limited in time and memory, and it never throws because of a page. */
export interface WorkerParser extends PageParser {
  /** `pageLinks` with the same limits; `undefined` with a diagnostic if the page cannot be read. */
  links(
    html: string,
    url: string,
    options?: CallOptions,
  ): Promise<{ readonly links: PageLinks | undefined; readonly diagnostics: readonly Diagnostic[] }>;
}

/** Creates the parser. Calls reject only with `ABORTED`, `CLOSED`, or `UPSTREAM_FAILED` if no thread can be started. */
export function workerParser(options: WorkerParserOptions = {}): WorkerParser {
  const timeoutMs = options.timeoutMs ?? 20_000;
  const heapMb = options.heapMb ?? 256;
  const maxBytes = options.maxBytes ?? 20_000_000;
  const entry = new URL('./worker/parse-thread.ts', import.meta.url);
  const pool = openWorkerPool({ entry, size: Math.max(1, options.pool ?? 1), timeoutMs, heapMb });

  async function run<Value>(
    job: ParseJob,
    page: string,
    bytes: number,
    call: CallOptions | undefined,
  ): Promise<{ readonly value: Value | undefined; readonly diagnostics: readonly Diagnostic[] }> {
    const refused = (rule: string, message: string): { value: undefined; diagnostics: Diagnostic[] } => ({
      value: undefined,
      diagnostics: [{ severity: 'error', rule: `parse:${rule}`, message, page }],
    });
    if (bytes > maxBytes) {
      const message = `The page has ${bytes} bytes, more than the ${maxBytes} that are parsed. Split it.`;
      return refused('too-large', message);
    }
    const outcome: JobOutcome<Value> = await pool.run(job, call?.signal);
    switch (outcome.kind) {
      case 'done':
        return { value: outcome.value, diagnostics: [] };
      case 'timed-out':
        return refused(
          outcome.kind,
          `The page took more than ${timeoutMs / 1000} s to parse and was given up. Index again, or simplify its markup.`,
        );
      case 'out-of-memory':
        return refused(outcome.kind, `The page took more than ${heapMb} MB to parse and was given up. Split it.`);
      case 'failed':
        return refused(outcome.kind, `The page cannot be parsed: ${outcome.reason}.`);
    }
  }

  return {
    async parse(raw, call) {
      const bytes = sizeOf([raw.body, ...Object.values(raw.imports)]);
      const { value, diagnostics } = await run<Awaited<ReturnType<PageParser['parse']>>>(
        { kind: 'page', raw },
        raw.url,
        bytes,
        call,
      );
      return value ?? { page: undefined, diagnostics };
    },
    async links(html, url, call) {
      const { value, diagnostics } = await run<PageLinks>({ kind: 'links', html, url }, url, sizeOf([html]), call);
      return { links: value, diagnostics };
    },
    close: () => pool.close(),
  };
}

function sizeOf(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
}

/** `ready` is sent once, before anything else; then one reply for each job, in order. */
export type WorkerReply =
  | { readonly kind: 'ready' }
  | { readonly kind: 'done'; readonly value: unknown }
  | { readonly kind: 'failed'; readonly reason: string };

type JobOutcome<Value> =
  | { readonly kind: 'done'; readonly value: Value }
  /** The code threw; `reason` is its message. */
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'timed-out' }
  | { readonly kind: 'out-of-memory' };

export interface WorkerPool {
  /** Rejects only with `ABORTED`, `CLOSED`, or `UPSTREAM_FAILED` if no thread can be started. */
  run<Value>(job: unknown, signal?: AbortSignal): Promise<JobOutcome<Value>>;
  close(): Promise<void>;
}

interface WorkerPoolOptions {
  /** Module that each thread runs. It sends `ready` first, then one `WorkerReply` for every job. */
  readonly entry: URL;
  /** Number of threads, and so of jobs in parallel. At least 1. */
  readonly size: number;
  readonly timeoutMs: number;
  readonly heapMb: number;
}

/** Milliseconds until an idle thread is ended, to free its memory for the work after parsing. */
const IDLE_MS = 250;

/**
 * Runs jobs in worker threads with a deadline and a memory limit.
 *
 * A thread that misses its deadline or runs out of memory is killed; its job ends with that outcome, and the next job starts a new thread. The
 * deadline counts from the moment a ready thread gets the job, so loading the code does not count. Idle threads do not keep the process
 * alive.
 */
export function openWorkerPool(options: WorkerPoolOptions): WorkerPool {
  const closing = new AbortController();
  const threads = new Set<Worker>();
  const idle = new Map<Worker, NodeJS.Timeout>();
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
    const [found] = idle.keys();
    if (found !== undefined) {
      clearTimeout(idle.get(found));
      idle.delete(found);
      return found;
    }
    const worker = new Worker(options.entry, {
      execArgv: [],
      env: threadEnvironment(),
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
      worker.postMessage(payload, []);
      const reply = await nextReply(worker, AbortSignal.any([stop, deadline]));
      idle.set(worker, setTimeout(discard, IDLE_MS, worker).unref());
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

/** Waits for the next message. Rejects if the thread fails or ends, or if `stop` is aborted. */
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
