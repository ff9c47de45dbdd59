import type { FeedbackEndpoint } from '../dialect.ts';
import { encodeFailure } from '../shared/encode-failure.ts';
import { toJsonSchema } from '../shared/to-json-schema.ts';
import { decodeFeedback } from './decode-feedback.ts';
import { feedbackReplySchema, feedbackSchema, type NativeFeedbackReply } from './feedback-schema.ts';

const REQUEST_ID = '3f0c2a86-5b1d-4c5e-9f57-0d6f3f1c9a41';

function kept(requestId: string): NativeFeedbackReply {
  return { request_id: requestId, status: 'kept' };
}

export const feedbackEndpoint: FeedbackEndpoint = {
  kind: 'feedback',
  method: 'POST',
  path: '/api/feedback',
  description: {
    operationId: 'giveFeedback',
    tag: 'native',
    summary: 'Say whether an answer was good',
    details:
      'One verdict for each reply: a later one takes its place. Unknown fields are refused. Nothing is kept of who says it, and nothing of the question.',
    request: () => toJsonSchema(feedbackSchema, 'input'),
    reply: () => toJsonSchema(feedbackReplySchema, 'output'),
    replyStatus: 200,
    streams: 'never',
    owner: false,
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
        reply: kept(REQUEST_ID),
      },
    ],
  },
  decode: ({ body }) => decodeFeedback(body),
  encodeKept: (requestId) => ({ status: 200, headers: {}, body: kept(requestId) }),
  encodeFailure,
};
