/**
 * The interface that each JSON dialect implements, as seen from outside its folder. Its rules:
 *
 * 1. Pure: no clock, ids, I/O, framework or logging. Everything variable is in `WireContext`.
 * 2. Functions only. A schema leaves its folder only as JSON Schema for the API description, so nothing else can validate requests.
 * 3. Decoding distinguishes malformed, refused, unsupported and valid requests, because each gets a different reply.
 * 4. No branch on a dialect's name outside `registry.ts`. Everything the server needs to know is a field of `Endpoint`.
 * 5. A dialect does not know other dialects, and neutral types have no field for a single dialect. `echo` carries what a reply must repeat;
 *    `notes` carries what the reader must be told about the request.
 * 6. Strict in the native dialect, tolerant in borrowed ones.
 * 7. Each loss of information is intended: the page of a dialect in `docs/wire/` says what its replies have.
 * 8. Switches over events are exhaustive without `default`, so that a new event makes every codec fail to compile.
 * 9. Each dialect maps every failure code to a status and a body; provider and exception text never reaches the client.
 * 10. The browser client uses only `native`.
 */
import type {
  AgentSettings,
  Answer,
  AnswerEvent,
  Feedback,
  Job,
  JobRequest,
  Lookup,
  LookupRequest,
  Passage,
  Question,
  Retrieval,
  Session,
  Warning,
} from '@ibid/core/types';
import type { FailureCode } from './shared/failures.ts';

export type { FailureCode };

export interface Dialect {
  readonly name: string;
  readonly endpoints: readonly Endpoint[];
  /** Start of paths that are the dialect's alone: unknown ones below it fail in its format too. */
  readonly base?: `/${string}/`;
  /** Named schemas of the dialect that no endpoint accepts or returns. */
  readonly schemas?: () => readonly JsonSchema[];
}

export type Endpoint =
  | AnswerEndpoint
  | HealthEndpoint
  | ModelsEndpoint
  | { readonly [K in CallKind]: CallEndpoint<K> }[CallKind];

interface EndpointBase {
  /** `{name}` matches one segment of the path. */
  readonly path: `/${string}`;
  readonly description: EndpointDescription;
  /** Set if a request can be longer than a question. Default: the server's limit. */
  readonly maxBodyBytes?: number;
  /** If true, the body may be missing; `WireRequest.body` is then `undefined`. */
  readonly bodyOptional?: true;
  /** Encodes the body of a failure. Default: the shared body. Status and headers are the same in all dialects. */
  readonly failureBody?: (failure: WireFailure, context: FailureContext) => unknown;
}

/** Asks a question. The JSON reply has the combined content of the stream. */
export interface AnswerEndpoint extends EndpointBase {
  readonly kind: 'answer';
  readonly method: 'POST';
  decode(request: WireRequest): Decoded<AskRequest>;
  encodeAnswer(run: FinishedRun, context: WireContext): WireReply;
  /** Creates an encoder for one response. Feed it the events in order and write the frames it returns. */
  createStreamEncoder(context: WireContext): StreamEncoder;
}

/** Endpoints with one JSON reply: the method, what a request decodes to, and the result that the reply is encoded from. */
export interface Calls {
  /** Finds passages without answering. */
  readonly retrieve: ['POST', SearchRequest, FinishedSearch];
  /** Searches while a reader types. */
  readonly search: ['GET', LookupRequest, Lookup];
  /** Accepts a reader's feedback on an answer. `isKnown`: true if this server has recently answered the request. */
  readonly feedback: ['POST', FeedbackRequest, { readonly requestId: string; readonly isKnown: boolean }];
  /** Reads a conversation. */
  readonly session: ['GET', { readonly sessionId: string }, Session];
  /** Deletes a conversation; the result is its id. */
  readonly 'session-end': ['DELETE', { readonly sessionId: string }, string];
  /** Starts an indexing job. This and the next two require the owner's token. */
  readonly 'job-start': ['POST', { readonly job: JobRequest; readonly source: string | undefined }, Job];
  readonly job: ['GET', { readonly jobId: string }, Job];
  readonly 'job-cancel': ['DELETE', { readonly jobId: string }, Job];
}

export type CallKind = keyof Calls;

export interface CallEndpoint<K extends CallKind> extends EndpointBase {
  readonly kind: K;
  readonly method: Calls[K][0];
  decode(request: WireRequest): Decoded<Calls[K][1]>;
  encode(result: Calls[K][2], context: WireContext): WireReply;
}

/** Parts that a health check can probe. */
export type HealthPart = 'index' | 'embedder' | 'sessions' | 'model';

export interface HealthEndpoint extends EndpointBase {
  readonly kind: 'health';
  readonly method: 'GET';
  /** Parts that this dialect requires. */
  readonly needs: readonly HealthPart[];
  /** True if the model is reported too, where the server has one. */
  readonly reportsModel: boolean;
  /** `parts` has all of `needs`, and the model if it is reported. */
  encode(parts: ReadonlyMap<HealthPart, boolean>, context: WireContext): WireReply;
}

/** Tells the models that a client may name. */
export interface ModelsEndpoint extends EndpointBase {
  readonly kind: 'models';
  readonly method: 'GET';
  encode(request: Pick<WireRequest, 'params'>, context: FailureContext): WireReply;
}

export interface AskRequest {
  readonly question: Question;
  readonly stream: boolean;
  /** Absent outside conversations. */
  readonly conversation?: ConversationRequest;
}

/** Feedback as the client sends it; the server adds the time and the live generation. */
export type FeedbackRequest = Omit<Feedback, 'at' | 'generation'>;

export interface ConversationRequest {
  /** `undefined` starts a new conversation. */
  readonly id: string | undefined;
  readonly maxTurns: number;
  /** Settings from the request; the server supplies the others. */
  readonly settings: Pick<AgentSettings, 'temperature' | 'maxTurns' | 'scoreThreshold' | 'topK'>;
}

export interface SearchRequest {
  readonly question: Question;
  /** Maximum tokens of all passages together. Default: the engine's limit. */
  readonly tokens: number | undefined;
  /** Requests internal data in the reply, such as the question's vector. */
  readonly debug: boolean;
}

/** Result of a finished run. */
export interface FinishedRun {
  readonly answer: Answer;
  /** Passages given to the answerer. */
  readonly passages: readonly Passage[];
}

export interface FinishedSearch {
  readonly request: SearchRequest;
  readonly retrieval: Retrieval;
  /** A passage has a window if only part of it is meant. */
  readonly passages: readonly Passage[];
}

export interface WireRequest {
  readonly query: URLSearchParams;
  /** Path parameters, by their names in `Endpoint.path`. */
  readonly params: Readonly<Record<string, string>>;
  /** Parsed JSON; `undefined` for calls without a body. */
  readonly body: unknown;
}

export type Decoded<T> =
  | {
      readonly kind: 'ok';
      readonly value: T;
      readonly echo: WireEcho;
      /** Warnings about the request itself, for example that a selection was cut. */
      readonly notes: readonly Warning[];
    }
  | { readonly kind: 'invalid'; readonly issues: readonly Issue[] }
  /** Well formed but must not be processed: the context it brings cannot be genuine. */
  | { readonly kind: 'refused'; readonly issues: readonly Issue[] };

export interface Issue {
  /** Dotted path of the field; `''` for the whole body. */
  readonly path: string;
  readonly message: string;
}

/** Request fields to repeat in the reply; opaque to the server. */
export type WireEcho = Readonly<Record<string, string>>;

export interface WireContext {
  readonly requestId: string;
  readonly echo: WireEcho;
  readonly notes: readonly Warning[];
  /** Time when the request was received, ISO 8601 UTC. */
  readonly receivedAt: string;
  /** Returns the milliseconds since then. */
  readonly elapsedMs: () => number;
  /** Counts o200k tokens. */
  readonly countTokens: (text: string) => number;
  /** Conversation that the run belongs to; `''` if none. */
  readonly sessionId: string;
}

/** Context of a failure. Once the request was decoded, all of it is present, except where the server answers before it begins a run. */
export type FailureContext = Pick<WireContext, 'requestId'> & Partial<WireContext>;

export interface WireReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** `message` reaches the client only for codes whose text is written for the client; see each dialect's table. */
export interface WireFailure {
  readonly code: FailureCode;
  readonly message: string;
  readonly issues?: readonly Issue[];
  /** Seconds until a retry makes sense, if known. Temporary failures otherwise use the default of their code. */
  readonly retryAfterSeconds?: number;
  /** Limit that the client has reached. Absent if the server as a whole is overloaded. */
  readonly limit?: {
    readonly of: 'questions' | 'ratings' | 'requests';
    readonly perMinute: number;
    readonly atOnce: number;
  };
  /** Maximum of a conversation that has no turns left. */
  readonly maxTurns?: number;
  /** Stage of the question that failed: the search for passages, the answer from them, or storing the conversation. */
  readonly stage?: 'retrieval' | 'answer' | 'conversation' | undefined;
}

/** Encodes server-sent events. */
export interface StreamEncoder {
  /** Returns the frames to write for the next event of a run, whose last event is its only terminal one. */
  encode(event: AnswerEvent): readonly string[];
}

export type JsonSchema = Readonly<Record<string, unknown>>;

/** Documentation of an endpoint in the API description. Its schemas are derived from those that decode and encode. */
export interface EndpointDescription {
  /** Unique, such as `askAgent`. */
  readonly operationId: string;
  /** Contract name; groups endpoints under one heading. */
  readonly tag: string;
  readonly summary: string;
  /** Markdown. */
  readonly details?: string;
  /** JSON Schema 2020-12 of the query parameters, as one object. */
  readonly query?: () => JsonSchema;
  /** JSON Schema of the request body, if there is one. */
  readonly request?: () => JsonSchema;
  /** JSON Schema of the successful reply. */
  readonly reply: () => JsonSchema;
  /** JSON Schema of failures. Default: the shared failure body. */
  readonly failure?: () => JsonSchema;
  /** Default: 200. */
  readonly replyStatus?: number;
  /** Absent if the endpoint never streams. */
  readonly streams?: 'always' | 'when-asked';
  /** True if the endpoint requires the owner's token. */
  readonly owner?: true;
  /** Default: those possible for every call. */
  readonly failures?: readonly FailureCode[];
  readonly examples: readonly { readonly name: string; readonly request?: unknown; readonly reply: unknown }[];
}
