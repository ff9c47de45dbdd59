import { FEEDBACK_REASONS, pathKey } from '@ibid/core';
import { z } from 'zod';
import type { CallEndpoint, Decoded, FeedbackRequest } from '../dialect.ts';
import { blankAsAbsent, notAnObject, optionalText, toJsonSchema, UUID } from '../shared/fields.ts';
import { cleanText, decodedAs, decodeWith, LIMITS, readPage } from '../shared/read-request.ts';
import { ok } from '../shared/replies.ts';

const REQUEST_ID = '3f0c2a86-5b1d-4c5e-9f57-0d6f3f1c9a41';
const LONGEST_NOTE = 500;
const NO_ID = 'must be the `request_id` of a reply, a UUID';
const NO_REASON = `must be one of ${FEEDBACK_REASONS.map((reason) => `\`${reason}\``).join(', ')}`;

const requestId = z
  .string(NO_ID)
  .meta({ format: 'uuid', description: 'Of the reply that is judged' })
  .transform(cleanText)
  .refine((id) => UUID.test(id), NO_ID)
  .transform((id) => id.toLowerCase());

/** Unknown keys are refused. */
const requestSchema = z.strictObject(
  {
    request_id: requestId,
    verdict: z.enum(['up', 'down'], 'must be `up` or `down`'),
    reasons: blankAsAbsent(
      z
        .array(z.enum(FEEDBACK_REASONS, NO_REASON), 'must be a list of reasons')
        .max(FEEDBACK_REASONS.length, `must have at most ${FEEDBACK_REASONS.length} reasons`)
        .nullish(),
    ),
    note: optionalText(LONGEST_NOTE).describe("In the reader's own words"),
    question: optionalText(LIMITS.query).describe('What was asked; kept where the owner says so'),
    page: optionalText(LIMITS.url).describe('Address of the page on which it is given'),
  },
  { error: notAnObject() },
);

const replySchema = z.strictObject({
  request_id: z.string(),
  status: z.literal('kept'),
  known: z.boolean().describe('Whether this server has answered that request of late'),
});

/** Decodes a reader's feedback. Only the path of the page is kept, because query and hash may contain private data. */
export function decodeFeedback(body: unknown): Decoded<FeedbackRequest> {
  return decodeWith(requestSchema, body, ({ request_id, verdict, reasons, note = '', question = '', ...given }) => {
    const { page, issues } = readPage({ page: given.page }, false);
    const value = {
      requestId: request_id,
      verdict,
      reasons: FEEDBACK_REASONS.filter((reason) => reasons?.includes(reason) === true),
      note,
      question,
      page: page === undefined ? '' : pathKey(page),
    };
    return decodedAs(value, issues);
  });
}

function kept(id: string, known: boolean): z.output<typeof replySchema> {
  return { request_id: id, status: 'kept', known };
}

export const feedbackEndpoint: CallEndpoint<'feedback'> = {
  kind: 'feedback',
  method: 'POST',
  path: '/api/feedback',
  description: {
    operationId: 'giveFeedback',
    tag: 'native',
    summary: 'Say whether an answer was good',
    details:
      'One verdict for each reply: a later one takes its place. Unknown fields are refused. Nothing is kept of who says it.',
    request: () => toJsonSchema(requestSchema, 'input', 'FeedbackRequest'),
    reply: () => toJsonSchema(replySchema, 'output', 'FeedbackResponse'),
    failures: ['INVALID_REQUEST', 'UNSUPPORTED', 'RATE_LIMITED', 'STORE_BUSY', 'UPSTREAM_FAILED'],
    examples: [
      {
        name: 'Thumbs down',
        request: {
          request_id: REQUEST_ID,
          verdict: 'down',
          reasons: ['outdated'],
          note: 'The flag has another name since 2.0.',
          page: 'https://docs.example.org/guide/install',
        },
        reply: kept(REQUEST_ID, true),
      },
    ],
  },
  decode: ({ body }) => decodeFeedback(body),
  encode: ({ requestId: id, isKnown }) => ok(kept(id, isKnown)),
};
