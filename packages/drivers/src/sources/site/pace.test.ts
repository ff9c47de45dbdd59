import { describe, expect, it } from 'vitest';
import { createPace, type Pace } from './crawl.ts';

/** A clock that advances only during sleep. */
function clock(): { readonly pace: Pace; readonly now: () => number } {
  let time = 1_000;
  const now = (): number => time;
  async function sleep(ms: number): Promise<void> {
    const until = time + ms;
    await Promise.resolve();
    time = Math.max(time, until);
  }
  return { pace: createPace({ now, sleep }), now };
}

describe('createPace', () => {
  it('lets requests start at once by default', async () => {
    const { pace, now } = clock();
    await Promise.all([pace.turn(), pace.turn(), pace.turn()]);
    expect(now()).toBe(1_000);
  });

  it('spaces the starts of requests, also when they are asked for at once', async () => {
    const { pace, now } = clock();
    pace.slowDown(200);
    await pace.turn();
    void pace.turn();
    await pace.turn();
    expect(now()).toBe(1_400);
  });

  it('never goes faster than it was told before', async () => {
    const { pace, now } = clock();
    pace.slowDown(200);
    pace.slowDown(50);
    await pace.turn();
    await pace.turn();
    expect(now()).toBe(1_200);
  });

  it('pauses everybody, those who already wait included', async () => {
    const { pace, now } = clock();
    pace.slowDown(100);
    await pace.turn();
    const waiting = pace.turn();
    pace.pause(5_000);
    await waiting;
    expect(now()).toBe(6_000);
    await pace.turn();
    expect(now()).toBeGreaterThanOrEqual(6_000);
  });
});
