import { IbidError } from '@ibid/core';
import { describe, expect, test } from 'vitest';
import { inTurn } from './in-turn.ts';

/** Work that ends when it is told to. */
function stalling(): { readonly work: () => Promise<void>; readonly end: PromiseWithResolvers<void> } {
  const end = Promise.withResolvers<void>();
  return { work: () => end.promise, end };
}

async function codesOf(all: readonly Promise<unknown>[]): Promise<readonly unknown[]> {
  const ends = await Promise.allSettled(all);
  return ends.map((end) => (end.status === 'rejected' ? [end.reason.code, end.reason.retryable] : 'done'));
}

describe('work that is done in turn', () => {
  test('comes one after the other, in the order in which it was given', async () => {
    const next = inTurn();
    const said: string[] = [];
    const work = (name: string, ticks: number) => async (): Promise<string> => {
      said.push(`${name} begins`);
      for (let tick = 0; tick < ticks; tick++) await Promise.resolve();
      said.push(`${name} ends`);
      return name;
    };
    const all = [next(work('a', 9)), next(work('b', 1)), next(work('c', 5))];
    expect(await Promise.all(all)).toEqual(['a', 'b', 'c']);
    expect(said).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
  });

  test('goes on after work that fails', async () => {
    const next = inTurn();
    const failing = next(() => Promise.reject(new Error('no')));
    const following = next(() => Promise.resolve('yes'));
    await expect(failing).rejects.toThrow('no');
    expect(await following).toBe('yes');
  });

  test('is given up at once when it is aborted while it waits, and keeps nobody waiting', async () => {
    const next = inTurn();
    const first = Promise.withResolvers<void>();
    const abort = new AbortController();
    const before = next(() => first.promise);
    const waiting = next(() => Promise.resolve(), { signal: abort.signal });
    const aborted = next(() => Promise.resolve(), { signal: AbortSignal.abort() });
    abort.abort();
    for (const one of [waiting, aborted]) await expect(one).rejects.toMatchObject({ code: 'ABORTED' });
    first.resolve();
    await before;
    expect(await next(() => Promise.resolve('free'))).toBe('free');
  });

  const LATE = ['UPSTREAM_FAILED', true];

  test('is refused when as many wait as may, and taken again when one has left', async () => {
    const next = inTurn({ longest: 2 });
    const { work, end } = stalling();
    const abort = new AbortController();
    const first = next(work);
    const leaving = next(work, { signal: abort.signal });
    const waiting = next(work);
    expect(await codesOf([next(work)])).toEqual([LATE]);
    abort.abort();
    expect(await codesOf([leaving])).toEqual([['ABORTED', false]]);
    const taken = next(work);
    end.resolve();
    expect(await codesOf([first, waiting, taken])).toEqual(['done', 'done', 'done']);
  });

  test('waits as long as its patience from joining, however many wait before it', async () => {
    const next = inTurn({ patienceMs: 60 });
    const { work, end } = stalling();
    const first = next(work);
    // Nobody before them ever ends.
    expect(await codesOf([1, 2, 3, 4].map(() => next(work)))).toEqual([LATE, LATE, LATE, LATE]);
    end.resolve();
    expect(await codesOf([first])).toEqual(['done']);
  });

  test('is told what is left of its patience', async () => {
    const next = inTurn({ patienceMs: 10_000 });
    const { work, end } = stalling();
    const first = next(work);
    const second = next(async (leftMs) => leftMs);
    const began = performance.now();
    while (performance.now() - began < 20) await new Promise((resolve) => void setTimeout(resolve, 5));
    end.resolve();
    await first;
    expect(await second).toBeLessThanOrEqual(9_981);
  });

  test('is rejected with the one before that timed out by itself, not with one that had little time left', async () => {
    const timedOut = new IbidError('TIMED_OUT', 'Slow', { retryable: true });
    const patient = inTurn({ patienceMs: 60_000 });
    const fast = patient(() => Promise.reject(timedOut));
    expect(await codesOf([fast, patient(() => Promise.resolve())])).toEqual([['TIMED_OUT', true], 'done']);

    const hasty = inTurn({ patienceMs: 40 });
    const ended: string[] = [];
    const first = hasty(async () => {
      const began = performance.now();
      // Without letting a timer fire, so that only the failure can reject who waits.
      while (performance.now() - began < 30);
      throw timedOut;
    });
    const waiting = hasty(async () => void ended.push('began'));
    expect(await codesOf([first, waiting])).toEqual([['TIMED_OUT', true], LATE]);
    expect(ended).toEqual([]);
  });

  test('is rejected at once when all who wait are refused, and work goes on afterwards', async () => {
    const next = inTurn();
    const { work, end } = stalling();
    const first = next(work);
    const waiting = [1, 2, 3].map(() => next(work));
    next.refuse(new IbidError('CLOSED', 'Closed'));
    expect(await codesOf(waiting)).toEqual([1, 2, 3].map(() => ['CLOSED', false]));
    end.resolve();
    expect(await codesOf([first, next(() => Promise.resolve())])).toEqual(['done', 'done']);
  });
});
