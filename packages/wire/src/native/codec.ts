/** Ibid's own vocabulary: strict, complete, streaming. The page, the panel and the command line speak it. */
import type { AnswerEndpoint, Dialect } from '../dialect.ts';
import { encodeFailure } from '../shared/encode-failure.ts';
import { RUN_FAILURES } from '../shared/run-failures.ts';
import { toJsonSchema } from '../shared/to-json-schema.ts';
import answeredRequest from './__fixtures__/answered/request.json' with { type: 'json' };
import answeredReply from './__fixtures__/answered/response.json' with { type: 'json' };
import { decode } from './decode.ts';
import { encodeReply } from './encode-reply.ts';
import { feedbackEndpoint } from './feedback-endpoint.ts';
import { replySchema } from './reply-schema.ts';
import { requestSchema } from './schema.ts';
import { createStreamEncoder } from './stream-encoder.ts';

/** The longest history of characters that take four bytes each, and room for the question beside it. */
const MAX_BODY_BYTES = 393_216;

/** The transcript's question has white space and NUL around it, which nobody should copy. */
const EXAMPLE = { ...answeredRequest, query: answeredRequest.query.replaceAll('\0', '').trim() };

const endpoint = (path: AnswerEndpoint['path'], streams: true | undefined): AnswerEndpoint => ({
  kind: 'answer',
  method: 'POST',
  path,
  maxBodyBytes: MAX_BODY_BYTES,
  description: {
    operationId: streams === true ? 'askStream' : 'ask',
    tag: 'native',
    summary: streams === true ? 'Ask, and see the answer grow' : 'Ask',
    details:
      streams === true
        ? 'Server-sent events: `run-start`, `retrieval-end`, `excerpt-start`, `citation-verified`, `statement-verified`, then exactly one of `run-end` (the whole reply) and `run-error`.'
        : 'Unknown fields are refused. With `"stream": true` the reply is the event stream of `/api/ask/stream`.',
    request: () => toJsonSchema(requestSchema, 'input'),
    reply: () => toJsonSchema(replySchema, 'output'),
    replyStatus: 200,
    streams: streams === true ? 'always' : 'when-asked',
    owner: false,
    failures: RUN_FAILURES,
    examples: [{ name: 'A question', request: EXAMPLE, reply: answeredReply.body }],
  },
  decode: (request) => decode(request.body, streams),
  encodeAnswer: ({ answer }, context) => ({ status: 200, headers: {}, body: encodeReply(answer, context) }),
  createStreamEncoder,
  encodeTurnsExceeded: undefined,
  encodeFailure,
});

export const nativeDialect: Dialect = {
  name: 'native',
  endpoints: [endpoint('/api/ask', undefined), endpoint('/api/ask/stream', true), feedbackEndpoint],
  drops: ['passages'],
};
