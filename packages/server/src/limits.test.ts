import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rateLimiter } from './limits.ts';

/** Returns the seconds to wait for each request of a client at a time. */
function limiterAt(perMinute: number, maxClients = 10): (client: string, at: number) => number {
  let time = 0;
  const limiter = rateLimiter({ of: 'questions', perMinute, now: () => time, maxClients });
  return (client, at) => {
    time = at;
    return limiter(client)?.waitSeconds ?? 0;
  };
}

describe('rate limits by client', () => {
  it('allow half of the limit at once, then return the time to wait', () => {
    const limiter = limiterAt(60);
    const waits = Array.from({ length: 32 }, () => limiter('a', 0));
    expect(waits).toEqual([...Array.from({ length: 30 }, () => 0), 1, 1]);
    expect(limiter('b', 0)).toBe(0);
    expect(limiter('a', 1_000)).toBe(0);
    expect(limiter('a', 1_000)).toBe(1);
  });

  it('allow the next request after the time to wait', () => {
    const limiter = limiterAt(2);
    expect(limiter('a', 0)).toBe(0);
    const seconds = limiter('a', 0);
    expect(seconds).toBe(30);
    expect(limiter('a', seconds * 1_000)).toBe(0);
  });

  it('never allow more in any minute than the limit and one burst', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 600 }),
        fc.array(fc.integer({ min: 0, max: 5_000 }), { minLength: 1, maxLength: 400 }),
        (perMinute, pauses) => {
          const limiter = limiterAt(perMinute);
          const passed: number[] = [];
          let at = 0;
          for (const pause of pauses) {
            at += pause;
            if (limiter('a', at) === 0) passed.push(at);
          }
          const burst = Math.max(1, Math.ceil(perMinute / 2));
          for (const start of passed) {
            const within = passed.filter((time) => time >= start && time < start + 60_000);
            expect(within.length).toBeLessThanOrEqual(perMinute + burst);
          }
        },
      ),
    );
  });

  it('remember the latest clients, up to the maximum', () => {
    const limiter = limiterAt(1, 2);
    for (const client of ['a', 'b', 'c']) limiter(client, 0);
    expect(limiter('c', 0)).toBeGreaterThan(0);
    expect(limiter('a', 0)).toBe(0);
  });

  it('are off at 0', () => {
    const limiter = limiterAt(0);
    expect(Array.from({ length: 100 }, () => limiter('a', 0)).every((seconds) => seconds === 0)).toBe(true);
  });

  it('work if the clock is set back', () => {
    const limiter = limiterAt(2);
    expect(limiter('a', 60_000)).toBe(0);
    expect(limiter('a', 0)).toBeGreaterThan(0);
  });
});

describe('the remaining allowance of a client', () => {
  it('is returned with the time until it is full again', () => {
    const limiter = rateLimiter({ of: 'questions', perMinute: 60, now: () => 0 });
    expect(limiter('a')).toEqual({
      of: 'questions',
      perMinute: 60,
      atOnce: 30,
      remaining: 29,
      waitSeconds: 0,
      resetSeconds: 1,
    });
    for (let i = 0; i < 29; i += 1) limiter('a');
    expect(limiter('a')).toMatchObject({ remaining: 0, waitSeconds: 1, resetSeconds: 30 });
  });
});
