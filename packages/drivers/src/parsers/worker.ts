import { IbidError, untilAborted } from '@ibid/core';
import type { PageLinks } from '@ibid/core/parse';
import type { CallOptions, Diagnostic, PageParser } from '@ibid/core/types';
import { startThread, type Thread } from '../files/thread.ts';
import type { ParseJob } from './worker/parse-thread.ts';

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

/** Answer of a thread to a job; `reason` is the message of the error that its code threw. */
export type JobReply<Value = unknown> =
  | { readonly kind: 'done'; readonly value: Value }
  | { readonly kind: 'failed'; readonly reason: string };

type JobOutcome<Value> = JobReply<Value> | { readonly kind: 'timed-out' } | { readonly kind: 'out-of-memory' };

export interface WorkerPool {
  /** Rejects only with `ABORTED`, `CLOSED`, or `UPSTREAM_FAILED` if no thread can be started. */
  run<Value>(job: object, signal?: AbortSignal): Promise<JobOutcome<Value>>;
  close(): Promise<void>;
}

interface WorkerPoolOptions extends Required<Pick<WorkerParserOptions, 'timeoutMs' | 'heapMb'>> {
  /** Module that each thread runs. It answers every job, and first an empty one, with a `ThreadReply` of a `JobReply`. */
  readonly entry: URL;
  /** Number of threads, and so of jobs in parallel. At least 1. */
  readonly size: number;
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
export function openWorkerPool({ entry, size, timeoutMs, heapMb }: WorkerPoolOptions): WorkerPool {
  const closing = new AbortController();
  const threads = new Set<Thread>();
  const idle = new Map<Thread, NodeJS.Timeout>();
  /** Ends of the jobs that have a thread. */
  const underWay = new Set<Promise<void>>();

  async function readyThread(stop: AbortSignal): Promise<Thread> {
    stop.throwIfAborted();
    for (const [found, timer] of idle) {
      clearTimeout(timer);
      idle.delete(found);
      if (!found.hasEnded()) return found;
    }
    const thread = startThread(entry, {
      resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
      ended: (cause) => (cause instanceof Error ? cause : new Error('the thread ended')),
    });
    threads.add(thread);
    try {
      await untilAborted(thread.call({}), stop);
      return thread;
    } catch (cause) {
      discard(thread);
      stop.throwIfAborted();
      throw new IbidError('UPSTREAM_FAILED', 'No parser thread can be started.', { cause });
    }
  }

  function discard(thread: Thread): void {
    idle.delete(thread);
    void thread.terminate().finally(() => threads.delete(thread));
  }

  async function outcomeOf<Value>(thread: Thread, job: object, stop: AbortSignal): Promise<JobOutcome<Value>> {
    const deadline = AbortSignal.timeout(timeoutMs);
    try {
      const outcome = await untilAborted(thread.call<JobOutcome<Value>>(job), AbortSignal.any([stop, deadline]));
      idle.set(thread, setTimeout(discard, IDLE_MS, thread).unref());
      return outcome;
    } catch (error) {
      discard(thread);
      stop.throwIfAborted();
      if (deadline.aborted) return { kind: 'timed-out' };
      const { code, message } = error as NodeJS.ErrnoException;
      return code === 'ERR_WORKER_OUT_OF_MEMORY' ? { kind: 'out-of-memory' } : { kind: 'failed', reason: message };
    }
  }

  return {
    async run<Value>(job: object, signal?: AbortSignal): Promise<JobOutcome<Value>> {
      const stop = AbortSignal.any(signal === undefined ? [closing.signal] : [closing.signal, signal]);
      try {
        while (underWay.size >= size) await untilAborted(Promise.race(underWay), stop);
        const turn = Promise.withResolvers<void>();
        underWay.add(turn.promise);
        try {
          return await outcomeOf<Value>(await readyThread(stop), job, stop);
        } finally {
          underWay.delete(turn.promise);
          turn.resolve();
        }
      } catch (error) {
        if (closing.signal.aborted) throw new IbidError('CLOSED', 'The parser is closed; open a new one.');
        if (signal?.aborted !== true) throw error;
        throw new IbidError('ABORTED', 'Parsing was aborted.', { cause: signal.reason });
      }
    },
    async close() {
      closing.abort();
      await Promise.all([...threads].map((thread) => thread.terminate()));
    },
  };
}
