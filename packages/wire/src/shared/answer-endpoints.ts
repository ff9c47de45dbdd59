/** Endpoints that answer questions. Each dialect has one for a JSON reply and, below it, one for an event stream. */
import type {
  AnswerEndpoint,
  AskRequest,
  Decoded,
  EndpointDescription,
  FailureCode,
  FailureContext,
  WireFailure,
} from '../dialect.ts';
import type { FootnotesBy } from './answer-text.ts';
import { encodeFailureBody, RUN_FAILURES } from './failures.ts';
import { ok } from './replies.ts';
import { eventFrame, tokenStream } from './token-stream.ts';

/** Dialect-specific parts of an answering endpoint. */
export interface AnswerSpec
  extends
    Partial<Pick<AnswerEndpoint, 'maxBodyBytes' | 'createStreamEncoder'>>,
    Pick<EndpointDescription, 'tag' | 'summary' | 'request' | 'reply' | 'failure' | 'examples'> {
  /** Path of the JSON endpoint. The stream is at `<path>/stream`. */
  readonly path: AnswerEndpoint['path'];
  /** The stream's id has `Stream` appended. */
  readonly operationId: string;
  readonly details: string;
  readonly streamDetails?: string;
  /** Failures in addition to those of every run. */
  readonly failures?: readonly FailureCode[];
  /** Decodes the body. `stream` is not included; it is read separately. */
  readonly decode: (body: unknown) => Decoded<Omit<AskRequest, 'stream'>>;
  readonly encodeReply: (...parts: Parameters<AnswerEndpoint['encodeAnswer']>) => unknown;
  /** Footnote style of the default token stream. Unused if `createStreamEncoder` is given. */
  readonly footnotesBy?: FootnotesBy;
  /** True if the token stream also has the states of the agent. */
  readonly hasStates?: true;
  /** Encodes failures in the dialect's own format, which `failure` describes. Default: the shared body. */
  readonly failureBody?: (failure: WireFailure, context: FailureContext) => object;
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
  const shared = {
    kind: 'answer',
    method: 'POST',
    ...(maxBodyBytes === undefined ? {} : { maxBodyBytes }),
    encodeAnswer: (run, context) => ok(encodeReply(run, context)),
    createStreamEncoder,
    failureBody,
  } as const satisfies Partial<AnswerEndpoint>;
  const { operationId, summary, details, failures = [] } = described;
  const description = { ...described, failures: [...RUN_FAILURES, ...failures] };
  const whole: AnswerEndpoint = {
    ...shared,
    path,
    description: {
      ...description,
      details: `${details} With \`"stream": true\` the reply is the event stream of \`${path}/stream\`.`,
      streams: 'when-asked',
    },
    decode: ({ body }) => withStream(decode(body), asksForStream(body) === true),
  };
  const stream: AnswerEndpoint = {
    ...shared,
    path: `${path}/stream`,
    description: {
      ...description,
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
