import type { IngestReport } from '../ingest/ingest-options.ts';
import { IbidError } from '../types/ibid-error.ts';
import type { Job, JobRequest } from '../types/job.ts';

/** Part of an ingest report that a job stores. */
export type JobOutcome = Pick<IngestReport, 'status' | 'pages' | 'failed'>;

const MOST_ERRORS = 1_000;
const LONGEST_URL = 2_000;
const NO_PROGRESS: Job['progress'] = { stage: '', done: 0, total: 0 };

export function newJob(id: string, request: JobRequest, createdAt: string): Job {
  return {
    id,
    state: 'queued',
    request,
    createdAt,
    startedAt: '',
    endedAt: '',
    attempts: 0,
    progress: NO_PROGRESS,
    pages: { added: 0, changed: 0, removed: 0, unchanged: 0, failed: 0 },
    errors: [],
    code: '',
    message: '',
  };
}

export function begunJob(job: Job, now: string): Job {
  const startedAt = job.startedAt === '' ? now : job.startedAt;
  return { ...job, state: 'running', startedAt, attempts: job.attempts + 1, progress: NO_PROGRESS };
}

export function hasEnded(job: Job): boolean {
  return job.state !== 'queued' && job.state !== 'running';
}

/** Ends the job as `succeeded` or `partial`, as in the report. */
export function finishedJob(job: Job, { status, pages, failed }: JobOutcome, endedAt: string): Job {
  const { added, changed, removed, unchanged } = pages;
  return {
    ...job,
    state: status === 'partial' ? 'partial' : 'succeeded',
    endedAt,
    pages: { added, changed, removed, unchanged, failed: pages.failed },
    errors: failed
      .slice(0, MOST_ERRORS)
      .map(({ page, stage, error }) => ({ page: page.slice(0, LONGEST_URL), stage, error: ownerText(error) })),
  };
}

export function cancelledJob(job: Job, endedAt: string): Job {
  return { ...job, state: 'cancelled', endedAt };
}

/** Messages of `IbidError` are safe to show; those of other errors go only to the log. */
export function failedJob(job: Job, error: unknown, endedAt: string): Job {
  const known = IbidError.is(error) ? error : undefined;
  return {
    ...job,
    state: 'failed',
    endedAt,
    code: known?.code ?? 'INTERNAL',
    message: known === undefined ? "Indexing failed unexpectedly; see the server's log." : ownerText(known.message),
  };
}

/** Most characters kept of one message. */
const LONGEST = 1_000;

const SECRETS: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/(?<=:\/\/)[^\s/@]+@/gu, ''],
  [/\b(bearer)\s+(?=\S*\d)[\w.~+/=-]{8,}/giu, '$1 …'],
  [/\b(?:sk|pk|rk|ghp|gho|xox[abp])[-_][\w-]{8,}/gu, '…'],
  [/((?:api[-_]?key|token|secret|password|authorization)["'`]?\s*[=:]\s*["'`]?)[^\s"'`&,;]+/giu, '$1…'],
];
/** Matches web addresses, which are kept, and absolute paths of two or more parts, of which only the last part is kept. */
const PLACES =
  /(https?:\/\/\S+)|(?<![\w./~-])(?:~|file:\/\/)?(?:\/[^\s/\\`"'<>:*?|]+)+\/([^\s/\\`"'<>:*?|]+)|(?<![\w/])(?:[A-Za-z]:|\\)\\(?:[^\s\\`"'<>:*?|]+\\)*([^\s\\`"'<>:*?|]+)/gu;

/**
 * Makes a message from any origin safe to store and to show to the index owner: at most a thousand characters, without folders, keys and
 * terminal control characters.
 */
export function ownerText(text: string): string {
  let safe = text.slice(0, 4 * LONGEST).replace(/[\p{Cc}\p{Cf}]+/gu, ' ');
  for (const [pattern, instead] of SECRETS) safe = safe.replace(pattern, instead);
  safe = safe.replace(PLACES, (whole, address?: string, file?: string, windowsFile?: string) =>
    address === undefined ? `…/${file ?? windowsFile}` : whole,
  );
  safe = safe.trim();
  return safe.length > LONGEST ? `${safe.slice(0, LONGEST - 1)}…` : safe;
}
