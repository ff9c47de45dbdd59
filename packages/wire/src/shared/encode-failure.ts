/**
 * Failures as all vocabularies show them: one status, one phrase and one sentence for each code, one body (R26).
 *
 * Messages of errors name files, hosts and options of the owner's machine. They are for logs; the client gets the
 * sentence of this table, except where `told` says that the message was written for the requester.
 */
import type { FailureCode, WireContext, WireFailure, WireReply } from '../dialect.ts';
import type { FailureBody } from './failure-body.ts';

interface Row {
  readonly status: number;
  readonly error: string;
  readonly message: string;
  readonly told?: true;
  /** After which the same request may well succeed; for failures that pass by themselves. */
  readonly retryAfterSeconds?: number;
}

const FAILURES: Readonly<Record<FailureCode, Row>> = {
  INVALID_REQUEST: { status: 400, error: 'Invalid request', message: 'The request cannot be read.', told: true },
  TURNS_EXCEEDED: {
    status: 400,
    error: 'Conversation full',
    message: 'This conversation has no turns left. Begin a new one by asking without `session_id`.',
    told: true,
  },
  UNSUPPORTED: { status: 400, error: 'Not supported', message: 'This server does not offer that.', told: true },
  TOKEN_MISSING: {
    status: 401,
    error: 'Token missing',
    message: 'Send the token of this server as `Authorization: Bearer <token>`.',
  },
  TOKEN_REFUSED: { status: 403, error: 'Token refused', message: 'The token is not accepted here.', told: true },
  ORIGIN_REFUSED: {
    status: 403,
    error: 'Origin refused',
    message: 'Requests from this origin are refused.',
    told: true,
  },
  NOT_FOUND: { status: 404, error: 'Not found', message: 'There is nothing at this address.' },
  SESSION_NOT_FOUND: {
    status: 404,
    error: 'Conversation not found',
    message: 'There is no such conversation, or it has expired. Ask without `session_id` to begin a new one.',
  },
  JOB_NOT_FOUND: { status: 404, error: 'Job not found', message: 'There is no such job.' },
  METHOD_NOT_ALLOWED: { status: 405, error: 'Method not allowed', message: 'Use the method in the `Allow` header.' },
  JOB_RUNNING: {
    status: 409,
    error: 'Already running',
    message: 'Another job is running; wait for its end, or cancel it.',
    told: true,
  },
  BODY_TOO_LARGE: { status: 413, error: 'Body too large', message: 'The request body is too large.', told: true },
  BODY_TYPE_UNSUPPORTED: {
    status: 415,
    error: 'Body type not supported',
    message: 'Send the body as `Content-Type: application/json`, not compressed.',
  },
  CONTEXT_REFUSED: {
    status: 422,
    error: 'Context refused',
    message: 'The context cannot be what it says it is.',
    told: true,
  },
  RATE_LIMITED: {
    status: 429,
    error: 'Too many requests',
    message: 'Too many requests at once; try again shortly.',
    retryAfterSeconds: 1,
  },
  ABORTED: { status: 499, error: 'Stopped', message: 'The request was stopped before the answer was ready.' },
  INVALID_CONFIG: { status: 500, error: 'Server not set up', message: 'The assistant is not set up correctly.' },
  INTERNAL: { status: 500, error: 'Internal error', message: 'Something went wrong on the server.' },
  CLOSED: {
    status: 503,
    error: 'Shutting down',
    message: 'The assistant is shutting down; try again shortly.',
    retryAfterSeconds: 5,
  },
  NOT_INDEXED: { status: 503, error: 'Nothing indexed', message: 'No pages have been indexed yet.' },
  SOURCE_UNAVAILABLE: { status: 503, error: 'Source unavailable', message: 'The site cannot be read at the moment.' },
  INDEX_MISMATCH: { status: 503, error: 'Index does not fit', message: 'The index must be made anew by its owner.' },
  INDEX_DAMAGED: { status: 503, error: 'Index damaged', message: 'The index must be repaired by its owner.' },
  STORE_BUSY: {
    status: 503,
    error: 'Index busy',
    message: 'The index is busy; try again shortly.',
    retryAfterSeconds: 1,
  },
  BUILD_INCOMPLETE: { status: 503, error: 'Index incomplete', message: 'The index is not complete yet.' },
  BUILD_HELD: { status: 503, error: 'Index held', message: 'The new index waits for its owner to confirm it.' },
  UPSTREAM_FAILED: { status: 503, error: 'Service failed', message: 'A part that the assistant needs has failed.' },
  TIMED_OUT: { status: 504, error: 'Timed out', message: 'The answer took too long.' },
};

/** Where it is the conversation that a failure is about; once there are passages, only it can still be busy. */
const OF_CONVERSATION: Readonly<Partial<Record<FailureCode, Pick<Row, 'error' | 'message'>>>> = {
  STORE_BUSY: { error: 'Conversation busy', message: 'The conversation is busy; try again shortly.' },
  TIMED_OUT: { error: 'Timed out', message: 'The conversation could not be reached in time; try again shortly.' },
};

function rowOf({ code, stage }: WireFailure): Row {
  const isOfConversation = stage === 'conversation' || (stage === 'answer' && code === 'STORE_BUSY');
  return isOfConversation ? { ...FAILURES[code], ...OF_CONVERSATION[code] } : FAILURES[code];
}

/** The body alone, as the last event of a failed stream carries it. `code` is the vocabulary's own name for the failure. */
export function encodeFailureBody(failure: WireFailure, requestId: string, code: string = failure.code): FailureBody {
  const row = rowOf(failure);
  const seconds = retryAfter(failure);
  return {
    error: row.error,
    code,
    message: row.told === true && failure.message !== '' ? failure.message : row.message,
    details: {
      ...(failure.issues === undefined ? {} : { issues: failure.issues }),
      ...(seconds === undefined ? {} : { retry_after_seconds: seconds }),
    },
    request_id: requestId,
  };
}

/** Status, headers and body of a failure; covers every code. */
export function encodeFailure(
  failure: WireFailure,
  context: Pick<WireContext, 'requestId'>,
  code: string = failure.code,
): WireReply {
  const seconds = retryAfter(failure);
  return {
    status: failureStatus(failure.code),
    headers: {
      ...(seconds === undefined ? {} : { 'Retry-After': String(seconds) }),
      ...(failure.code === 'TOKEN_MISSING' ? { 'WWW-Authenticate': 'Bearer' } : {}),
    },
    body: encodeFailureBody(failure, context.requestId, code),
  };
}

/** What the server knows, else what is usual for the code; `undefined` where repeating the request is no use. */
function retryAfter(failure: WireFailure): number | undefined {
  return failure.retryAfterSeconds ?? FAILURES[failure.code].retryAfterSeconds;
}

export function failureStatus(code: FailureCode): number {
  return FAILURES[code].status;
}
