/**
 * The page assistant and agent API (contracts C0 and C1): a question with page, section and selection constraints; an answer
 * with citations and a message. C0 is C1 with the selection.
 */
import type { AnswerEndpoint, Dialect } from '../dialect.ts';
import { encodeFailure, encodeFailureBody } from '../shared/encode-failure.ts';
import { RUN_FAILURES } from '../shared/run-failures.ts';
import { toJsonSchema } from '../shared/to-json-schema.ts';
import { tokenStream } from '../shared/token-stream.ts';
import answeredRequest from './__fixtures__/answered/request.json' with { type: 'json' };
import answeredReply from './__fixtures__/answered/response.json' with { type: 'json' };
import insufficientRequest from './__fixtures__/insufficient/request.json' with { type: 'json' };
import insufficientReply from './__fixtures__/insufficient/response.json' with { type: 'json' };
import selectionRequest from './__fixtures__/selection/request.json' with { type: 'json' };
import selectionReply from './__fixtures__/selection/response.json' with { type: 'json' };
import { decode } from './decode.ts';
import { encodeReply } from './encode-reply.ts';
import { replySchema } from './reply-schema.ts';
import { requestSchema } from './schema.ts';

const endpoint = (path: AnswerEndpoint['path'], streams: true | undefined): AnswerEndpoint => ({
  kind: 'answer',
  method: 'POST',
  path,
  description: {
    operationId: streams === true ? 'askAgentStream' : 'askAgent',
    tag: 'ask',
    summary: streams === true ? 'Ask about the pages, and see the answer grow' : 'Ask about the pages',
    details:
      streams === true
        ? 'Server-sent events: `token` with a piece of the text, then exactly one of `final` (the whole reply) and `error`.'
        : 'Also 200 when there is no answer: `citations` is empty then, and `message` says why. Unknown fields are ignored, and `message` says so. With `"stream": true` the reply is the event stream of `/agent/ask/stream`.',
    request: () => toJsonSchema(requestSchema, 'input'),
    reply: () => toJsonSchema(replySchema, 'output'),
    replyStatus: 200,
    streams: streams === true ? 'always' : 'when-asked',
    owner: false,
    failures: RUN_FAILURES,
    examples: [
      { name: 'A question about one page', request: answeredRequest, reply: answeredReply.body },
      { name: 'A question about a selected passage', request: selectionRequest, reply: selectionReply.body },
      { name: 'A question that the pages do not answer', request: insufficientRequest, reply: insufficientReply.body },
    ],
  },
  decode: ({ body }) => decode(body, streams),
  encodeAnswer: ({ answer }, context) => ({ status: 200, headers: {}, body: encodeReply(answer, context) }),
  createStreamEncoder: (context) =>
    tokenStream({
      footnotesBy: 'quote',
      encodeReply: ({ answer }) => encodeReply(answer, context),
      encodeFailure: (failure) => encodeFailureBody(failure, context.requestId),
    }),
  encodeTurnsExceeded: undefined,
  encodeFailure,
});

export const askDialect: Dialect = {
  name: 'ask',
  endpoints: [endpoint('/agent/ask', undefined), endpoint('/agent/ask/stream', true)],
  drops: ['statements', 'nearest', 'history', 'passages', 'confidence'],
};
