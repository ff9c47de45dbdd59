import { expect } from 'vitest';
import type { SessionDriver, SessionTurn } from '@ibid/core/types';
import { instantOf, SETTINGS, sessionIdOf, sketchAppended, sketchTurn, WIDE } from './session-fixture.ts';
import type { StateRule } from './state-rule.ts';

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

export const sessionTurnRules: readonly StateRule<SessionDriver>[] = [
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
    title: 'keeps sessions apart',
    async run(store) {
      for (let number = 1; number <= 3; number++) {
        const appends = [1, 2, 3].map((session) =>
          store.append(sketchAppended(session, number, { userInput: `of ${session}` }), WIDE),
        );
        await Promise.all(appends);
      }
      await store.delete(sessionIdOf(2));
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
];

/** Changes every value inside an object, recursively. */
function spoil(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const part of Object.values(value)) spoil(part);
  if (Array.isArray(value)) value.push('spoilt');
  else for (const key of Object.keys(value)) (value as Record<string, unknown>)[key] = 'spoilt';
}
