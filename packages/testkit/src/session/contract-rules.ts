import { expect } from 'vitest';
import type { CallOptions, SessionStore } from '@ibid/core/types';
import { rejection } from '../store/store-rule.ts';
import { instantOf, openSessionPlace, SETTINGS, sessionIdOf, sketchAppended, WIDE } from './session-fixture.ts';
import type { SessionRule } from './session-rule.ts';

/** Every verb once, with arguments that are fine. */
function everyCall(store: SessionStore, options?: CallOptions): (() => Promise<unknown>)[] {
  return [
    () => store.read(sessionIdOf(1), options),
    () => store.append(sketchAppended(1, 2), WIDE, options),
    () => store.delete(sessionIdOf(1), options),
    () => store.deleteIdleSince(instantOf(1000), options),
    () => store.count(options),
  ];
}

export const contractRules: readonly SessionRule[] = [
  {
    title: 'refuses ids that are no UUIDs with INVALID_REQUEST (R19)',
    async run(store) {
      for (const id of ['', 'x', `${sessionIdOf(1)} `, `{${sessionIdOf(1)}}`, sessionIdOf(1).slice(1), '__proto__']) {
        expect(await rejection(store.read(id))).toBe('INVALID_REQUEST');
        expect(await rejection(store.delete(id))).toBe('INVALID_REQUEST');
        expect(await rejection(store.append({ ...sketchAppended(1, 1), sessionId: id }, WIDE))).toBe('INVALID_REQUEST');
      }
      expect(await store.count()).toBe(0);
    },
  },
  {
    title: 'refuses with INVALID_REQUEST what it could not give back',
    async run(store) {
      const fine = sketchAppended(1, 1);
      const wrong = [
        ...[0, -1, 1.5, Number.NaN].map((number) => ({ ...fine, turn: { ...fine.turn, number } })),
        ...['', '2026-01-01', '2026-01-01T00:00:00Z', '2026-02-30T00:00:00.000Z', '2026-01-01T00:00:00.000+01:00'].map(
          (at) => sketchAppended(1, 1, { at }),
        ),
        sketchAppended(1, 1, { response: undefined as unknown as string }),
        { ...fine, settings: { ...SETTINGS, temperature: Number.NaN } },
        { ...fine, settings: { ...SETTINGS, topK: Number.POSITIVE_INFINITY } },
        { ...fine, metadata: { nothing: null as unknown as string } },
        { ...fine, metadata: { long: 'x'.repeat(8192) } },
      ];
      for (const one of wrong) expect(await rejection(store.append(one, WIDE))).toBe('INVALID_REQUEST');
      for (const maxBytes of [0, Number.NaN]) {
        expect(await rejection(store.append(fine, { ...WIDE, maxBytes }))).toBe('INVALID_REQUEST');
      }
      expect(await rejection(store.deleteIdleSince('yesterday'))).toBe('INVALID_REQUEST');
      expect(await store.count()).toBe(0);
    },
  },
  {
    title: 'forgets a deleted session, whose id begins anew at turn 1',
    async run(store) {
      for (const number of [1, 2, 3]) await store.append(sketchAppended(1, number), WIDE);
      expect(await store.delete(sessionIdOf(1))).toBe(true);
      expect(await store.delete(sessionIdOf(1))).toBe(false);
      expect(await store.read(sessionIdOf(1))).toBeUndefined();
      expect(await rejection(store.append(sketchAppended(1, 4), WIDE))).toBe('STORE_BUSY');
      expect(await store.count()).toBe(0);
      const anew = sketchAppended(1, 1, { at: instantOf(60) });
      await store.append(anew, WIDE);
      expect(await store.read(sessionIdOf(1))).toMatchObject({ createdAt: instantOf(60), turns: [anew.turn] });
    },
  },
  {
    title: 'rejects with ABORTED when the signal is aborted already, and does nothing',
    async run(store) {
      await store.append(sketchAppended(1, 1), WIDE);
      for (const call of everyCall(store, { signal: AbortSignal.abort() })) {
        expect(await rejection(call())).toBe('ABORTED');
      }
      expect((await store.read(sessionIdOf(1)))?.currentTurn).toBe(1);
    },
  },
  {
    title: 'rejects with ABORTED when the signal fires during the call, and goes on working',
    async run(store) {
      await store.append(sketchAppended(1, 1), WIDE);
      const controller = new AbortController();
      const calls = everyCall(store, { signal: controller.signal }).map((call) => rejection(call()));
      controller.abort();
      expect(new Set(await Promise.all(calls))).toEqual(new Set(['ABORTED']));
      await store.append(sketchAppended(2, 1), WIDE);
      expect((await store.read(sessionIdOf(2)))?.currentTurn).toBe(1);
    },
  },
  {
    title: 'rejects with CLOSED after close, which may be repeated',
    async run(store) {
      await store.append(sketchAppended(1, 1), WIDE);
      await store.close();
      await store.close();
      for (const call of everyCall(store)) expect(await rejection(call())).toBe('CLOSED');
    },
  },
  {
    title: 'keeps everything across close and open',
    needs: 'durable',
    async run(store, place) {
      for (const number of [1, 2, 3]) await store.append(sketchAppended(1, number), WIDE);
      await store.append(sketchAppended(2, 1), WIDE);
      await store.append(sketchAppended(3, 1), WIDE);
      await store.delete(sessionIdOf(3));
      const before = [await store.read(sessionIdOf(1)), await store.read(sessionIdOf(2))];
      await store.close();
      const again = await openSessionPlace(place);
      try {
        expect([await again.read(sessionIdOf(1)), await again.read(sessionIdOf(2))]).toEqual(before);
        expect(await again.read(sessionIdOf(3))).toBeUndefined();
        await again.append(sketchAppended(1, 4), WIDE);
        expect((await again.read(sessionIdOf(1)))?.currentTurn).toBe(4);
      } finally {
        await again.close();
      }
    },
  },
  {
    title: 'lets one of two stores of one place win each turn, and shows both what it is',
    needs: 'durable',
    async run(store, place) {
      const other = await openSessionPlace(place);
      try {
        for (let number = 1; number <= 8; number++) {
          const rivals = ['one', 'two'].map((response) => sketchAppended(1, number, { response }));
          const outcomes = await Promise.all([store, other].map((one, i) => rejection(one.append(rivals[i]!, WIDE))));
          expect(outcomes.toSorted()).toEqual(['STORE_BUSY', 'none']);
          const winner = rivals[outcomes.indexOf('none')]!;
          for (const one of [store, other]) {
            expect((await one.read(sessionIdOf(1)))?.turns.at(-1)).toEqual(winner.turn);
          }
        }
        expect(await other.delete(sessionIdOf(1))).toBe(true);
        expect(await rejection(store.append(sketchAppended(1, 9), WIDE))).toBe('STORE_BUSY');
        expect(await store.count()).toBe(0);
      } finally {
        await other.close();
      }
    },
  },
];
