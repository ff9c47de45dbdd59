import { describe, expect, test } from 'vitest';
import { inTurn } from './in-turn.ts';

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
});
