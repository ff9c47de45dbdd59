import type { Job } from '@ibid/core';
import type { JobReply } from './job-schema.ts';

/** A job as its owner sees it. */
export function encodeJob(job: Job): JobReply {
  const { progress } = job;
  return {
    job_id: job.id,
    state: job.state,
    created_at: job.createdAt,
    started_at: orNull(job.startedAt),
    ended_at: orNull(job.endedAt),
    attempts: job.attempts,
    progress: { stage: progress.stage, done: progress.done, total: progress.total === 0 ? null : progress.total },
    pages: {
      added: job.pages.added,
      changed: job.pages.changed,
      removed: job.pages.removed,
      unchanged: job.pages.unchanged,
      failed: job.pages.failed,
    },
    errors: job.errors.map(({ page, stage, error }) => ({ page, stage, error })),
    code: orNull(job.code),
    message: orNull(job.message),
  };
}

function orNull(text: string): string | null {
  return text === '' ? null : text;
}
