import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { SessionDriver, SessionTurn } from '@ibid/core/types';
import { seededRandom } from '../seeded-random.ts';
import { rejection } from '../store/store-rule.ts';
import { instantOf, SETTINGS, sessionIdOf, sketchAppended, sketchTurn, turnBytes, WIDE } from './state-fixture.ts';
import type { StateRule } from './state-rule.ts';

/** Long enough to get the lock for a call that does not wait. */
const A_MOMENT_MS = 300;
const ODD_TEXTS: readonly string[] = [
  '',
  ' ',
  'Grüße, 日本語, \u{1F468}\u200D\u{1F469}\u200D\u{1F467}, e\u0301',
  'before\0after',
  'half \uD83D of a pair, and \uDE00 the other',
  '\u2028\u2029\r\n\t\u0007\uFEFF',
  `'; DELETE FROM turn; --`,
  '{"number": 9, "__proto__": {}}',
];

/** A turn with a value in every field. */
function fullTurn(number: number, text: string): SessionTurn {
  return sketchTurn(number, {
    userInput: text,
    response: `${text}${text}`,
    contextUsed: text,
    passages: [0, 0.1 + 0.2, 1].map((similarity, i) => ({
      chunkId: `${i}`.repeat(64),
      url: `https://docs.example.org/${encodeURIComponent(String(i))}`,
      anchor: text,
      similarity,
      text,
      sourceFile: 'docs/a b.md',
      module: text,
      heading: text,
      indexInPage: i,
      chunksInPage: 3,
      tokens: 400,
      retrievedAt: instantOf(i),
    })),
    toolCalls: [{ name: 'search_docs', input: JSON.stringify({ query: text }), results: 3 }],
  });
}

async function numbers(store: SessionDriver, session: number): Promise<readonly number[] | undefined> {
  return (await store.read(sessionIdOf(session)))?.turns.map(({ number }) => number);
}

const SESSIONS = 40;
const STEPS = 240;

/** A word that no other session contains. */
function canary(session: number): string {
  return `CANARY-${session}-END`;
}

export const sessionRules: readonly StateRule<SessionDriver>[] = [
  {
    title: 'gives every field back exactly, whatever the texts hold',
    async run(store) {
      const turns = ODD_TEXTS.map((text, i) => fullTurn(i + 1, text));
      const metadata = { text: ODD_TEXTS.join('|'), number: -1.5e-7, yes: true, no: false, constructor: 'a key' };
      const settings = { ...SETTINGS, systemPrompt: ODD_TEXTS.join('|'), temperature: 0.1 + 0.2 };
      for (const turn of turns) await store.append({ sessionId: sessionIdOf(1), turn, settings, metadata }, WIDE);
      expect(await store.read(sessionIdOf(1))).toEqual({
        id: sessionIdOf(1),
        createdAt: turns[0]!.at,
        lastAccessedAt: turns.at(-1)!.at,
        currentTurn: turns.length,
        turns,
        settings,
        metadata,
      });
    },
  },
  {
    title: 'keeps turns in order of their numbers, oldest first',
    async run(store) {
      for (let number = 1; number <= 12; number++)
        await store.append(sketchAppended(1, number, { at: instantOf(0) }), WIDE);
      const { turns = [] } = (await store.read(sessionIdOf(1))) ?? {};
      expect(turns.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
      expect(turns.map(({ userInput }) => userInput)).toEqual(turns.map(({ number }) => `question ${number}`));
    },
  },
  {
    title: 'takes the next turn alone, from one of those who bring it at once',
    async run(store) {
      const append = (number: number, response = ''): Promise<string> =>
        rejection(store.append(sketchAppended(1, number, { response }), WIDE));
      expect(await append(2)).toBe('STORE_BUSY');
      expect(await store.read(sessionIdOf(1))).toBeUndefined();
      const [one, two] = [await append(1), await append(1)];
      expect([one, two, await append(0), await append(3)]).toEqual(['none', 'STORE_BUSY', 'STORE_BUSY', 'STORE_BUSY']);
      const rivals = ['first', 'second', 'third'];
      const outcomes = await Promise.all(rivals.map((response) => append(2, response)));
      expect(outcomes.toSorted()).toEqual(['STORE_BUSY', 'STORE_BUSY', 'none']);
      const { turns = [] } = (await store.read(sessionIdOf(1))) ?? {};
      expect(turns.map(({ response }) => response)).toEqual(['', rivals[outcomes.indexOf('none')]]);
    },
  },
  {
    title: 'drops whole sessions beyond the cap, those used least recently first, and never the one that is begun',
    async run(store) {
      const caps = { ...WIDE, maxSessions: 3 };
      const append = (session: number, number: number, second: number): Promise<void> =>
        store.append(sketchAppended(session, number, { at: instantOf(second) }), caps);
      const kept = async (): Promise<readonly number[]> => {
        const read = [1, 2, 3, 4, 5, 6].map(async (one) => ((await numbers(store, one)) === undefined ? [] : [one]));
        return (await Promise.all(read)).flat();
      };
      for (const session of [1, 2, 3]) await append(session, 1, 5);
      await append(1, 2, 6);
      await append(4, 1, 7);
      // Of two used at one instant, the one that began first goes.
      expect(await kept()).toEqual([1, 3, 4]);
      await append(5, 1, 0);
      expect(await kept()).toEqual([1, 4, 5]);
      // A further turn drops nothing, whatever the cap.
      await store.append(sketchAppended(4, 2), { ...caps, maxSessions: 1 });
      expect(await kept()).toEqual([1, 4, 5]);
      await store.append(sketchAppended(6, 1), { ...caps, maxSessions: 1 });
      expect([await kept(), await store.count()]).toEqual([[6], 1]);
    },
  },
  {
    title: 'keeps sessions apart',
    async run(store) {
      for (let number = 1; number <= 3; number++) {
        const appends = [1, 2, 3].map((session) =>
          store.append(sketchAppended(session, number, { userInput: `of ${session}` }), WIDE),
        );
        await Promise.all(appends);
      }
      expect([await store.delete(sessionIdOf(2)), await store.delete(sessionIdOf(2))]).toEqual([true, false]);
      for (const session of [1, 3]) {
        const { turns = [] } = (await store.read(sessionIdOf(session))) ?? {};
        expect(turns.map(({ userInput }) => userInput)).toEqual(Array.from({ length: 3 }, () => `of ${session}`));
      }
      expect(await store.read(sessionIdOf(2))).toBeUndefined();
      expect(await store.count()).toBe(2);
    },
  },
  {
    title: 'gives out and takes in copies, so that nothing kept is live',
    async run(store) {
      const turn = fullTurn(1, 'as given');
      const appended = { sessionId: sessionIdOf(1), turn, settings: { ...SETTINGS }, metadata: { kept: 'yes' } };
      await store.append(appended, WIDE);
      const expected = structuredClone(await store.read(sessionIdOf(1)));
      const given: unknown[] = [appended, await store.read(sessionIdOf(1))];
      for (const one of given) spoil(one);
      expect(await store.read(sessionIdOf(1))).toEqual(expected);
    },
  },
  {
    title: 'drops the oldest turns by the byte, counted in UTF-8',
    async run(store) {
      const turns = [1, 2, 3].map((number) => sketchAppended(1, number, { response: 'ü'.repeat(100) }));
      const [first, second, third] = turns;
      const exact = turnBytes(first!.turn) + turnBytes(second!.turn);
      await store.append(first!, { ...WIDE, maxBytes: exact });
      await store.append(second!, { ...WIDE, maxBytes: exact });
      expect(await numbers(store, 1)).toEqual([1, 2]);
      await store.append(third!, { ...WIDE, maxBytes: exact });
      expect(await numbers(store, 1)).toEqual([2, 3]);
      const fourth = sketchAppended(1, 4);
      const room = turnBytes(third!.turn) + turnBytes(fourth.turn) - 1;
      await store.append(fourth, { ...WIDE, maxBytes: room });
      expect(await numbers(store, 1)).toEqual([4]);
      expect((await store.read(sessionIdOf(1)))?.currentTurn).toBe(4);
    },
  },
  {
    title: 'deletes any number of idle sessions at once and leaves the others',
    async run(store) {
      for (let session = 1; session <= 225; session++) {
        await store.append(sketchAppended(session, 1, { at: instantOf(session % 9) }), WIDE);
      }
      expect(await store.deleteIdleSince(instantOf(8))).toBe(200);
      expect(await store.count()).toBe(25);
      expect(await numbers(store, 8)).toEqual([1]);
    },
  },
  {
    title: 'shows to the next process what was acknowledged to the one before',
    needs: 'durable',
    async run(store, place) {
      for (const number of [1, 2, 3]) await store.append(sketchAppended(1, number), WIDE);
      await store.append(sketchAppended(2, 1), WIDE);
      await store.delete(sessionIdOf(2));
      const before = await store.read(sessionIdOf(1));
      await using next = await place.open();
      expect(await next.sessions.read(sessionIdOf(1))).toEqual(before);
      expect(await next.sessions.read(sessionIdOf(2))).toBeUndefined();
      await next.sessions.append(sketchAppended(1, 4), WIDE);
      expect((await store.read(sessionIdOf(1)))?.currentTurn).toBe(4);
    },
  },
  {
    title: 'lets one of two processes win each turn, and shows both what it is',
    needs: 'durable',
    async run(store, place) {
      await using other = await place.open();
      for (let number = 1; number <= 8; number++) {
        const rivals = ['one', 'two'].map((response) => sketchAppended(1, number, { response }));
        const outcomes = await Promise.all(
          [store, other.sessions].map((one, i) => rejection(one.append(rivals[i]!, WIDE))),
        );
        expect(outcomes.toSorted()).toEqual(['STORE_BUSY', 'none']);
        const winner = rivals[outcomes.indexOf('none')]!;
        for (const one of [store, other.sessions]) {
          expect((await one.read(sessionIdOf(1)))?.turns.at(-1)).toEqual(winner.turn);
        }
      }
    },
  },
  {
    title: 'keeps a request waiting while another process has its session, and no other request',
    needs: 'locks',
    async run({ lock }, place) {
      if (lock === undefined) return;
      const other = await place.open();
      const held = await other.sessions.lock!(sessionIdOf(1));
      await (await lock(sessionIdOf(2))).release();
      const waiting = lock(sessionIdOf(1));
      expect(await Promise.race([waiting, sleep(A_MOMENT_MS, 'waits')])).toBe('waits');
      expect(await rejection(lock(sessionIdOf(1), { signal: AbortSignal.timeout(20) }))).toBe('ABORTED');
      expect(held.lost.aborted).toBe(false);
      // Simulates the death of the other process.
      await other[Symbol.asyncDispose]();
      const next = await waiting;
      await next.release();
      await next.release();
      await (await lock(sessionIdOf(1))).release();
    },
  },
  // Adds and removes rows of many lengths, so that database pages are split and joined: a store that only zeroes freed space would
  // still leave copies where rows were moved.
  {
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
  },
];

/** Changes every value inside an object, recursively. */
function spoil(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const part of Object.values(value)) spoil(part);
  if (Array.isArray(value)) value.push('spoilt');
  else for (const key of Object.keys(value)) (value as Record<string, unknown>)[key] = 'spoilt';
}
