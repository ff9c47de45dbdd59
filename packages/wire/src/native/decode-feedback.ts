import { FEEDBACK_REASONS, pathKey } from '@ibid/core';
import type { Decoded, FeedbackRequest } from '../dialect.ts';
import { describeIssues } from '../shared/describe-issues.ts';
import { readPage } from '../shared/read-page.ts';
import { feedbackSchema } from './feedback-schema.ts';

/** Reads what a reader thinks of an answer. Of the page only the path is taken: query and hash may say more than where. */
export function decodeFeedback(body: unknown): Decoded<FeedbackRequest> {
  const parsed = feedbackSchema.safeParse(body);
  if (!parsed.success) return { kind: 'invalid', issues: describeIssues(parsed.error) };
  const { request_id: requestId, verdict, note = '' } = parsed.data;
  const given = parsed.data.reasons ?? [];
  const { page, issues } = readPage({ page: parsed.data.page }, false);
  if (issues.length > 0) return { kind: 'invalid', issues };
  const value: FeedbackRequest = {
    requestId,
    verdict,
    reasons: FEEDBACK_REASONS.filter((reason) => given.includes(reason)),
    note,
    page: page === undefined ? '' : pathKey(page),
  };
  return { kind: 'ok', value, echo: {}, notes: [] };
}
