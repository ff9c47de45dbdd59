import { afterEach, expect, test } from 'vitest';
import { openWorkerPool, type WorkerPool } from '../worker.ts';

const pools: WorkerPool[] = [];

afterEach(async () => {
  for (const pool of pools.splice(0)) await pool.close();
});

function opened(
  options: { readonly size?: number; readonly timeoutMs?: number; readonly entry?: string } = {},
): WorkerPool {
  const entry = new URL(options.entry ?? './testing/stuck-thread.ts', import.meta.url);
  const pool = openWorkerPool({ entry, size: options.size ?? 1, timeoutMs: options.timeoutMs ?? 20_000, heapMb: 32 });
  pools.push(pool);
  return pool;
}

test('a thread that loops for ever is killed at the deadline, and the next job has a new one', async () => {
  const pool = opened({ timeoutMs: 1500 });
  expect(await pool.run({ task: 'loop' })).toEqual({ kind: 'timed-out' });
  expect(await pool.run({ task: 'well' })).toEqual({ kind: 'done', value: 'well' });
});

test('a thread that fills its heap ends alone', async () => {
  const pool = opened();
  expect(await pool.run({ task: 'fill' })).toEqual({ kind: 'out-of-memory' });
  expect(await pool.run({ task: 'well' })).toEqual({ kind: 'done', value: 'well' });
});

test.each(['die', 'throw'])('a thread that ends by itself (%s) fails its job only', async (job) => {
  const pool = opened();
  expect(await pool.run({ task: job })).toMatchObject({ kind: 'failed' });
  expect(await pool.run({ task: 'well' })).toEqual({ kind: 'done', value: 'well' });
});

test('jobs wait for a free thread and all are answered', async () => {
  const pool = opened({ size: 2 });
  const jobs = Array.from({ length: 20 }, (_entry, at) => pool.run<number>({ task: at }));
  expect(await Promise.all(jobs)).toEqual(Array.from({ length: 20 }, (_entry, value) => ({ kind: 'done', value })));
});

test('an aborted job ends at once, in flight or waiting, and the others go on', async () => {
  const pool = opened();
  const inFlight = new AbortController();
  const waiting = new AbortController();
  const first = pool.run({ task: 'loop' }, inFlight.signal);
  const second = pool.run({ task: 'never' }, waiting.signal);
  const third = pool.run({ task: 'well' });
  waiting.abort();
  await expect(second).rejects.toMatchObject({ code: 'ABORTED' });
  inFlight.abort();
  await expect(first).rejects.toMatchObject({ code: 'ABORTED' });
  expect(await third).toEqual({ kind: 'done', value: 'well' });
  await expect(pool.run({ task: 'well' }, AbortSignal.abort())).rejects.toMatchObject({ code: 'ABORTED' });
});

test('closing ends what is in flight and refuses what comes later', async () => {
  const pool = opened();
  const first = pool.run({ task: 'loop' });
  const second = pool.run({ task: 'well' });
  const closed = pool.close();
  await expect(first).rejects.toMatchObject({ code: 'CLOSED' });
  await expect(second).rejects.toMatchObject({ code: 'CLOSED' });
  await closed;
  await expect(pool.run({ task: 'well' })).rejects.toMatchObject({ code: 'CLOSED' });
});

test('a job that cannot be sent fails and leaves the thread free', async () => {
  const pool = opened();
  expect(await pool.run({ task: () => 1 })).toMatchObject({ kind: 'failed' });
  expect(await pool.run({ task: 'well' })).toEqual({ kind: 'done', value: 'well' });
});

test('a thread that cannot be started is the fault of the system, not of the page', async () => {
  await expect(opened({ entry: './no-such-thread.ts' }).run({ task: 'well' })).rejects.toMatchObject({
    code: 'UPSTREAM_FAILED',
  });
});
