/** The thread of `ingest-job.ts`. It has closed everything when it reports the result. */
import { IbidError } from '@ibid/core';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import type { IngestReport } from '@ibid/core/ingest';
import type { IngestTask } from './ingest-job.ts';
import { runIngest } from './run-ingest.ts';
import { locateIndex } from './stores.ts';

/** Time to wait for the writer lock: a run that was just stopped elsewhere needs a moment to release it. */
const PATIENCE_MS = 5_000;
const LOOK_MS = 250;

const port = parentPort!;
const { options, secrets, ...task } = workerData as IngestTask;
const stop = new AbortController();
async function run(): Promise<IngestReport> {
  const settings = { ...task.settings, index: await locateIndex(task.index), secret: (name: string) => secrets[name] };
  const call = { settings, signal: stop.signal, onProgress: (progress: object) => port.postMessage(progress) };
  for (let waited = 0; ; waited += LOOK_MS) {
    try {
      return await runIngest(options, call);
    } catch (error) {
      if (!IbidError.is(error, 'STORE_BUSY') || waited >= PATIENCE_MS || stop.signal.aborted) throw error;
      await sleep(LOOK_MS);
    }
  }
}

port.on('message', async (request: { readonly id: number } | { readonly abort: number }) => {
  if ('abort' in request) {
    stop.abort(new IbidError('ABORTED', 'Indexing was stopped.', { retryable: true }));
    return;
  }
  const { id } = request;
  try {
    port.postMessage({ id, value: await run() });
  } catch (error) {
    if (!IbidError.is(error)) throw error;
    const { code, message, retryable, details } = error;
    port.postMessage({ id, fault: { code, message, retryable, details } });
  }
});
