import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { encodeFailure, FAILURE_CODES as codes } from './failures.ts';

function messageOf(code: 'STORE_BUSY' | 'TIMED_OUT', stage?: 'answer' | 'conversation'): unknown {
  const failure = { code, message: '', ...(stage === undefined ? {} : { stage }) };
  return (encodeFailure(failure, { requestId: 'r' }).body as { readonly message: string }).message;
}

describe('failures (R26)', () => {
  it('have the status that the guide documents', () => {
    const guide = readFileSync(join(import.meta.dirname, '../../../../docs/guide/server.md'), 'utf8');
    const rows = [...guide.matchAll(/^\| (\d{3}) \| (.*) \|$/gmu)];
    const documented = rows.flatMap(([, status, names]) =>
      [...names!.matchAll(/`([A-Z_]+)`/gu)].map(([, code]) => [code!, Number(status)]),
    );
    const encoded = codes.map((code) => [code, encodeFailure({ code, message: '' }, { requestId: 'r' }).status]);
    expect(Object.fromEntries(encoded)).toEqual(Object.fromEntries(documented));
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
