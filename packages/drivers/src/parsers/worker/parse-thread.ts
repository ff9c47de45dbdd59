import { parentPort } from 'node:worker_threads';
import type { RawPage } from '@ibid/core/types';
import { pageLinks, parsePage } from '@ibid/core/parse';
import type { WorkerReply } from '../worker.ts';

export type ParseJob =
  | { readonly kind: 'page'; readonly raw: RawPage }
  | { readonly kind: 'links'; readonly html: string; readonly url: string };

const port = parentPort!;

port.on('message', (job: ParseJob) => {
  port.postMessage(answer(job));
});
port.postMessage({ kind: 'ready' } satisfies WorkerReply);

function answer(job: ParseJob): WorkerReply {
  try {
    return { kind: 'done', value: job.kind === 'page' ? parsePage(job.raw) : pageLinks(job.html, job.url) };
  } catch (error) {
    return { kind: 'failed', reason: error instanceof Error ? error.message : 'unknown error' };
  }
}
