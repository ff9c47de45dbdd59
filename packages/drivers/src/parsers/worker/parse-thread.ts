import { parentPort } from 'node:worker_threads';
import type { RawPage } from '@ibid/core/types';
import { pageLinks, parsePage } from '@ibid/core/parse';
import type { ThreadReply } from '../../files/thread.ts';
import type { JobReply } from '../worker.ts';

export type ParseJob =
  | { readonly kind: 'page'; readonly raw: RawPage }
  | { readonly kind: 'links'; readonly html: string; readonly url: string };

const port = parentPort!;

port.on('message', ({ id, ...job }: { readonly id: number } & (ParseJob | { readonly kind?: undefined })) => {
  port.postMessage({ id, value: answer(job) } satisfies ThreadReply);
});

/** A job without a kind only asks whether the thread is ready. */
function answer(job: ParseJob | { readonly kind?: undefined }): JobReply {
  try {
    if (job.kind === 'page') return { kind: 'done', value: parsePage(job.raw) };
    return { kind: 'done', value: job.kind && pageLinks(job.html, job.url) };
  } catch (error) {
    return { kind: 'failed', reason: error instanceof Error ? error.message : 'unknown error' };
  }
}
