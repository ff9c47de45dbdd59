import { ERROR_CODES } from '@ibid/core';
import { describe, expect, it } from 'vitest';
import { HTTP_FAILURES } from '../dialect.ts';
import { encodeFailure } from './failures.ts';

const codes = [...ERROR_CODES, ...HTTP_FAILURES];

function messageOf(code: 'STORE_BUSY' | 'TIMED_OUT', stage?: 'answer' | 'conversation'): unknown {
  const failure = { code, message: '', ...(stage === undefined ? {} : { stage }) };
  return (encodeFailure(failure, { requestId: 'r' }).body as { readonly message: string }).message;
}

describe('failures (R26)', () => {
  it('maps every code to its status', () => {
    const table = Object.fromEntries(
      codes.map((code) => [code, encodeFailure({ code, message: '' }, { requestId: 'r' }).status]),
    );
    expect(table).toEqual({
      INVALID_CONFIG: 500,
      INVALID_REQUEST: 400,
      CONTEXT_REFUSED: 422,
      ABORTED: 499,
      CLOSED: 503,
      NOT_INDEXED: 503,
      SOURCE_UNAVAILABLE: 503,
      INDEX_MISMATCH: 503,
      INDEX_DAMAGED: 503,
      STORE_BUSY: 503,
      BUILD_INCOMPLETE: 503,
      BUILD_HELD: 503,
      UNSUPPORTED: 400,
      RATE_LIMITED: 429,
      TIMED_OUT: 504,
      UPSTREAM_FAILED: 503,
      INTERNAL: 500,
      NOT_FOUND: 404,
      METHOD_NOT_ALLOWED: 405,
      ORIGIN_REFUSED: 403,
      TOKEN_MISSING: 401,
      TOKEN_REFUSED: 403,
      BODY_TOO_LARGE: 413,
      BODY_TYPE_UNSUPPORTED: 415,
      SESSION_NOT_FOUND: 404,
      TURNS_EXCEEDED: 400,
      JOB_NOT_FOUND: 404,
      JOB_RUNNING: 409,
    });
  });

  it('distinguishes a busy or unreachable conversation store from the index', () => {
    expect(messageOf('STORE_BUSY')).toMatch(/index is busy/u);
    expect(messageOf('STORE_BUSY', 'answer')).toMatch(/conversation is busy/u);
    expect(messageOf('STORE_BUSY', 'conversation')).toMatch(/conversation is busy/u);
    expect(messageOf('TIMED_OUT', 'conversation')).toMatch(/conversation/u);
    expect(messageOf('TIMED_OUT', 'answer')).toMatch(/answer took too long/u);
  });

  it('has the time to wait in header and body for every temporary failure', () => {
    const waits = codes.flatMap((code) => {
      const { headers, body } = encodeFailure({ code, message: '' }, { requestId: 'r' });
      const { details } = body as { readonly details: { readonly retry_after_seconds?: number } };
      expect(headers['Retry-After']).toBe(details.retry_after_seconds?.toString());
      return details.retry_after_seconds === undefined ? [] : [[code, details.retry_after_seconds]];
    });
    expect(Object.fromEntries(waits)).toEqual({ RATE_LIMITED: 1, STORE_BUSY: 1, CLOSED: 5 });
  });

  it('prefers the time to wait that the server knows to the default', () => {
    const reply = encodeFailure({ code: 'RATE_LIMITED', message: '', retryAfterSeconds: 2 }, { requestId: 'r' });
    expect(reply.headers).toEqual({ 'Retry-After': '2' });
    expect(reply.body).toMatchObject({ details: { retry_after_seconds: 2 } });
  });
});
