/**
 * Indexing for a server, in a separate thread: chunking a long page or loading the tokenizer would delay answers by tenths of a second, and
 * a thread that runs out of memory does not end the server.
 */
import { IbidError } from '@ibid/core';
import type { RunJob } from '@ibid/core/types';
import type { IngestProgress, IngestReport } from '@ibid/core/ingest';
import { startThread } from '@ibid/drivers/files/thread';
import { dropUndefined } from './config.ts';
import type { Context } from './main.ts';
import { EMBEDDER_KEYS } from './open-embedder-source.ts';
import type { IngestSettings, IndexSiteOptions } from './run-ingest.ts';
import { QDRANT_KEY, type StoredIndex } from './stores.ts';

/** Input of the thread. Its one request is answered with an `IngestReport`; every notice is an `IngestProgress`. */
export interface IngestTask {
  readonly options: IndexSiteOptions;
  readonly settings: Omit<IngestSettings, 'secret' | 'index'>;
  readonly index: StoredIndex['setting'];
  /** By environment variable; only the keys of embedders and of the index. */
  readonly secrets: Readonly<Record<string, string | undefined>>;
}

/** Milliseconds that a stopped thread may take to close what it has open. Killing it is always safe, only less tidy. */
const CLOSE_MS = 5_000;

/**
 * Returns a `run` function for `createJobs` that indexes one folder or address into the index of the settings. An index made from another
 * source is refused with `INVALID_CONFIG`. The server's own handle on the index keeps working.
 */
export function ingestJob(source: string, { settings }: Pick<Context, 'settings'>): RunJob {
  const { index, sourceKind, siteUrl, locale, locales, exclude, embedder, stateUrl, modelCache } = settings;
  const known = dropUndefined({ sourceKind, siteUrl, locale, locales, exclude, embedder, stateUrl });
  const keys = [...EMBEDDER_KEYS, QDRANT_KEY];
  const secrets = Object.fromEntries(keys.map((name) => [name, settings.secret(name)]));
  const task = { settings: { modelCache, ...known }, index: index.setting, secrets };
  return ({ request }, call) => runInThread({ options: { source, sameSourceOnly: true, ...request }, ...task }, call);
}

async function runInThread(task: IngestTask, { signal, onProgress }: Parameters<RunJob>[1]): Promise<IngestReport> {
  if (signal.aborted) throw stopped(signal);
  const thread = startThread(new URL('./ingest-thread.ts', import.meta.url), {
    // The thread gets no secrets except those in the task.
    workerData: task,
    name: 'ibid-ingest',
    ended: (cause) => (signal.aborted ? stopped(signal) : ended(cause)),
    onNotice: (progress: IngestProgress) => onProgress(progress),
  });
  let timer: NodeJS.Timeout | undefined;
  const onAbort = (): void => {
    timer = setTimeout(() => void thread.terminate(), CLOSE_MS);
  };
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await thread.call<IngestReport>({}, signal);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
    await thread.terminate();
  }
}

function stopped(signal: AbortSignal): IbidError {
  return new IbidError('ABORTED', 'Indexing was stopped.', { retryable: true, cause: signal.reason });
}

function ended(cause: unknown): Error {
  if (cause instanceof Error && (cause as NodeJS.ErrnoException).code !== 'ERR_WORKER_OUT_OF_MEMORY') return cause;
  const message = 'Indexing ended without a result. Give the server more memory, or index fewer pages.';
  return new IbidError('UPSTREAM_FAILED', message, { cause });
}
