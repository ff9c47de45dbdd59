/** OpenAI's chat completions API, for the many programs that support it. The last message is the question. */
import { sectionName } from '@ibid/client';
import type { Answer, Citation } from '@ibid/core/types';
import { z } from 'zod';
import type {
  AnswerEndpoint,
  Dialect,
  FailureContext,
  ModelsEndpoint,
  StreamEncoder,
  WireContext,
  WireFailure,
} from '../dialect.ts';
import { hrefTo, ok, proofs, shownText, statementText, warningLines } from '../shared/replies.ts';
import { encodeFailure, encodeFailureBody, failureStatus, RUN_FAILURES } from '../shared/failures.ts';
import { count, described, filled, replyOf, toJsonSchema } from '../shared/fields.ts';
import { tokenStream } from '../shared/endpoints.ts';
import { decode, MODEL, requestSchema } from './request.ts';
import bookRequest from './__fixtures__/book/request.json' with { type: 'json' };
import bookReply from './__fixtures__/book/response.json' with { type: 'json' };

/** Fits the longest history that is read, in four-byte characters. */
const MAX_BODY_BYTES = 1_048_576;

const usageSchema = z
  .strictObject({ prompt_tokens: count, completion_tokens: count, total_tokens: count })
  .describe('Of the question and of the answer, o200k');

const annotationSchema = z.strictObject({
  type: z.literal('url_citation'),
  url_citation: z.strictObject({
    start_index: count.describe('Of the words that are proved, in `content`, UTF-16 units'),
    end_index: z.int().min(1).describe('Exclusive'),
    url: filled.describe('Opens the page at the quoted words'),
    title: z.string(),
  }),
});

const citationReply = replyOf<[Citation]>()({
  url: [filled, ({ url }) => url],
  anchor: [z.string(), ({ anchor }) => anchor],
  title: [z.string(), ({ title }) => title],
  section: [z.string(), ({ heading }) => heading],
  quote: [filled.describe('Verbatim in the page'), ({ quote }) => quote],
});

const extensionSchema = z.strictObject({
  request_id: z.string(),
  outcome: z.enum(['answered', 'insufficient', 'refused']),
  citations: z.array(citationReply.schema),
  warnings: z.array(z.string()),
  generation: count,
});

const completionSchema = z.strictObject({
  id: z.string(),
  created: z.int().describe('Unix seconds'),
  model: z.literal(MODEL),
  object: z.literal('chat.completion'),
  choices: z
    .array(
      z.strictObject({
        index: z.literal(0),
        message: z.strictObject({
          role: z.literal('assistant'),
          content: filled.describe('Markdown; footnotes are links to the quoted words'),
          refusal: z.null(),
          annotations: z.array(annotationSchema),
        }),
        logprobs: z.null(),
        finish_reason: z.literal('stop'),
      }),
    )
    .length(1),
  usage: usageSchema,
  ibid: extensionSchema.meta(described('CompletionProofs')),
});

type About = Pick<WireContext, 'requestId' | 'receivedAt' | 'echo' | 'notes' | 'countTokens'>;

/** Members at the start of every reply to one request. */
function membersOf({
  requestId,
  receivedAt,
}: About): Pick<z.output<typeof completionSchema>, 'id' | 'created' | 'model'> {
  return { id: `chatcmpl-${requestId}`, created: Math.floor(Date.parse(receivedAt) / 1000), model: MODEL };
}

function usageOf(content: string, { echo, countTokens }: About): z.output<typeof usageSchema> {
  const [asked, answered] = [countTokens(echo['question'] ?? ''), countTokens(content)];
  return { prompt_tokens: asked, completion_tokens: answered, total_tokens: asked + answered };
}

function extensionOf(answer: Answer, { requestId, notes }: About): z.output<typeof extensionSchema> {
  const { outcome, generation, warnings } = answer;
  return {
    request_id: requestId,
    outcome,
    citations: answer.citations.map((citation) => citationReply.encode(citation)),
    warnings: [...warningLines(notes, warnings)],
    generation,
  };
}

/**
 * Maps ranges of the text to the pages that prove them: one annotation per run of statements proved by the same passage. The text must
 * be that of `answerText`.
 */
function annotationsOf(answer: Answer, content: string): z.output<typeof annotationSchema>[] {
  const found: { chunkId: string; start: number; end: number; citation: Citation }[] = [];
  const proving = new Map(proofs(answer).map((citation) => [citation.index, citation]));
  let open: typeof found = [];
  let from = 0;
  for (const statement of answer.outcome === 'answered' ? answer.statements : []) {
    const { citations } = statement;
    const text = statementText(statement);
    const start = content.indexOf(text, from);
    if (start < 0) continue;
    from = start + text.length;
    const own = new Map(
      citations.toReversed().flatMap((index) => {
        const citation = proving.get(index);
        return citation === undefined ? [] : [[citation.chunkId, citation]];
      }),
    );
    open = [...own].map(([chunkId, citation]) => {
      const known = open.find((one) => one.chunkId === chunkId) ?? { chunkId, start, end: from, citation };
      if (known.start === start) found.push(known);
      known.end = from;
      return known;
    });
  }
  return found.map(({ start, end, citation }) => ({
    type: 'url_citation',
    url_citation: {
      start_index: start,
      end_index: end,
      url: hrefTo(citation, citation.quote),
      title: sectionName(citation),
    },
  }));
}

function encodeCompletion(answer: Answer, context: About): z.output<typeof completionSchema> {
  const content = shownText(answer, 'link');
  const message = { role: 'assistant' as const, content, refusal: null, annotations: annotationsOf(answer, content) };
  return {
    ...membersOf(context),
    object: 'chat.completion',
    choices: [{ index: 0, message, logprobs: null, finish_reason: 'stop' }],
    usage: usageOf(content, context),
    ibid: extensionOf(answer, context),
  };
}

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
  const status = failureStatus(failure.code);
  const type = TYPES[status] ?? (status < 500 ? 'invalid_request_error' : 'server_error');
  return { error: { message, type, param: failure.issues?.[0]?.path ?? null, code: code.toLowerCase() } };
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
      ...(context.echo['usage'] === undefined ? {} : { usage: null }),
      ...more,
    });
  return tokenStream({
    footnotesBy: 'link',
    state: (state) => (state === 'Generating' ? [chunk({ role: 'assistant', content: '' }, null)] : []),
    piece: (text) => [chunk({ content: text }, null)],
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

const shared = {
  tag: 'openai',
  failure: () => toJsonSchema(failureSchema, 'output', 'ChatCompletionFailure'),
};

const completions: AnswerEndpoint = {
  kind: 'answer',
  method: 'POST',
  path: '/v1/chat/completions',
  maxBodyBytes: MAX_BODY_BYTES,
  description: {
    operationId: 'createChatCompletion',
    ...shared,
    summary: 'Ask as with the API of OpenAI',
    details:
      'The last message is the question, those before it say what it is about. With `"stream": true` the reply is a stream of `chat.completion.chunk` objects. `ibid` has the quotes. Members that change nothing are ignored, those that would change the reply and cannot be given are refused.',
    request: () => toJsonSchema(requestSchema, 'input', 'ChatCompletionRequest', 'messages'),
    reply: () => toJsonSchema(completionSchema, 'output', 'ChatCompletion'),
    streams: 'when-asked',
    failures: RUN_FAILURES,
    examples: [{ name: 'A question', request: bookRequest, reply: bookReply.body }],
  },
  decode: ({ body }) => decode(body),
  encodeAnswer: ({ answer }, context) => ok(encodeCompletion(answer, context)),
  createStreamEncoder,
  failureBody,
};

const modelSchema = z
  .strictObject({ id: z.string(), object: z.literal('model'), created: z.int(), owned_by: z.string() })
  .meta(described('ChatModel'));
const modelsSchema = z.strictObject({ object: z.literal('list'), data: z.array(modelSchema) });
const ONE_MODEL: z.output<typeof modelSchema> = { id: MODEL, object: 'model', created: 0, owned_by: 'ibid' };
const MODELS: z.output<typeof modelsSchema> = { object: 'list', data: [ONE_MODEL] };

const models: ModelsEndpoint = {
  kind: 'models',
  method: 'GET',
  path: '/v1/models',
  description: {
    operationId: 'listModels',
    ...shared,
    summary: 'List the one model',
    reply: () => toJsonSchema(modelsSchema, 'output', 'ChatModels'),
    examples: [{ name: 'The model', reply: MODELS }],
  },
  encode: () => ok(MODELS),
  failureBody,
};

const model: ModelsEndpoint = {
  kind: 'models',
  method: 'GET',
  path: '/v1/models/{model}',
  description: {
    operationId: 'retrieveModel',
    ...shared,
    summary: 'Describe the one model',
    reply: () => toJsonSchema(modelSchema, 'output', 'ChatModel'),
    failures: ['NOT_FOUND'],
    examples: [{ name: 'The model', reply: ONE_MODEL }],
  },
  encode: ({ params }, context) =>
    params['model'] === MODEL
      ? ok(ONE_MODEL)
      : encodeFailure({ code: 'NOT_FOUND', message: '' }, context, { failureBody }),
  failureBody,
};

export const openaiDialect: Dialect = { name: 'openai', base: '/v1/', endpoints: [completions, models, model] };
