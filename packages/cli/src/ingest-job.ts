/**
 * Indexing for a server: in a thread of its own, because chunking a long page or loading the tokenizer would keep answers waiting
 * for tenths of a second, and because a thread that runs out of memory does not take the server with it.
 */
import { IbidError } from '@ibid/core';
import type { RunJob } from '@ibid/core/types';
import type { IngestProgress, IngestReport } from '@ibid/core/ingest';
import { threadEnvironment } from '@ibid/drivers/files/thread-environment';
import { Worker } from 'node:worker_threads';
import { given } from './config.ts';
import type { Context } from './main.ts';
import { EMBEDDER_KEYS } from './open-embedder-source.ts';
import { QDRANT_KEY } from './index-address.ts';
import type { IngestSettings, IndexSiteOptions } from './run-ingest.ts';

/** What the thread is given. The only message to it is `'stop'`. */
export interface IngestTask {
  readonly options: IndexSiteOptions;
  readonly settings: Omit<IngestSettings, 'secret'>;
  /** By the names of their variables; nothing but the keys that embedders and the index take. */
  readonly secrets: Readonly<Record<string, string>>;
}

/** What the thread says: any number of `progress`, then one of the others. */
export type IngestReply =
  | { readonly progress: IngestProgress }
  | { readonly report: IngestReport }
  | { readonly fault: Pick<IbidError, 'code' | 'message' | 'retryable' | 'details'> }
  /** An error that is not ours. */
  | { readonly crash: { readonly name: string; readonly message: string; readonly stack: string } };

/** How long a stopped thread may take to close what it has open; a kill is safe at any time, only less tidy. */
const CLOSE_MS = 5_000;

/**
 * The `run` of `createJobs` over one folder or address, into the index of the settings. An index that was made from another source is
 * refused with `INVALID_CONFIG`. The server's own handle on the index goes on reading.
 */
export function ingestJob(source: string, { settings }: Pick<Context, 'settings'>): RunJob {
  const { index, sourceKind, siteUrl, locale, locales, embedder, stateUrl, modelCache } = settings;
  const known = given({ sourceKind, siteUrl, locale, locales, embedder, stateUrl });
  const names = [...EMBEDDER_KEYS, QDRANT_KEY].filter((name) => settings.secret(name) !== undefined);
  const secrets = Object.fromEntries(names.map((name) => [name, settings.secret(name)!]));
  return ({ request }, call) =>
    runInThread(
      { options: { source, sameSourceOnly: true, ...request }, settings: { index, modelCache, ...known }, secrets },
      call,
    );
}

async function runInThread(task: IngestTask, { signal, onProgress }: Parameters<RunJob>[1]): Promise<IngestReport> {
  if (signal.aborted) throw stopped(signal);
  const url = new URL(`./ingest-thread${import.meta.url.slice(import.meta.url.lastIndexOf('.'))}`, import.meta.url);
  // Flags of the process, such as `--input-type`, need not suit the thread, and secrets but those of embedders are none of the thread's business.
  const worker = new Worker(url, { workerData: task, name: 'ibid-ingest', execArgv: [], env: threadEnvironment() });
  const exited = new Promise((resolve) => worker.once('exit', resolve));
  let timer: NodeJS.Timeout | undefined;
  const onAbort = (): void => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread, not a window
    worker.postMessage('stop');
    timer = setTimeout(() => void worker.terminate(), CLOSE_MS);
  };
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await new Promise<IngestReport>((resolve, reject) => {
      worker.on('message', (reply: IngestReply) => {
        if ('progress' in reply) onProgress(reply.progress);
        else if ('report' in reply) resolve(reply.report);
        else reject(toError(reply));
      });
      worker.on('error', (cause) => reject(ended(cause)));
      worker.on('exit', () => reject(signal.aborted ? stopped(signal) : ended(undefined)));
    });
  } finally {
    // The next run needs the writer lock, which the thread releases at its end.
    await exited;
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  }
}

function toError(reply: Extract<IngestReply, { fault: unknown } | { crash: unknown }>): Error {
  if ('fault' in reply) return new IbidError(reply.fault.code, reply.fault.message, reply.fault);
  return Object.assign(new Error(reply.crash.message), reply.crash);
}

function stopped(signal: AbortSignal): IbidError {
  return new IbidError('ABORTED', 'Indexing was stopped.', { retryable: true, cause: signal.reason });
}

function ended(cause: unknown): IbidError {
  return new IbidError(
    'UPSTREAM_FAILED',
    'Indexing ended without a result. Give the server more memory, or index fewer pages.',
    { cause },
  );
}
