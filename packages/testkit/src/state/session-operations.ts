import * as fc from 'fast-check';
import type { AppendedTurn, SessionCaps, SessionDriver } from '@ibid/core/types';
import { expect } from 'vitest';
import { rejection } from '../store/store-rule.ts';
import { naiveSessions, type NaiveSessions } from './naive-sessions.ts';
import { instantOf, SETTINGS, sessionIdOf, sketchTurn } from './session-fixture.ts';

/** One step of a random history. There are few sessions and instants, so that steps affect each other. */
export type SessionOperation =
  /** Appends the next turn with its number shifted: 0 is correct, anything else must be refused. */
  | {
      readonly type: 'append';
      readonly session: number;
      readonly shift: number;
      readonly words: string;
      readonly second: number;
      readonly caps: SessionCaps;
    }
  | { readonly type: 'race'; readonly session: number; readonly second: number; readonly caps: SessionCaps }
  | { readonly type: 'delete'; readonly session: number }
  | { readonly type: 'deleteIdleSince'; readonly second: number };

const SESSIONS = 5;
const session = fc.integer({ min: 0, max: SESSIONS - 1 });
const second = fc.integer({ min: 0, max: 6 });
const words = fc.oneof(
  { weight: 4, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.nat(3000).map((length) => 'ü'.repeat(length)) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('\0', 'a\0b', '\uD800', '\uDC00x', '\u{1F600}', "'; --", '{"a":1}', '\u2028'),
  },
);

const caps: fc.Arbitrary<SessionCaps> = fc.record({
  maxBytes: fc.constantFrom(1, 400, 2000, 1_000_000),
  maxSessions: fc.integer({ min: 1, max: SESSIONS }),
});

export const arbitrarySessionOperations: fc.Arbitrary<readonly SessionOperation[]> = fc.array(
  fc.oneof(
    {
      weight: 12,
      arbitrary: fc.record({
        type: fc.constant('append' as const),
        session,
        shift: fc.oneof({ weight: 6, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.constantFrom(-1, 1, 7) }),
        words,
        second,
        caps,
      }),
    },
    { weight: 2, arbitrary: fc.record({ type: fc.constant('race' as const), session, second, caps }) },
    { weight: 2, arbitrary: fc.record({ type: fc.constant('delete' as const), session }) },
    { weight: 1, arbitrary: fc.record({ type: fc.constant('deleteIdleSince' as const), second }) },
  ),
  // Without a size, at most ten operations would be drawn.
  { maxLength: 30 },
);

/**
 * Plays a history on the store and on the model, and compares everything readable after every step. Empties the store first, so
 * that many histories can follow each other.
 */
export async function playSessionOperations(
  store: SessionDriver,
  operations: readonly SessionOperation[],
): Promise<void> {
  await store.deleteIdleSince('9999-12-31T23:59:59.999Z');
  const model = naiveSessions();
  for (const operation of operations) {
    await step(store, model, operation);
    expect(await store.count()).toBe(model.all.size);
    const ids = Array.from({ length: SESSIONS }, (_, one) => sessionIdOf(one));
    expect(await Promise.all(ids.map((id) => store.read(id)))).toEqual(ids.map((id) => model.all.get(id)));
  }
}

async function step(store: SessionDriver, model: NaiveSessions, operation: SessionOperation): Promise<void> {
  if (operation.type === 'delete') {
    const id = sessionIdOf(operation.session);
    expect(await store.delete(id)).toBe(model.delete(id));
  } else if (operation.type === 'deleteIdleSince') {
    const instant = instantOf(operation.second);
    expect(await store.deleteIdleSince(instant)).toBe(model.deleteIdleSince(instant));
  } else if (operation.type === 'append') {
    const appended = next(model, operation.session, operation.second, operation.words, operation.shift);
    if (appended === undefined) return;
    const taken = model.append(appended, operation.caps);
    expect(await rejection(store.append(appended, operation.caps))).toBe(taken ? 'none' : 'STORE_BUSY');
  } else {
    const rivals = ['one', 'two', 'three'].flatMap(
      (name) => next(model, operation.session, operation.second, name) ?? [],
    );
    const outcomes = await Promise.all(rivals.map((rival) => rejection(store.append(rival, operation.caps))));
    const winner = rivals[outcomes.indexOf('none')];
    expect(outcomes.toSorted()).toEqual(['STORE_BUSY', 'STORE_BUSY', 'none']);
    model.append(winner!, operation.caps);
  }
}

/** Next turn of the session with its number shifted; `undefined` if the number is below 1. */
function next(model: NaiveSessions, one: number, at: number, text: string, shift = 0): AppendedTurn | undefined {
  const sessionId = sessionIdOf(one);
  const number = 1 + (model.all.get(sessionId)?.currentTurn ?? 0) + shift;
  if (number < 1) return undefined;
  const turn = sketchTurn(number, { at: instantOf(at), userInput: text, response: `${text} in ${sessionId}` });
  return {
    sessionId,
    turn,
    settings: { ...SETTINGS, topK: 1 + (number % 10) },
    metadata: { text, number, odd: number % 2 === 1 },
  };
}
