import { z } from 'zod';
import type { Decoded, WireRequest } from '../dialect.ts';
import { describeIssues } from '../shared/describe-issues.ts';
import { sessionIdField } from './session-id.ts';

const paramsSchema = z.object({ session_id: sessionIdField });

/** Reads the conversation that a path names. */
export function decodeSession({ params }: Pick<WireRequest, 'params'>): Decoded<{ readonly sessionId: string }> {
  const parsed = paramsSchema.safeParse(params);
  if (!parsed.success) return { kind: 'invalid', issues: describeIssues(parsed.error) };
  const { session_id: sessionId } = parsed.data;
  if (sessionId === undefined) {
    return {
      kind: 'invalid',
      issues: [{ path: 'session_id', message: '`session_id` is required and must not be blank' }],
    };
  }
  return { kind: 'ok', value: { sessionId }, echo: {}, notes: [] };
}
