import { IbidError } from '@ibid/core';
import {
  type Decoded,
  encodeFailure,
  type Endpoint,
  type FailureCode,
  type WireContext,
  type WireFailure,
  type WireReply,
  type WireRequest,
} from '@ibid/wire';
import type { Context, Hono } from 'hono';
import type { AppOptions, RequestReport } from './app-options.ts';
import type { Allowance } from './limits.ts';
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

export type App = Hono<{ Variables: Variables }>;
export type AppContext = Context<{ Variables: Variables }>;

/** Response for a failure before or outside a handler: in the format of the path's dialect, else in the shared format. */
export function failed(c: AppContext, failure: WireFailure): Response {
  c.get('notes').code = failure.code;
  const encode = c.get('endpoint')?.encodeFailure ?? encodeFailure;
  return toResponse(encode(failure, { requestId: c.get('requestId') }));
}

type Noted = {
  -readonly [K in 'code' | 'cause' | 'outcome' | 'fallback' | 'retrievalMilliseconds']?: RequestReport[K];
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

/** One request to one endpoint. */
export interface Call {
  readonly request: Request;
  readonly requestId: string;
  readonly params: Readonly<Record<string, string>>;
  readonly startedAt: number;
  readonly notes: CallNotes;
}

/** A call and the client that makes it. */
export interface EndpointCall extends Call {
  readonly client: string;
  readonly siteKey: string | undefined;
  /** Counts the call against the limits, after its body was decoded. `undefined` if no limit applies. */
  readonly admit: (() => Allowance | undefined) | undefined;
}

export type OpenedCall<T> =
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

/** Shared steps of a handler: reads and decodes the request, and encodes failures in the endpoint's own format. */
export function openCall(
  options: AppOptions,
  endpoint: Endpoint,
  call: Call & Partial<Pick<EndpointCall, 'admit'>>,
): {
  readonly context: WireContext;
  /** Records the failure for the report and returns its response. */
  fail(failure: WireFailure, context?: WireContext): Response;
  failWith(error: unknown, context?: WireContext, stage?: WireFailure['stage']): Response;
  decode<T>(decode: (request: WireRequest) => Decoded<T>): Promise<OpenedCall<T>>;
} {
  const { request, requestId, params, startedAt, notes } = call;
  const context: WireContext = {
    requestId,
    echo: {},
    notes: [],
    receivedAt: options.date().toISOString(),
    elapsedMs: () => options.now() - startedAt,
    countTokens: options.countTokens,
    sessionId: '',
  };

  const fail = (failure: WireFailure, about = context): Response => {
    notes.code = failure.code;
    return toResponse(endpoint.encodeFailure(failure, about));
  };
  const failWith = (error: unknown, about = context, stage?: WireFailure['stage']): Response => {
    notes.cause = error;
    const known = IbidError.is(error) ? error : undefined;
    const failure: WireFailure = {
      code: known?.code ?? 'INTERNAL',
      message: known?.message ?? '',
      ...(known === undefined ? {} : passing(known)),
      ...(stage === undefined ? {} : { stage }),
    };
    return fail(failure, about);
  };

  return {
    context,
    fail,
    failWith,
    async decode(decode) {
      const maxBytes = Math.max(MAX_BODY_BYTES, endpoint.maxBodyBytes ?? 0);
      const read: BodyResult =
        endpoint.method === 'POST'
          ? await readBody(request, { maxBytes, optional: endpoint.bodyOptional === true })
          : { kind: 'ok', body: undefined };
      if (read.kind === 'failed') return { kind: 'failed', response: fail(read.failure) };
      const query = new URL(request.url).searchParams;
      const decoded = decode({ headers: request.headers, query, params, body: read.body });
      if (decoded.kind !== 'ok') {
        const code = decoded.kind === 'invalid' ? 'INVALID_REQUEST' : 'CONTEXT_REFUSED';
        const message = decoded.issues.map((issue) => issue.message).join('; ');
        return { kind: 'failed', response: fail({ code, message, issues: decoded.issues }) };
      }
      const allowance = call.admit?.();
      if (allowance !== undefined) {
        notes.allowance = allowance;
        if (allowance.waitSeconds > 0) return { kind: 'failed', response: fail(overLimit(allowance)) };
      }
      return { kind: 'ok', value: decoded.value, context: { ...context, echo: decoded.echo, notes: decoded.notes } };
    },
  };
}

/** Returns the failure for a client that is over its limit. */
export function overLimit({ of, perMinute, atOnce, waitSeconds }: Allowance): WireFailure {
  return {
    code: 'RATE_LIMITED',
    message: '',
    retryAfterSeconds: waitSeconds,
    limit: { of, perMinute, atOnce },
  };
}

export function toResponse(reply: WireReply): Response {
  return new Response(JSON.stringify(reply.body), {
    status: reply.status,
    headers: { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store', ...reply.headers },
  });
}
