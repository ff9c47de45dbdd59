import type { AnswerEndpoint } from '../dialect.ts';
import { encodeFailure, encodeFailureBody } from '../shared/encode-failure.ts';
import { RUN_FAILURES } from '../shared/run-failures.ts';
import { toJsonSchema } from '../shared/to-json-schema.ts';
import { tokenStream } from '../shared/token-stream.ts';
import answeredRequest from './__fixtures__/answered/request.json' with { type: 'json' };
import answeredReply from './__fixtures__/answered/response.json' with { type: 'json' };
import refusedRequest from './__fixtures__/refused/request.json' with { type: 'json' };
import refusedReply from './__fixtures__/refused/response.json' with { type: 'json' };
import selectionRequest from './__fixtures__/selection/request.json' with { type: 'json' };
import selectionReply from './__fixtures__/selection/response.json' with { type: 'json' };
import { BUNDLE_LIMITS } from './bundle-limits.ts';
import { decode } from './decode.ts';
import { encodeReply } from './encode-reply.ts';
import { replySchema } from './reply-schema.ts';
import { requestJsonSchema } from './schema.ts';
import { stateStream } from './state-stream.ts';

/** Answers from the bundle that comes along; `streams` where the path always does. */
export function answerEndpoint(path: AnswerEndpoint['path'], streams: true | undefined): AnswerEndpoint {
  return {
    kind: 'answer',
    method: 'POST',
    path,
    maxBodyBytes: BUNDLE_LIMITS.bytes,
    description: {
      operationId: streams === true ? 'answerStream' : 'answer',
      tag: 'answer',
      summary: streams === true ? 'Answer from a bundle, and see the answer grow' : 'Answer from a bundle',
      details:
        streams === true
          ? 'Server-sent events: `state` with the states of the agent (`Idle`, `Processing`, `Generating`, `Complete`), `token` with a piece of the text, then exactly one of `final` (the whole reply) and `error`. A run that fails is never `Complete`.'
          : 'Nothing is retrieved. Passages that this index does not have are quoted with the warning `unverified_context`; a passage that claims an id of this index and differs from what the index holds, or a bundle that is malformed, is refused with 422. With `selected_text_only` all evidence lies in the selection. With `"stream": true` the reply is the event stream of `/api/answer/stream`.',
      request: requestJsonSchema,
      reply: () => toJsonSchema(replySchema, 'output'),
      replyStatus: 200,
      streams: streams === true ? 'always' : 'when-asked',
      owner: false,
      failures: [...RUN_FAILURES, 'CONTEXT_REFUSED'],
      examples: [
        { name: 'A question', request: answeredRequest, reply: answeredReply.body },
        { name: 'A question about a selection', request: selectionRequest, reply: selectionReply.body },
        { name: 'A bundle that is not complete', request: refusedRequest, reply: refusedReply.body },
      ],
    },
    decode: ({ body }) => decode(body, streams),
    encodeAnswer: ({ answer }, context) => ({ status: 200, headers: {}, body: encodeReply(answer, context) }),
    createStreamEncoder: (context) =>
      stateStream(
        tokenStream({
          footnotesBy: 'chunk',
          encodeReply: ({ answer }) => encodeReply(answer, context),
          encodeFailure: (failure) => encodeFailureBody(failure, context.requestId),
        }),
      ),
    encodeTurnsExceeded: undefined,
    encodeFailure,
  };
}
