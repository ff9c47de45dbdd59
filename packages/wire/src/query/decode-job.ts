import type { Decoded, WireRequest } from '../dialect.ts';

const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/iu;

/** Reads which job is meant. */
export function decodeJob({ params }: WireRequest): Decoded<{ readonly jobId: string }> {
  const job = params['job'] ?? '';
  if (UUID.test(job)) return { kind: 'ok', value: { jobId: job.toLowerCase() }, echo: {}, notes: [] };
  const message = '`job` in the path must be a UUID, such as the `job_id` that `POST /ingest` gave';
  return { kind: 'invalid', issues: [{ path: 'job', message }] };
}
