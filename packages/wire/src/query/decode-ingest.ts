import type { JobRequest } from '@ibid/core';
import type { Decoded, WireRequest } from '../dialect.ts';
import { describeIssues } from '../shared/describe-issues.ts';
import { ingestSchema } from './ingest-schema.ts';

/** Reads what is to be indexed, and how. */
export function decodeIngest({
  body,
}: WireRequest): Decoded<{ readonly job: JobRequest; readonly source: string | undefined }> {
  const parsed = ingestSchema.safeParse(body ?? {});
  if (!parsed.success) return { kind: 'invalid', issues: describeIssues(parsed.error) };
  const { source, fresh, allow_shrink } = parsed.data;
  const job = { fresh: fresh ?? false, allowShrink: allow_shrink ?? false };
  return { kind: 'ok', value: { job, source }, echo: {}, notes: [] };
}
