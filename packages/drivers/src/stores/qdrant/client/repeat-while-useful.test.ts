import { IbidError } from '@ibid/core';
import { array, assert, asyncProperty, double, integer, option } from 'fast-check';
import { expect, test } from 'vitest';
import { repeatWhileUseful } from './repeat-while-useful.ts';

const passing = (details: Record<string, number | boolean> = {}): IbidError =>
  new IbidError('UPSTREAM_FAILED', 'later', { retryable: true, details });

/** Runs on a clock of its own; every attempt fails with the next error, and the one after the last succeeds. */
async function played(errors: readonly Error[], total: number, random = 0, attemptMs = 1) {
  let clock = 1_000;
  let attempts = 0;
  const waits: number[] = [];
  const allowed: number[] = [];
  const outcome = await repeatWhileUseful(
    async (left) => {
      allowed.push(left);
      clock += attemptMs;
      const error = errors[attempts++];
      if (error !== undefined) throw error;
      return 'done';
    },
    {
      total,
      now: () => clock,
      sleep: async (milliseconds) => {
        waits.push(milliseconds);
        clock += milliseconds;
      },
      random: () => random,
    },
  ).catch((error: unknown) => error);
  return { outcome, attempts, waits, allowed, elapsed: clock - 1_000 };
}

test('a passing failure is tried again, after waits that grow up to two seconds', async () => {
  const errors = Array.from({ length: 7 }, () => passing());
  const { outcome, waits } = await played(errors, 60_000);
  expect(outcome).toBe('done');
  expect(waits).toEqual([100, 200, 400, 800, 1_600, 2_000, 2_000]);
});

test('what will not pass is not tried again', async () => {
  const refused = new IbidError('INVALID_CONFIG', 'no');
  const useless = passing({ repeat: false });
  const foreign = new TypeError('a mistake of ours');
  for (const error of [refused, useless, foreign])
    expect(await played([error], 60_000)).toMatchObject({ outcome: error, attempts: 1, waits: [] });
});

test('a wait that the server asks for is kept where it fits, and is not begun where it does not', async () => {
  const fits = await played([passing({ retryAfterMs: 3_000 })], 8_000);
  expect(fits).toMatchObject({ outcome: 'done', waits: [3_000] });
  const late = passing({ retryAfterMs: 30_000 });
  expect(await played([late], 8_000)).toMatchObject({ outcome: late, attempts: 1, waits: [] });
});

test('no time for retries means one attempt, which may take its own time', async () => {
  const error = passing();
  expect(await played([error], 0)).toMatchObject({ outcome: error, attempts: 1, allowed: [Number.POSITIVE_INFINITY] });
});

test('no further attempt begins after the end, nor may take longer', async () => {
  await assert(
    asyncProperty(
      integer({ min: 0, max: 20_000 }),
      integer({ min: 1, max: 3_000 }),
      double({ min: 0, max: 0.999, noNaN: true }),
      array(option(integer({ min: 0, max: 5_000 }), { nil: undefined }), { minLength: 40, maxLength: 40 }),
      async (total, attemptMs, random, asked) => {
        const errors = asked.map((ms) => passing(ms === undefined ? {} : { retryAfterMs: ms }));
        const { waits, allowed } = await played(errors, total, random, attemptMs);
        let clock = attemptMs;
        for (const [at, wait] of waits.entries()) {
          clock += wait;
          expect(clock).toBeLessThan(total);
          expect(allowed[at + 1]).toBeLessThanOrEqual(Math.max(1, total - clock + 0.001));
          clock += attemptMs;
        }
      },
    ),
  );
});
