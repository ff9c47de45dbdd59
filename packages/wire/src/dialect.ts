/**
 * Interface of one JSON vocabulary.
 *
 * 1. Pure: no clock, ids, I/O, framework or logging. Everything variable is in `WireContext`.
 * 2. Functions only: no schema leaves its folder but as JSON Schema for the description, so nobody can validate "a little" elsewhere.
 * 3. Three-way decode: malformed, unsupported and fine are different things with different replies.
 * 4. No branch on a dialect's name outside `registry.ts`. What the server must know is a field of `Endpoint`.
 * 5. Ignorance both ways: a dialect knows no other, and neutral types have no field that exists for one vocabulary.
 *    `echo` carries what a reply must repeat; `notes` carries what the reader must be told about the request.
 * 6. Strict in our own vocabulary, tolerant in borrowed ones.
 * 7. Loss is decided, never discovered: `side-by-side.test.ts` has the table of what each says.
 * 8. Event switches are exhaustive without `default`, so that a new event makes every codec fail to compile.
 * 9. Each dialect maps every failure code to a status and a body; provider and exception text never gets out.
 * 10. The browser client speaks `native` only.
 */
import type {
  AgentSettings,
  Answer,
  AnswerEvent,
  ErrorCode,
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

export interface Dialect {
  readonly name: string;
  readonly endpoints: readonly Endpoint[];
  /** Named schemas of the vocabulary that no endpoint takes or gives. */
  readonly schemas?: () => readonly JsonSchema[];
}

export type Endpoint =
  | AnswerEndpoint
  | RetrieveEndpoint
  | SearchEndpoint
  | FeedbackEndpoint
  | SessionEndpoint
  | SessionEndEndpoint
  | HealthEndpoint
  | ModelsEndpoint
  | JobStartEndpoint
  | JobEndpoint;

interface EndpointBase {
  /** `{name}` matches one part of the path. */
  readonly path: `/${string}`;
  readonly description: EndpointDescription;
  /** Limit for requests that carry more than a question. Default is the server's limit. */
  readonly maxBodyBytes?: number;
  /** The body may be left out; `WireRequest.body` is `undefined` then. */
  readonly bodyOptional?: true;
  encodeFailure(failure: WireFailure, context: FailureContext): WireReply;
}

/** Asks a question; the JSON reply is the fold of the stream. */
export interface AnswerEndpoint extends EndpointBase {
  readonly kind: 'answer';
  readonly method: 'POST';
  decode(request: WireRequest): Decoded<AskRequest>;
  encodeAnswer(run: FinishedRun, context: WireContext): WireReply;
  /** Fresh for each response: feed events in order, write what it returns. */
  createStreamEncoder(context: WireContext): StreamEncoder;
  /** A conversation that has no turns left still gets a body of the vocabulary's own; `undefined` outside conversations. */
  readonly encodeTurnsExceeded: ((maxTurns: number, context: WireContext) => WireReply) | undefined;
}

/** Finds passages without answering. */
export interface RetrieveEndpoint extends EndpointBase {
  readonly kind: 'retrieve';
  readonly method: 'POST';
  decode(request: WireRequest): Decoded<SearchRequest>;
  encodeRetrieval(search: FinishedSearch, context: WireContext): WireReply;
}

/** Searches while a reader types. */
export interface SearchEndpoint extends EndpointBase {
  readonly kind: 'search';
  readonly method: 'GET';
  decode(request: WireRequest): Decoded<LookupRequest>;
  encodeSearch(found: Lookup, context: WireContext): WireReply;
}

/** Takes what a reader thinks of an answer. */
export interface FeedbackEndpoint extends EndpointBase {
  readonly kind: 'feedback';
  readonly method: 'POST';
  decode(request: WireRequest): Decoded<FeedbackRequest>;
  /** `isKnown`: this server has answered the request of late. */
  encodeKept(requestId: string, isKnown: boolean): WireReply;
}

export interface SessionEndpoint extends EndpointBase {
  readonly kind: 'session';
  readonly method: 'GET';
  decode(request: WireRequest): Decoded<{ readonly sessionId: string }>;
  encodeSession(session: Session, context: WireContext): WireReply;
}

export interface SessionEndEndpoint extends EndpointBase {
  readonly kind: 'session-end';
  readonly method: 'DELETE';
  decode(request: WireRequest): Decoded<{ readonly sessionId: string }>;
  encodeEnded(sessionId: string, context: WireContext): WireReply;
}

/** Parts that can be asked whether they work. */
export const HEALTH_PARTS = ['index', 'embedder', 'sessions', 'jobs', 'model'] as const;
export type HealthPart = (typeof HEALTH_PARTS)[number];

export interface HealthEndpoint extends EndpointBase {
  readonly kind: 'health';
  readonly method: 'GET';
  /** Parts that this surface cannot do without. */
  readonly needs: readonly HealthPart[];
  /** Parts that it tells of where the server has them, and can do without. */
  readonly mentions: readonly HealthPart[];
  /** `parts` has those of `needs`, and those of `mentions` that the server has. */
  encodeHealth(parts: ReadonlyMap<HealthPart, boolean>, context: WireContext): WireReply;
}

/** Names the models that a client may ask for. */
export interface ModelsEndpoint extends EndpointBase {
  readonly kind: 'models';
  readonly method: 'GET';
  encodeModels(): WireReply;
}

/** Starts indexing; only for the owner's token. */
export interface JobStartEndpoint extends EndpointBase {
  readonly kind: 'job-start';
  readonly method: 'POST';
  decode(request: WireRequest): Decoded<{ readonly job: JobRequest; readonly source: string | undefined }>;
  encodeJob(job: Job, context: WireContext): WireReply;
}

/** Reads (`GET`) or cancels (`DELETE`) a job; only for the owner's token. */
export interface JobEndpoint extends EndpointBase {
  readonly kind: 'job' | 'job-cancel';
  readonly method: 'GET' | 'DELETE';
  decode(request: WireRequest): Decoded<{ readonly jobId: string }>;
  encodeJob(job: Job, context: WireContext): WireReply;
}

export interface AskRequest {
  readonly question: Question;
  readonly stream: boolean;
  /** `undefined` = outside conversations. */
  readonly conversation: ConversationRequest | undefined;
}

/** Data from the reader; the server adds the time and the live generation. */
export type FeedbackRequest = Omit<Feedback, 'at' | 'generation'>;

export interface ConversationRequest {
  /** `undefined` = a new one. */
  readonly id: string | undefined;
  readonly maxTurns: number;
  /** The request's settings; the rest comes from the server. */
  readonly settings: Pick<AgentSettings, 'temperature' | 'maxTurns' | 'scoreThreshold' | 'topK'>;
}

export interface SearchRequest {
  readonly question: Question;
  /** Tokens of all passages together; the engine's own measure unless given. */
  readonly tokens: number | undefined;
  /** Asks for what is otherwise kept inside, such as the question's vector. */
  readonly debug: boolean;
}

/** Result of a finished run. */
export interface FinishedRun {
  readonly answer: Answer;
  /** Passages that the answerer was given. */
  readonly passages: readonly Passage[];
}

export interface FinishedSearch {
  readonly request: SearchRequest;
  readonly retrieval: Retrieval;
  /** With a window where only part of a passage is meant. */
  readonly passages: readonly Passage[];
}

export interface WireRequest {
  readonly headers: Headers;
  readonly query: URLSearchParams;
  /** Parts of the path by the names in `Endpoint.path`. */
  readonly params: Readonly<Record<string, string>>;
  /** Parsed JSON; `undefined` for calls without a body. */
  readonly body: unknown;
}

export type Decoded<T> =
  | {
      readonly kind: 'ok';
      readonly value: T;
      readonly echo: WireEcho;
      /** Warnings about the request itself, such as a selection that was cut. */
      readonly notes: readonly Warning[];
    }
  | { readonly kind: 'invalid'; readonly issues: readonly Issue[] }
  /** Well formed, and must not be processed: a context that cannot be what it says. */
  | { readonly kind: 'refused'; readonly issues: readonly Issue[] }
  | { readonly kind: 'unsupported'; readonly feature: string };

export interface Issue {
  /** Dotted path of the field; `''` for the body as a whole. */
  readonly path: string;
  readonly message: string;
}

/** Request fields to repeat in the reply; opaque to the server. */
export type WireEcho = Readonly<Record<string, string>>;

export interface WireContext {
  readonly requestId: string;
  readonly echo: WireEcho;
  readonly notes: readonly Warning[];
  /** When the request was taken, ISO 8601 UTC. */
  readonly receivedAt: string;
  /** Milliseconds since then, at the time of the call. */
  readonly elapsedMs: () => number;
  /** o200k tokens. */
  readonly countTokens: (text: string) => number;
  /** The conversation that the run belongs to; `''` outside conversations. */
  readonly sessionId: string;
}

/** Data of the request in a failure; `echo` once that was read. */
export type FailureContext = Pick<WireContext, 'requestId'> & Partial<Pick<WireContext, 'echo'>>;

export interface WireReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** Trouble that HTTP itself knows and the engine does not. */
export const HTTP_FAILURES = [
  'INTERNAL',
  'NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'ORIGIN_REFUSED',
  'TOKEN_MISSING',
  'TOKEN_REFUSED',
  'BODY_TOO_LARGE',
  'BODY_TYPE_UNSUPPORTED',
  'SESSION_NOT_FOUND',
  'TURNS_EXCEEDED',
  'JOB_NOT_FOUND',
  'JOB_RUNNING',
] as const;

export type FailureCode = ErrorCode | (typeof HTTP_FAILURES)[number];

/** `message` reaches the client only for codes whose text is written for the requester; see each dialect's table. */
export interface WireFailure {
  readonly code: FailureCode;
  readonly message: string;
  readonly issues?: readonly Issue[];
  /** Set if the server knows it; codes of temporary failures have a usual time. */
  readonly retryAfterSeconds?: number;
  /** The limit that a client has reached; without it too much is under way in all. */
  readonly limit?: {
    readonly of: 'questions' | 'ratings' | 'requests';
    readonly perMinute: number;
    readonly atOnce: number;
  };
  /** Failed stage of a question: the search for passages, the answer, or the storage of the conversation. */
  readonly stage?: 'retrieval' | 'answer' | 'conversation';
}

export interface StreamEncoder {
  readonly contentType: 'text/event-stream' | 'application/x-ndjson';
  /** Something that keeps proxies awake and that every client ignores. */
  readonly heartbeat: string;
  /** Text frames to write, in order; nothing after the terminal event. */
  encode(event: AnswerEvent): readonly string[];
}

export type JsonSchema = Readonly<Record<string, unknown>>;

/** Documentation of an endpoint for the API description. Its schemas are those that decode and encode. */
export interface EndpointDescription {
  /** Unique, such as `askAgent`. */
  readonly operationId: string;
  /** Heading that groups endpoints: the contract. */
  readonly tag: string;
  readonly summary: string;
  /** Markdown; may be empty. */
  readonly details: string;
  /** JSON Schema 2020-12 of the members of the query, as one object. */
  readonly query?: () => JsonSchema;
  /** The same of the request's body; `undefined` without one. */
  readonly request: (() => JsonSchema) | undefined;
  /** Of the successful reply. */
  readonly reply: () => JsonSchema;
  /** Of failures; the body of all vocabularies unless given. */
  readonly failure?: () => JsonSchema;
  readonly replyStatus: number;
  readonly streams: 'never' | 'always' | 'when-asked';
  /** Needs the owner's token. */
  readonly owner: boolean;
  readonly failures: readonly FailureCode[];
  readonly examples: readonly { readonly name: string; readonly request: unknown; readonly reply: unknown }[];
}
