import type { CallOptions, Diagnostic, PageParser } from '@ibid/core/types';
import type { PageLinks } from '@ibid/core/parse';

import { openWorkerPool, type JobOutcome } from './worker/worker-pool.ts';
import type { ParseJob } from './worker/parse-thread.ts';

export interface WorkerParserOptions {
  /** Milliseconds for one page. @default 5,000 */
  readonly timeoutMs?: number;
  /** Memory for the objects of one page, in MB. @default 256 */
  readonly heapMb?: number;
  /** Larger pages are not parsed. UTF-8 bytes, with all that the page imports. @default 20,000,000 */
  readonly maxBytes?: number;
  /** Threads, and so pages in flight. @default 1 */
  readonly pool?: number;
}

/** A parser for pages from outside: whatever a page holds, it ends in time, in memory, and without a throw. */
export interface WorkerParser extends PageParser {
  /** `pageLinks` under the same guard; `undefined` with a diagnostic when the page cannot be read. */
  links(
    html: string,
    url: string,
    options?: CallOptions,
  ): Promise<{ readonly links: PageLinks | undefined; readonly diagnostics: readonly Diagnostic[] }>;
}

/** Rejects with `ABORTED` and `CLOSED` only, and `UPSTREAM_FAILED` when the system gives no thread. */
export function workerParser(options: WorkerParserOptions = {}): WorkerParser {
  const timeoutMs = options.timeoutMs ?? 5000;
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
    if (bytes > maxBytes) {
      return refused(
        page,
        'parse:too-large',
        `The page has ${bytes} bytes, more than the ${maxBytes} that are parsed. Split it.`,
      );
    }
    const outcome: JobOutcome<Value> = await pool.run(job, call?.signal);
    switch (outcome.kind) {
      case 'done':
        return { value: outcome.value, diagnostics: [] };
      case 'timed-out':
        return refused(
          page,
          'parse:timed-out',
          `The page took more than ${timeoutMs} ms to parse and was given up. Simplify its markup.`,
        );
      case 'out-of-memory':
        return refused(
          page,
          'parse:out-of-memory',
          `The page took more than ${heapMb} MB to parse and was given up. Split it.`,
        );
      case 'failed':
        return refused(page, 'parse:failed', `The page cannot be parsed: ${outcome.reason}.`);
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

function refused(
  page: string,
  rule: Diagnostic['rule'],
  message: string,
): { readonly value: undefined; readonly diagnostics: readonly Diagnostic[] } {
  return { value: undefined, diagnostics: [{ severity: 'error', rule, message, page }] };
}
