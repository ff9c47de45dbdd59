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
  /** On the clock of `AppOptions.now`. */
  startedAt: number;
  /** Pattern that the path fits; `''` for an unknown one. */
  route: string;
  /** Whose path it is; `undefined` for a path outside every vocabulary. */
  endpoint: Endpoint | undefined;
  notes: CallNotes;
  /** Headers that every response gets; those of our own pages unless a handler says otherwise. */
  security: Readonly<Record<string, string>>;
}

export type App = Hono<{ Variables: Variables }>;
export type AppContext = Context<{ Variables: Variables }>;

/** A failure before or outside a handler, in the words of the vocabulary that the path belongs to, else in the body that all share. */
export function failed(c: AppContext, failure: WireFailure): Response {
  c.get('notes').code = failure.code;
  const encode = c.get('endpoint')?.encodeFailure ?? encodeFailure;
  return toResponse(encode(failure, { requestId: c.get('requestId') }));
}

type Noted = {
  -readonly [K in 'code' | 'cause' | 'outcome' | 'fallback' | 'retrievalMilliseconds']?: RequestReport[K];
};

/** Notes about a request for its report. */
export interface CallNotes extends Noted {
  question?: string;
  /** Remaining questions of the client, once this one was counted. */
  allowance?: Allowance;
  /** A stream goes on after its response was made; its report waits for `onEnd`. */
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

/** A call together with who makes it. */
export interface EndpointCall extends Call {
  readonly client: string;
  readonly siteKey: string | undefined;
  /** Counts the call, once it could be read; `undefined` where nothing limits it. */
  readonly admit: (() => Allowance | undefined) | undefined;
}

export type OpenedCall<T> =
  | { readonly kind: 'ok'; readonly value: T; readonly context: WireContext }
  | { readonly kind: 'failed'; readonly response: Response };

/** The longest question and selection, also when a client escapes each of their characters, and room beside them. */
const MAX_BODY_BYTES = 98_304;

/** Codes without a usual waiting time, whose failures may pass if the error says so. */
const PASSES: readonly FailureCode[] = ['UPSTREAM_FAILED', 'TIMED_OUT'];
const RETRY_SECONDS = 5;

/**
 * Returns the fields of a failure that follow from an error of a part behind the server. A database without a connection left is not the
 * client's mistake; a client that meets a full queue is told how long it is.
 */
export function passing({ code, retryable, details }: IbidError): Partial<WireFailure> {
  if (code === 'RATE_LIMITED' && details['waiting'] === undefined) {
    return { code: 'UPSTREAM_FAILED', retryAfterSeconds: RETRY_SECONDS };
  }
  return retryable && PASSES.includes(code) ? { retryAfterSeconds: RETRY_SECONDS } : {};
}

/** Gives a handler what it needs in addition to the endpoint's codecs: reading, decoding, and failing in the endpoint's format. */
export function openCall(
  options: AppOptions,
  endpoint: Endpoint,
  call: Call & Partial<Pick<EndpointCall, 'admit'>>,
): {
  readonly context: WireContext;
  /** Remembers the failure for the report and gives its reply. */
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
      const maxBytes = Math.max(options.maxBodyBytes ?? MAX_BODY_BYTES, endpoint.maxBodyBytes ?? 0);
      const read: BodyResult =
        endpoint.method === 'POST'
          ? await readBody(request, { maxBytes, optional: endpoint.bodyOptional === true })
          : { kind: 'ok', body: undefined };
      if (read.kind === 'failed') return { kind: 'failed', response: fail(read.failure) };
      const query = new URL(request.url).searchParams;
      const decoded = decode({ headers: request.headers, query, params, body: read.body });
      if (decoded.kind === 'invalid' || decoded.kind === 'refused') {
        const code = decoded.kind === 'invalid' ? 'INVALID_REQUEST' : 'CONTEXT_REFUSED';
        const message = decoded.issues.map((issue) => issue.message).join('; ');
        return { kind: 'failed', response: fail({ code, message, issues: decoded.issues }) };
      }
      if (decoded.kind === 'unsupported') {
        const message = `\`${decoded.feature}\` is not supported here.`;
        return { kind: 'failed', response: fail({ code: 'UNSUPPORTED', message }) };
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

/** The failure for a client that is over its limit. */
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
