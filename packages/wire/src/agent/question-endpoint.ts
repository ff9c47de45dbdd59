import type { AnswerEndpoint, FinishedRun, StreamEncoder, WireContext } from '../dialect.ts';
import { encodeFailureBody } from '../shared/encode-failure.ts';
import { RUN_FAILURES } from '../shared/run-failures.ts';
import { toJsonSchema } from '../shared/to-json-schema.ts';
import { tokenStream } from '../shared/token-stream.ts';
import { decode } from './decode.ts';
import { agentFailureCode, encodeAgentFailure } from './encode-failure.ts';
import { encodeReply } from './encode-reply.ts';
import { encodeTurnsExceeded } from './encode-turns-exceeded.ts';
import { replySchema } from './reply-schema.ts';
import { requestJsonSchema } from './request-json-schema.ts';
import type { TuningDefaults } from './tuning.ts';

interface Options {
  readonly path: AnswerEndpoint['path'];
  readonly operationId: string;
  readonly summary: string;
  readonly streams: true | undefined;
  readonly conversation: 'new-or-named' | 'named';
  readonly examples: AnswerEndpoint['description']['examples'];
  readonly tuning: TuningDefaults;
}

/** An endpoint that takes a question; the four differ in these options alone. */
export function questionEndpoint({
  path,
  operationId,
  summary,
  streams,
  conversation,
  examples,
  tuning,
}: Options): AnswerEndpoint {
  return {
    kind: 'answer',
    method: 'POST',
    path,
    description: {
      operationId,
      tag: 'agent',
      summary,
      details:
        streams === true
          ? 'Server-sent events: `token` with pieces of the text, then exactly one of `final` (the whole reply) and `error`.'
          : 'The reply says in `conversation_id` which conversation the turn belongs to. With `"stream": true` it comes as server-sent events.',
      request: () => requestJsonSchema(conversation, tuning),
      reply: () => toJsonSchema(replySchema, 'output'),
      replyStatus: 200,
      streams: streams === true ? 'always' : 'when-asked',
      owner: false,
      failures: [...RUN_FAILURES, 'UNSUPPORTED', 'TURNS_EXCEEDED', 'SESSION_NOT_FOUND'],
      examples,
    },
    decode: ({ body }) => decode(body, { streams, conversation, tuning }),
    encodeAnswer: (run, context) => ({ status: 200, headers: {}, body: encodeReply(run, context) }),
    createStreamEncoder,
    encodeTurnsExceeded,
    encodeFailure: encodeAgentFailure,
  };
}

function createStreamEncoder(context: WireContext): StreamEncoder {
  return tokenStream({
    footnotesBy: 'chunk',
    encodeReply: (run: FinishedRun) => encodeReply(run, context),
    encodeFailure: (failure) => encodeFailureBody(failure, context.requestId, agentFailureCode(failure)),
  });
}
