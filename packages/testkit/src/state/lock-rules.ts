import { IbidError } from '@ibid/core';
import { hostname } from 'node:os';
import { expect } from 'vitest';
import { rejection } from '../store/store-rule.ts';
import type { StateParts, StateRule } from './state-rule.ts';

/** Rules of the lock for building an index. */
export const lockRules: readonly StateRule<StateParts>[] = [
  {
    title: 'is held by one at a time, named to who is refused, and given on when it is released or its process ends',
    async run(state, place) {
      const other = await place.open();
      const held = await other.buildLock('docs').acquire();
      const refusal: unknown = await state
        .buildLock('docs')
        .acquire()
        .catch((error: unknown) => error);
      expect(IbidError.is(refusal, 'STORE_BUSY')).toBe(true);
      const { retryable, message, details } = refusal as IbidError;
      expect([retryable, details]).toEqual([true, { host: hostname(), pid: process.pid }]);
      expect(message).toContain(`${process.pid} on \`${hostname()}\``);
      await (await state.buildLock('another').acquire()).release();
      await held.release();
      await (await state.buildLock('docs').acquire()).release();
      await other.buildLock('docs').acquire();
      await other[Symbol.asyncDispose]();
      await (await state.buildLock('docs').acquire()).release();
    },
  },
  {
    title: 'goes to exactly one of many who come at once',
    async run(state, place) {
      await using other = await place.open();
      const locks = Array.from({ length: 6 }, (_, i) => [state, other][i % 2]!.buildLock('docs'));
      const outcomes = await Promise.allSettled(locks.map((lock) => lock.acquire()));
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    },
  },
  {
    title: 'is not held by who had given up before',
    async run(state) {
      expect(await rejection(state.buildLock('docs').acquire({ signal: AbortSignal.abort() }))).toBe('ABORTED');
      await (await state.buildLock('docs').acquire()).release();
    },
  },
];
