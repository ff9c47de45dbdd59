/** Endpoints that several dialects have: one that answers questions with a JSON reply, one below it for an event stream, and health checks. */
import type { Citation, Passage, Statement } from '@ibid/core/types';
import { z } from 'zod';
import type {
  AnswerEndpoint,
  AskRequest,
  Decoded,
  EndpointDescription,
  FinishedRun,
  HealthEndpoint,
  HealthPart,
  StreamEncoder,
  WireFailure,
} from '../dialect.ts';
import { answerText, certainStatements, eventFrame, type FootnotesBy, footnotesOf, ok, shownText } from './replies.ts';
import { encodeFailureBody, RUN_FAILURES } from './failures.ts';
import { instant, toJsonSchema } from './fields.ts';

/** Functions that build a dialect's frames. */
interface TokenStreamOptions {
  readonly footnotesBy: FootnotesBy;
  readonly piece: (text: string) => readonly string[];
  /** `text` is the whole text of the reply. */
  readonly end: (run: FinishedRun, text: string) => readonly string[];
  readonly failure: (failure: WireFailure) => readonly string[];
  /** Each state is reached at most once, in this order; `Complete` only before `end`. */
  readonly state?: (state: 'Idle' | 'Processing' | 'Generating' | 'Complete') => readonly string[];
}

/** Creates the encoder of one response. */
export function tokenStream(options: TokenStreamOptions): StreamEncoder {
  const { footnotesBy, piece, end, failure, state = () => [] } = options;
  const citations: Citation[] = [];
  const statements: Statement[] = [];
  let passages: readonly Passage[] | undefined;
  let sent = '';

  /** Returns frames for the part of `text` not yet sent. The joined pieces equal `shownText` of the finished answer, byte for byte. */
  const upTo = (text: string): readonly string[] => {
    const added = text.slice(sent.length);
    const begun = sent === '' && added !== '' ? state('Generating') : [];
    sent = text;
    return added === '' ? [] : [...begun, ...piece(added)];
  };

  return {
    encode(event) {
      switch (event.type) {
        case 'run-start':
          return [...state('Idle'), ...state('Processing')];
        case 'fallback-start':
        case 'excerpt-start':
          return [];
        case 'retrieval-end':
        case 'search-end':
          passages = [...(passages ?? []), ...event.passages];
          return [];
        case 'citation-verified':
          citations.push(event.citation);
          return [];
        case 'statement-verified':
          statements.push(event.statement);
          return upTo(answerText(certainStatements(statements), footnotesOf(citations, footnotesBy)));
        case 'run-end': {
          const { answer } = event;
          const frames = upTo(shownText(answer, footnotesBy));
          return [...frames, ...state('Complete'), ...end({ answer, passages: passages ?? [] }, sent)];
        }
        case 'run-error': {
          const { code, message } = event;
          return failure({ code, message, stage: passages === undefined ? 'retrieval' : 'answer' });
        }
      }
    },
  };
}

/** Dialect-specific parts of an answering endpoint. */
export interface AnswerSpec
  extends
    Partial<Pick<AnswerEndpoint, 'maxBodyBytes' | 'createStreamEncoder' | 'failureBody'>>,
    Omit<EndpointDescription, 'query' | 'replyStatus' | 'streams' | 'owner'> {
  /** Path of the JSON endpoint. The stream is at `<path>/stream`, and its id has `Stream` appended. */
  readonly path: AnswerEndpoint['path'];
  readonly details: string;
  readonly streamDetails?: string;
  /** Decodes the body. `stream` is not included; it is read separately. */
  readonly decode: (body: unknown) => Decoded<Omit<AskRequest, 'stream'>>;
  readonly encodeReply: (...parts: Parameters<AnswerEndpoint['encodeAnswer']>) => unknown;
  /** Footnote style of the default token stream. Unused if `createStreamEncoder` is given. */
  readonly footnotesBy?: FootnotesBy;
  /** True if the token stream also has the states of the agent. */
  readonly hasStates?: true;
}

const TOKENS =
  'Server-sent events: `token` with a piece of the text, then exactly one of `final` (the whole reply) and `error`. A client that sees neither has lost the connection.';

/** Creates the JSON endpoint and the endpoint that always streams. */
export function answerEndpoints({
  path,
  maxBodyBytes,
  decode,
  encodeReply,
  footnotesBy = 'chunk',
  hasStates,
  failureBody = (failure, { requestId }) => encodeFailureBody(failure, requestId),
  createStreamEncoder = (context) =>
    tokenStream({
      footnotesBy,
      piece: (text) => [eventFrame('token', { text })],
      end: (run) => [eventFrame('final', encodeReply(run, context))],
      failure: (failure) => [eventFrame('error', failureBody(failure, context))],
      ...(hasStates === true ? { state: (state) => [eventFrame('state', { state })] } : {}),
    }),
  streamDetails = TOKENS,
  ...described
}: AnswerSpec): readonly [AnswerEndpoint, AnswerEndpoint] {
  const { operationId, summary, details, failures = [] } = described;
  const whole: AnswerEndpoint = {
    kind: 'answer',
    method: 'POST',
    path,
    ...(maxBodyBytes === undefined ? {} : { maxBodyBytes }),
    description: {
      ...described,
      failures: [...RUN_FAILURES, ...failures],
      details: `${details} With \`"stream": true\` the reply is the event stream of \`${path}/stream\`.`,
      streams: 'when-asked',
    },
    decode: ({ body }) => withStream(decode(body), asksForStream(body) === true),
    encodeAnswer: (run, context) => ok(encodeReply(run, context)),
    createStreamEncoder,
    failureBody,
  };
  const stream: AnswerEndpoint = {
    ...whole,
    path: `${path}/stream`,
    description: {
      ...whole.description,
      operationId: `${operationId}Stream`,
      summary: `${summary}, and see the answer grow`,
      details: streamDetails,
      streams: 'always',
    },
    decode: ({ body }) => {
      const decoded = decode(body);
      if (decoded.kind !== 'ok' || asksForStream(body) !== false) return withStream(decoded, true);
      const message = '`stream` is always true here; drop `/stream` from the path for one JSON reply';
      return { kind: 'invalid', issues: [{ path: 'stream', message }] };
    },
  };
  return [whole, stream];
}

/** `body` has been validated, so it is an object. */
function asksForStream(body: unknown): unknown {
  return (body as { readonly stream?: unknown } | null)?.stream;
}

function withStream(decoded: Decoded<Omit<AskRequest, 'stream'>>, stream: boolean): Decoded<AskRequest> {
  return decoded.kind === 'ok' ? { ...decoded, value: { ...decoded.value, stream } } : decoded;
}

/** Names of the parts in the contracts. */
const NAMES: Readonly<Record<HealthPart, string>> = {
  index: 'vector_store',
  embedder: 'embedding_model',
  sessions: 'session_store',
  model: 'language_model',
};

interface HealthSpec extends Pick<HealthEndpoint, 'path' | 'needs' | 'reportsModel' | 'failureBody'> {
  readonly operationId: string;
  readonly tag: string;
  readonly summary: string;
  readonly example: unknown;
}

/** Creates a health endpoint: status 200 if all required parts work, else 503 with the same body. */
export function healthEndpoint({ operationId, tag, summary, example, ...rest }: HealthSpec): HealthEndpoint {
  const { needs, reportsModel } = rest;
  const model = z.boolean().optional().describe('Only where a model is configured');
  const schema = z.strictObject({
    status: z.enum(['healthy', 'unhealthy']),
    timestamp: instant,
    dependencies: z.strictObject({
      ...Object.fromEntries(needs.map((part) => [NAMES[part], z.boolean()])),
      ...(reportsModel ? { [NAMES.model]: model } : {}),
    }),
  });
  return {
    ...rest,
    kind: 'health',
    method: 'GET',
    description: {
      operationId,
      tag,
      summary,
      details: '503 with the same body when one of them does not.',
      reply: () => toJsonSchema(schema, 'output'),
      examples: [{ name: 'All parts work', reply: example }],
    },
    encode(parts, { receivedAt }) {
      const isHealthy = needs.every((part) => parts.get(part) === true);
      const dependencies = Object.fromEntries([...parts].map(([part, works]) => [NAMES[part], works]));
      const body = { status: isHealthy ? 'healthy' : 'unhealthy', timestamp: receivedAt, dependencies };
      return { status: isHealthy ? 200 : 503, headers: {}, body };
    },
  };
}
