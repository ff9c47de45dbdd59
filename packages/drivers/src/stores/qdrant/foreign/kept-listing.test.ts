import { expect, test } from 'vitest';
import type { QdrantCalls } from '../client/qdrant-calls.ts';
import { keepListing, type KeptListing } from './kept-listing.ts';

interface Clock {
  time: number;
  reads: number;
  fails: boolean;
}

/** A listing of nothing that takes `tookMs` to read. */
function reading(tookMs: number): readonly [KeptListing, Clock] {
  const clock: Clock = { time: 0, reads: 0, fails: false };
  // oxlint-disable-next-line require-yield -- nothing is there
  async function* scroll(): AsyncGenerator<never> {
    clock.reads++;
    clock.time += tookMs;
    if (clock.fails) throw new Error('away');
  }
  return [keepListing({ scroll } as unknown as QdrantCalls, 'book', () => clock.time), clock];
}

/** Until what is read meanwhile is there. */
async function settled(): Promise<void> {
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
}

test('a listing is waited for when it is old, or other points are there', async () => {
  const [kept, clock] = reading(10);
  const first = await kept.current(5);
  expect(await kept.current(5)).toBe(first);
  const second = await kept.current(6);
  expect(second).not.toBe(first);
  clock.time += 59_000;
  expect(await kept.current(6)).toBe(second);
  clock.time += 1_000;
  expect(await kept.current(6)).not.toBe(second);
});

test('one that takes long is served on while it is read anew, a twentieth of the time at most', async () => {
  const [kept, clock] = reading(10_000);
  const first = await kept.current(5);
  clock.time = 199_000;
  expect(await kept.current(5)).toBe(first);
  expect(clock.reads).toBe(1);
  clock.time = 200_000;
  expect(await kept.current(5)).toBe(first);
  await settled();
  expect(await kept.current(5)).not.toBe(first);
  expect(clock.reads).toBe(2);
});

test('one that takes long is read anew soon when other points are there, and again when that failed', async () => {
  const [kept, clock] = reading(10_000);
  const first = await kept.current(5);
  clock.time = 49_000;
  await kept.current(6);
  expect(clock.reads).toBe(1);
  clock.time = 50_000;
  clock.fails = true;
  expect(await kept.current(6)).toBe(first);
  await settled();
  clock.fails = false;
  expect(await kept.current(6)).toBe(first);
  await settled();
  expect(await kept.current(6)).not.toBe(first);
});

test('one that was found wrong is read anew once for all who found it', async () => {
  const [kept, clock] = reading(10_000);
  const first = await kept.current(5);
  const [a, b] = await Promise.all([kept.renewed(first, 5), kept.renewed(first, 5)]);
  expect(a).not.toBe(first);
  expect(b).toBe(a);
  expect(await kept.renewed(first, 5)).toBe(a);
  expect(clock.reads).toBe(2);
});
