import { IbidError } from '@ibid/core';
import {
  type Decoded,
  encodeFailure,
  type Endpoint,
  type FailureCode,
  type FailureContext,
  type WireContext,
  type WireFailure,
  type WireReply,
  type WireRequest,
} from '@ibid/wire';
import type { Context, Hono } from 'hono';
import type { AppOptions, RequestReport } from './app-options.ts';
import type { Allowance } from './limits.ts';
import type { Asker } from './payers.ts';
import { type BodyResult, readBody } from './read-body.ts';

interface Variables {
  requestId: string;
  /** Start time, on the clock of `AppOptions.now`. */
  startedAt: number;
  /** Route pattern that matched; `''` if none did. */
  route: string;
  /** Endpoint of the path; `undefined` if no dialect has the path. */
  endpoint: Endpoint | undefined;
  notes: CallNotes;
  /** Security headers of the response. Those of the built-in pages unless a handler sets others. */
  security: Readonly<Record<string, string>>;
}

export type AppEnv = { readonly Variables: Variables };
export type App = Hono<AppEnv>;
export type AppContext = Context<AppEnv>;

type Noted = {
  -readonly [K in 'code' | 'cause' | 'brokenOff' | 'outcome' | 'fallback' | 'retrievalMilliseconds']?: RequestReport[K];
};

/** Data collected during a request for its report. */
export interface CallNotes extends Noted {
  question?: string;
  /** The client's remaining allowance after this question was counted. */
  allowance?: Allowance;
  /** True if a stream continues after the response was created; the report then waits for `onEnd`. */
  stillOpen?: boolean;
  onEnd?: () => void;
}

/** The client of a call, and the limits that the call counts against. */
export interface Caller extends Asker {
  /** Counts the call against the limits, after its body was decoded. `undefined` if no limit applies. */
  readonly admit: (() => Allowance | undefined) | undefined;
}

export type DecodedCall<T> =
  | { readonly kind: 'ok'; readonly value: T; readonly context: WireContext }
  | { readonly kind: 'failed'; readonly response: Response };

/** Fits the longest question and selection, even with every character escaped, and the other fields. */
const MAX_BODY_BYTES = 98_304;

/** Failures without a fixed retry time that get one if the error is marked as retryable. */
const PASSES: readonly FailureCode[] = ['UPSTREAM_FAILED', 'TIMED_OUT'];
const RETRY_SECONDS = 5;

/**
 * Returns failure fields for an error from a part behind the server. A database with no free connection is reported as `UPSTREAM_FAILED`,
 * because it is not the client's mistake. Only a full queue, which reports how many are waiting, stays `RATE_LIMITED`.
 */
export function passing({ code, retryable, details }: IbidError): Partial<WireFailure> {
  if (code === 'RATE_LIMITED' && details['waiting'] === undefined) {
    return { code: 'UPSTREAM_FAILED', retryAfterSeconds: RETRY_SECONDS };
  }
  return retryable && PASSES.includes(code) ? { retryAfterSeconds: RETRY_SECONDS } : {};
}

/** Records a failure for the report and returns its response: in the format of the path's dialect, else in the shared format. */
export function failed(
  c: AppContext,
  failure: WireFailure,
  context: FailureContext = { requestId: c.get('requestId') },
): Response {
  c.get('notes').code = failure.code;
  return toResponse(encodeFailure(failure, context, c.get('endpoint')));
}

/** Returns the response for an error that was thrown. */
export function failedWith(
  c: AppContext,
  error: unknown,
  context: FailureContext,
  stage: WireFailure['stage'],
): Response {
  c.get('notes').cause = error;
  const known = IbidError.is(error) ? error : undefined;
  const failure: WireFailure = {
    code: known?.code ?? 'INTERNAL',
    message: known?.message ?? '',
    ...(known === undefined ? {} : passing(known)),
    ...(stage === undefined ? {} : { stage }),
  };
  return failed(c, failure, context);
}

/** Returns the context in which the reply to a request is encoded. */
export function contextOf({ date, now, countTokens }: AppOptions, c: AppContext): WireContext {
  return {
    requestId: c.get('requestId'),
    echo: {},
    notes: [],
    receivedAt: date().toISOString(),
    elapsedMs: () => now() - c.get('startedAt'),
    countTokens,
    sessionId: '',
  };
}

/** Reads and decodes the request of a call, and counts the call. */
export async function decodeCall<T>(
  options: AppOptions,
  c: AppContext,
  endpoint: Pick<Endpoint, 'method' | 'maxBodyBytes' | 'bodyOptional'>,
  decode: (request: WireRequest) => Decoded<T>,
  admit: Caller['admit'],
): Promise<DecodedCall<T>> {
  const context = contextOf(options, c);
  const refuse = (failure: WireFailure): DecodedCall<T> => ({ kind: 'failed', response: failed(c, failure, context) });
  const request = c.req.raw;
  const maxBytes = Math.max(MAX_BODY_BYTES, endpoint.maxBodyBytes ?? 0);
  const read: BodyResult =
    endpoint.method === 'POST'
      ? await readBody(c, { maxBytes, optional: endpoint.bodyOptional === true })
      : { kind: 'ok', body: undefined };
  if (read.kind === 'failed') return refuse(read.failure);
  const query = new URL(request.url).searchParams;
  const decoded = decode({ query, params: c.req.param(), body: read.body });
  if (decoded.kind !== 'ok') {
    const code = decoded.kind === 'invalid' ? 'INVALID_REQUEST' : 'CONTEXT_REFUSED';
    const message = decoded.issues.map((issue) => issue.message).join('; ');
    return refuse({ code, message, issues: decoded.issues });
  }
  const refusal = overQuestionLimit(c, admit?.());
  return refusal === undefined
    ? { kind: 'ok', value: decoded.value, context: { ...context, echo: decoded.echo, notes: decoded.notes } }
    : refuse(refusal);
}

/** Returns the failure for a client that is over its limit; `undefined` for any other. */
export function overLimit(allowance: Allowance | undefined): WireFailure | undefined {
  if (allowance === undefined || allowance.waitSeconds === 0) return undefined;
  const { of, perMinute, atOnce, waitSeconds } = allowance;
  return { code: 'RATE_LIMITED', message: '', retryAfterSeconds: waitSeconds, limit: { of, perMinute, atOnce } };
}

/** The same for a question, whose response also tells the client what it may still ask. */
export function overQuestionLimit(c: AppContext, allowance: Allowance | undefined): WireFailure | undefined {
  if (allowance !== undefined) c.get('notes').allowance = allowance;
  return overLimit(allowance);
}

export function toResponse(reply: WireReply): Response {
  return new Response(JSON.stringify(reply.body), {
    status: reply.status,
    headers: { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store', ...reply.headers },
  });
}
