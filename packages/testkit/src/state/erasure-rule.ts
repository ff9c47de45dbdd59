import type { SessionDriver } from '@ibid/core/types';
import { expect } from 'vitest';
import { seededRandom } from '../seeded-random.ts';
import { instantOf, sessionIdOf, sketchAppended, WIDE } from './session-fixture.ts';
import type { StateRule } from './state-rule.ts';

const SESSIONS = 40;
const STEPS = 240;

/** A word that no other session contains. */
function canary(session: number): string {
  return `CANARY-${session}-END`;
}

/**
 * Adds and removes rows of many lengths, so that database pages are split and joined: a store that only zeroes freed space would
 * still leave copies where rows were moved.
 */
export const erasureRule: StateRule<SessionDriver> = {
  title: 'leaves no words of deleted sessions in its files',
  needs: 'durable',
  async run(store, place) {
    const bytes = place.bytes!;
    const turns = new Map<number, number>();
    const caps = { maxBytes: 30_000, maxSessions: WIDE.maxSessions };
    const next = seededRandom(1);
    const random = (below: number): number => Math.floor(next() * below);
    const gone = new Set<number>();
    for (let i = 0; i < STEPS; i++) {
      const session = random(SESSIONS);
      if (gone.has(session)) continue;
      if (turns.has(session) && random(8) === 0) {
        await store.delete(sessionIdOf(session));
        gone.add(session);
        continue;
      }
      const number = (turns.get(session) ?? 0) + 1;
      turns.set(session, number);
      const words = canary(session).repeat(1 + random(random(2) === 0 ? 20 : 800));
      const appended = sketchAppended(session, number, { response: words, at: instantOf(session < 10 ? 1 : 2) });
      await store.append({ ...appended, metadata: { words: canary(session) } }, caps);
    }
    expect(await store.deleteIdleSince(instantOf(2))).toBeGreaterThan(3);
    for (const session of turns.keys()) if (session < 10) gone.add(session);
    expect(gone.size).toBeGreaterThan(20);
    const left = Buffer.from(await bytes());
    expect(left.length).toBeGreaterThan(0);
    expect([...gone].filter((session) => left.includes(canary(session)))).toEqual([]);
  },
};
