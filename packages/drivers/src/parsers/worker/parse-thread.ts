import { parentPort } from 'node:worker_threads';
import { pageLinks, parsePage } from '@ibid/core/parse';

import type { ParseJob, WorkerReply, WorkerRequest } from './worker-message.ts';

const port = parentPort!;

port.on('message', (request: WorkerRequest) => {
  port.postMessage(answer(request.payload as ParseJob));
});
port.postMessage({ kind: 'ready' } satisfies WorkerReply);

function answer(job: ParseJob): WorkerReply {
  try {
    return { kind: 'done', value: job.kind === 'page' ? parsePage(job.raw) : pageLinks(job.html, job.url) };
  } catch (error) {
    return { kind: 'failed', reason: error instanceof Error ? error.message : 'unknown error' };
  }
}
