/**
 * Failures in all dialects: a status, a phrase and a sentence for each code, and one body.
 *
 * Error messages may name files, hosts and options of the owner's machine, so they are only for logs. The client gets the sentence of this
 * table, unless `told` marks the message as written for the client.
 */
import type { Endpoint, FailureContext, WireFailure, WireReply } from '../dialect.ts';

/** Shared body of every failure, also the data of a stream's last event. Dialects may add members. */
export interface FailureBody {
  /** Short phrase for people. */
  readonly error: string;
  /** Stable name for programs. */
  readonly code: string;
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly request_id: string;
}

/** Failures possible at any endpoint that searches the index for a question. */
export const RUN_FAILURES: readonly FailureCode[] = [
  'INVALID_REQUEST',
  'RATE_LIMITED',
  'NOT_INDEXED',
  'INDEX_MISMATCH',
  'INDEX_DAMAGED',
  'STORE_BUSY',
  'UPSTREAM_FAILED',
  'TIMED_OUT',
];

/** `told`: the error's own message is written for the client. A number: seconds until a retry makes sense, for temporary failures. */
type Row = readonly [status: number, error: string, message: string, handling?: 'told' | number];

const FAILURES = {
  INVALID_REQUEST: [400, 'Invalid request', 'The request cannot be read.', 'told'],
  TURNS_EXCEEDED: [
    400,
    'Conversation full',
    'This conversation has no turns left. Begin a new one by asking without `session_id`.',
    'told',
  ],
  UNSUPPORTED: [400, 'Not supported', 'This server does not offer that.', 'told'],
  TOKEN_MISSING: [401, 'Token missing', 'Send the token of this server as `Authorization: Bearer <token>`.'],
  TOKEN_REFUSED: [403, 'Token refused', 'The token is not accepted here.', 'told'],
  ORIGIN_REFUSED: [403, 'Origin refused', 'Requests from this origin are refused.', 'told'],
  NOT_FOUND: [404, 'Not found', 'There is nothing at this address.'],
  SESSION_NOT_FOUND: [
    404,
    'Conversation not found',
    'There is no such conversation, or it has expired. Ask without `session_id` to begin a new one.',
  ],
  JOB_NOT_FOUND: [404, 'Job not found', 'There is no such job.'],
  METHOD_NOT_ALLOWED: [405, 'Method not allowed', 'Use the method in the `Allow` header.'],
  JOB_RUNNING: [409, 'Already running', 'Another job is running; wait for its end, or cancel it.', 'told'],
  BODY_TOO_LARGE: [413, 'Body too large', 'The request body is too large.', 'told'],
  BODY_TYPE_UNSUPPORTED: [
    415,
    'Body type not supported',
    'Send the body as `Content-Type: application/json`, not compressed.',
  ],
  CONTEXT_REFUSED: [422, 'Context refused', 'The context cannot be what it says it is.', 'told'],
  RATE_LIMITED: [429, 'Too many requests', 'Too many questions are being answered at once; try again shortly.', 1],
  ABORTED: [499, 'Stopped', 'The request was stopped before the answer was ready.'],
  INVALID_CONFIG: [500, 'Server not set up', 'The assistant is not set up correctly.'],
  INTERNAL: [500, 'Internal error', 'Something went wrong on the server.'],
  CLOSED: [503, 'Shutting down', 'The assistant is shutting down; try again shortly.', 5],
  NOT_INDEXED: [503, 'Nothing indexed', 'No pages have been indexed yet.'],
  SOURCE_UNAVAILABLE: [503, 'Source unavailable', 'The site cannot be read at the moment.'],
  INDEX_MISMATCH: [503, 'Index does not fit', 'The index must be rebuilt by its owner.'],
  INDEX_DAMAGED: [503, 'Index damaged', 'The index must be repaired by its owner.'],
  STORE_BUSY: [503, 'Index busy', 'The index is busy; try again shortly.', 1],
  BUILD_INCOMPLETE: [503, 'Index incomplete', 'The index is not complete yet.'],
  BUILD_HELD: [503, 'Index held', 'The new index waits for its owner to confirm it.'],
  UPSTREAM_FAILED: [503, 'Service failed', 'A part that the assistant needs has failed.'],
  TIMED_OUT: [504, 'Timed out', 'The answer took too long.'],
} as const;

/** Codes of the engine's errors, and of failures of HTTP that the engine has no codes for. */
export type FailureCode = keyof typeof FAILURES;
const ROWS: Readonly<Record<FailureCode, Row>> = FAILURES;
export const FAILURE_CODES = Object.keys(FAILURES) as readonly FailureCode[];

type Named = Readonly<Partial<Record<FailureCode, readonly [error: string, message: string]>>>;

const CONVERSATION_BUSY: Named = {
  STORE_BUSY: ['Conversation busy', 'The conversation is busy; try again shortly.'],
};

/** Failure texts by stage. Once passages are found, only the conversation store can still be busy. */
const OF_STAGE: Readonly<Record<NonNullable<WireFailure['stage']>, Named>> = {
  retrieval: {
    UPSTREAM_FAILED: ['Index failed', 'The index could not be searched.'],
    TIMED_OUT: ['Timed out', 'The index did not answer in time.'],
  },
  answer: CONVERSATION_BUSY,
  conversation: {
    ...CONVERSATION_BUSY,
    UPSTREAM_FAILED: ['Conversation failed', 'What keeps the conversations has failed.'],
    TIMED_OUT: ['Timed out', 'The conversation could not be reached in time; try again shortly.'],
  },
};

/** Encodes the body alone, as in the last event of a failed stream. `code` is the dialect's name for the failure. */
export function encodeFailureBody(failure: WireFailure, requestId: string, code: string = failure.code): FailureBody {
  const [, usualError, usualMessage, handling] = ROWS[failure.code];
  const [error, message] = (failure.stage === undefined ? undefined : OF_STAGE[failure.stage][failure.code]) ?? [
    usualError,
    usualMessage,
  ];
  const seconds = retryAfter(failure);
  return {
    error,
    code,
    message: limitMessage(failure) ?? (handling === 'told' && failure.message !== '' ? failure.message : message),
    details: {
      ...(failure.issues === undefined ? {} : { issues: failure.issues }),
      ...(seconds === undefined ? {} : { retry_after_seconds: seconds }),
    },
    request_id: requestId,
  };
}

function limitMessage({ limit, retryAfterSeconds = 1 }: WireFailure): string | undefined {
  if (limit === undefined) return undefined;
  const { of, perMinute, atOnce } = limit;
  const seconds = retryAfterSeconds === 1 ? '1 second' : `${retryAfterSeconds} seconds`;
  return `One client may send ${perMinute} ${of} a minute, ${atOnce} of them at once; ask again in ${seconds}.`;
}

/** Encodes status, headers and body of a failure, in the format of the endpoint if it has one. Covers every code. */
export function encodeFailure(
  failure: WireFailure,
  context: FailureContext,
  { failureBody }: Pick<Endpoint, 'failureBody'> = {},
): WireReply {
  const seconds = retryAfter(failure);
  return {
    status: failureStatus(failure.code),
    headers: {
      ...(seconds === undefined ? {} : { 'Retry-After': String(seconds) }),
      ...(failure.code === 'TOKEN_MISSING' ? { 'WWW-Authenticate': 'Bearer' } : {}),
    },
    body: failureBody?.(failure, context) ?? encodeFailureBody(failure, context.requestId),
  };
}

/** Returns the seconds that the failure reports, else the default of its code; `undefined` if a retry is pointless. */
function retryAfter(failure: WireFailure): number | undefined {
  const [, , , handling] = ROWS[failure.code];
  return failure.retryAfterSeconds ?? (typeof handling === 'number' ? handling : undefined);
}

export function failureStatus(code: FailureCode): number {
  return ROWS[code][0];
}
