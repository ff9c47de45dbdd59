import { describe, expect, test } from 'vitest';
import { RUN_FAILURES, encodeFailure, encodeFailureBody, failureStatus } from '../../wire/src/shared/failures.ts';
import { failureOf } from './failure-of.ts';

describe('a failure of the server', () => {
  test.each(RUN_FAILURES)('%s is of one kind, before the stream and within it', (code) => {
    const before = encodeFailure({ code, message: '' }, { requestId: 'r' });
    const within = encodeFailureBody({ code, message: '' }, 'r');
    const retryAfter = before.headers?.['Retry-After'] ?? null;
    expect(failureOf({ body: within })).toEqual(
      failureOf({ body: before.body, status: failureStatus(code), retryAfter }),
    );
    expect(failureOf({ body: within }).message).not.toBe('');
  });

  test('the time to wait is in the body where another origin hides the header', () => {
    const { body } = encodeFailure({ code: 'RATE_LIMITED', message: '', retryAfterSeconds: 12 }, { requestId: 'r' });
    expect(failureOf({ body, status: 429, retryAfter: null }).retryAfter).toBe(12);
  });
});

const NOW = Date.parse('2026-11-22T10:00:00Z');

describe('the time to wait', () => {
  test.each([
    ['7', 7],
    ['0', 0],
    ['-5', 0],
    ['', 0],
    ['soon', 0],
    ['Infinity', 86_400],
    ['Sun, 22 Nov 2026 10:00:30 GMT', 30],
    ['Sun, 22 Nov 2026 09:00:00 GMT', 0],
  ])('`Retry-After: %s` is %i seconds', (retryAfter, seconds) => {
    expect(failureOf({ body: null, status: 429, retryAfter, now: NOW }).retryAfter).toBe(seconds);
  });

  test.each([null, [], {}, 'x', -1, Number.NaN])('details of %j say nothing', (retry_after_seconds) => {
    expect(failureOf({ body: { details: { retry_after_seconds } }, status: 503 }).retryAfter).toBe(0);
  });
});

test.each([undefined, null, 7, 'text', [], { message: 7, code: [], details: null, request_id: {} }])(
  'a body of %j says nothing',
  (body) => {
    expect(failureOf({ body })).toEqual({ kind: 'error', message: '', retryAfter: 0, requestId: '' });
  },
);

test('a message is as long as readers bear', () => {
  expect(failureOf({ body: { message: 'x'.repeat(9_000) } }).message).toHaveLength(500);
});
