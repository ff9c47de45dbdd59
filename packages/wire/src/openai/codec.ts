/** OpenAI's chat completions API, for the many programs that support it. The last message is the question. */
import { z } from 'zod';
import type {
  AnswerEndpoint,
  Dialect,
  FailureContext,
  ModelsEndpoint,
  StreamEncoder,
  WireContext,
  WireFailure,
  WireReply,
} from '../dialect.ts';
import { encodeFailure, encodeFailureBody, RUN_FAILURES } from '../shared/failures.ts';
import { described, toJsonSchema } from '../shared/fields.ts';
import { ok } from '../shared/replies.ts';
import { tokenStream } from '../shared/token-stream.ts';
import answeredRequest from './__fixtures__/answered/request.json' with { type: 'json' };
import answeredReply from './__fixtures__/answered/response.json' with { type: 'json' };
import { annotationsOf, completionSchema, encodeCompletion, extensionOf, membersOf, usageOf } from './completion.ts';
import { decode, MODEL, requestSchema } from './request.ts';

/** Fits the longest history that is read, in four-byte characters. */
const MAX_BODY_BYTES = 1_048_576;

const failureSchema = z.strictObject({
  error: z.strictObject({
    message: z.string(),
    type: z.string(),
    param: z.string().nullable(),
    code: z.string().nullable(),
  }),
});

const TYPES: Readonly<Record<number, string>> = {
  401: 'authentication_error',
  403: 'permission_error',
  429: 'rate_limit_error',
};

function failureBody(failure: WireFailure, { requestId }: FailureContext): z.output<typeof failureSchema> {
  const { message, code } = encodeFailureBody(failure, requestId);
  const { status } = encodeFailure(failure, { requestId });
  const type = TYPES[status] ?? (status < 500 ? 'invalid_request_error' : 'server_error');
  return { error: { message, type, param: failure.issues?.[0]?.path ?? null, code: code.toLowerCase() } };
}

function encodeOwnFailure(failure: WireFailure, context: FailureContext): WireReply {
  return { ...encodeFailure(failure, context), body: failureBody(failure, context) };
}

function dataFrame(data: unknown): string {
  return `data: ${JSON.stringify(data)}\n\n`;
}

/** Streams `chat.completion.chunk` objects: the role, pieces of the text, then the annotations, and `[DONE]` after a complete reply. */
function createStreamEncoder(context: WireContext): StreamEncoder {
  const chunk = (delta: object, finish: 'stop' | null, more: object = {}): string =>
    dataFrame({
      ...membersOf(context),
      object: 'chat.completion.chunk',
      choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
      ...more,
    });
  let isBegun = false;
  const begun = (): readonly string[] => {
    if (isBegun) return [];
    isBegun = true;
    return [chunk({ role: 'assistant', content: '' }, null)];
  };
  return tokenStream({
    footnotesBy: 'link',
    piece: (text) => [...begun(), chunk({ content: text }, null)],
    end: ({ answer }, content) => {
      const last = chunk({ annotations: annotationsOf(answer, content) }, 'stop', {
        ibid: extensionOf(answer, context),
      });
      const usage = {
        ...membersOf(context),
        object: 'chat.completion.chunk',
        choices: [],
        usage: usageOf(content, context),
      };
      return [last, ...(context.echo['usage'] === undefined ? [] : [dataFrame(usage)]), 'data: [DONE]\n\n'];
    },
    failure: (failure) => [dataFrame(failureBody(failure, context))],
  });
}

const completions: AnswerEndpoint = {
  kind: 'answer',
  method: 'POST',
  path: '/v1/chat/completions',
  maxBodyBytes: MAX_BODY_BYTES,
  description: {
    operationId: 'createChatCompletion',
    tag: 'openai',
    summary: 'Ask as with the API of OpenAI',
    details:
      'The last message is the question, those before it say what it is about. With `"stream": true` the reply is a stream of `chat.completion.chunk` objects. `ibid` has the quotes. Members that change nothing are ignored, those that would change the reply and cannot be given are refused.',
    request: () => toJsonSchema(requestSchema, 'input', 'ChatCompletionRequest', 'messages'),
    reply: () => toJsonSchema(completionSchema, 'output', 'ChatCompletion'),
    failure: () => toJsonSchema(failureSchema, 'output', 'ChatCompletionFailure'),
    streams: 'when-asked',
    failures: RUN_FAILURES,
    examples: [{ name: 'A question', request: answeredRequest, reply: answeredReply.body }],
  },
  decode: ({ body }) => decode(body),
  encodeAnswer: ({ answer }, context) => ok(encodeCompletion(answer, context)),
  createStreamEncoder,
  encodeTurnsExceeded: undefined,
  encodeFailure: encodeOwnFailure,
};

const modelsSchema = z.strictObject({
  object: z.literal('list'),
  data: z.array(
    z
      .strictObject({ id: z.string(), object: z.literal('model'), created: z.int(), owned_by: z.string() })
      .meta(described('ChatModel')),
  ),
});
const MODELS: z.output<typeof modelsSchema> = {
  object: 'list',
  data: [{ id: MODEL, object: 'model', created: 0, owned_by: 'ibid' }],
};

const models: ModelsEndpoint = {
  kind: 'models',
  method: 'GET',
  path: '/v1/models',
  description: {
    operationId: 'listModels',
    tag: 'openai',
    summary: 'List the one model',
    reply: () => toJsonSchema(modelsSchema, 'output', 'ChatModels'),
    failure: () => toJsonSchema(failureSchema, 'output', 'ChatCompletionFailure'),
    examples: [{ name: 'The model', reply: MODELS }],
  },
  encode: () => ok(MODELS),
  encodeFailure: encodeOwnFailure,
};

export const openaiDialect: Dialect = { name: 'openai', endpoints: [completions, models] };
