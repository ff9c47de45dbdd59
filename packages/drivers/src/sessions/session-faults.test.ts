import {
  keepSessionRule,
  playSessionOperations,
  sessionRules,
  type SessionOperation,
  type SessionPlace,
} from '@ibid/testkit';
import { openSessionStore } from '@ibid/core';
import type { Session, SessionDriver } from '@ibid/core/types';
import { describe, expect, test } from 'vitest';
import { memorySessions } from './memory.ts';
import { memoryTurns, type TurnFault } from './testing/memory-turns.ts';

type Plant = (sound: SessionDriver) => Partial<SessionDriver>;

function withTurns(
  session: Session | undefined,
  change: (turns: Session['turns']) => Session['turns'],
): Session | undefined {
  return session && { ...session, turns: change(session.turns) };
}

/** Each fault is one that a store could have, and the rule that must notice it. */
const FAULTS: Readonly<Record<string, readonly [rule: RegExp, plant: Plant]>> = {
  'loses the oldest turn': [
    /in order of their numbers/,
    (sound) => ({ read: async (id) => withTurns(await sound.read(id), (turns) => turns.slice(1)) }),
  ],
  'sorts turns by their numbers as text': [
    /in order of their numbers/,
    (sound) => ({
      read: async (id) =>
        withTurns(await sound.read(id), (turns) => turns.toSorted((a, b) => (`${a.number}` < `${b.number}` ? -1 : 1))),
    }),
  ],
  'gives out what it keeps': [
    /nothing kept is live/,
    (sound) => {
      const kept = new Map<string, Session | undefined>();
      return {
        append: async (appended, caps) => {
          kept.delete(appended.sessionId);
          await sound.append(appended, caps);
        },
        read: async (id) => {
          if (!kept.has(id)) kept.set(id, await sound.read(id));
          return kept.get(id);
        },
      };
    },
  ],
  'cuts texts at NUL': [
    /every field back exactly/,
    (sound) => ({
      append: ({ turn, ...rest }, caps) =>
        sound.append({ ...rest, turn: { ...turn, response: turn.response.split('\0')[0]! } }, caps),
    }),
  ],
  'replaces lone surrogates': [
    /every field back exactly/,
    (sound) => ({
      append: ({ turn, ...rest }, caps) =>
        sound.append({ ...rest, turn: { ...turn, response: turn.response.toWellFormed() } }, caps),
    }),
  ],
  'takes the last of several appends of one number': [
    /exactly one of several appends/,
    (sound) => ({ append: (appended, caps) => sound.append(appended, caps).catch(() => undefined) }),
  ],
  'lets an append after deletion bring the session back': [
    /forgets a deleted session/,
    (sound) => ({
      append: async (appended, caps) => {
        const newest = (await sound.read(appended.sessionId))?.currentTurn ?? 0;
        const { turn } = appended;
        await sound.append({ ...appended, turn: newest === 0 ? { ...turn, number: 1 } : turn }, caps);
      },
    }),
  ],
  'counts UTF-16 units for bytes': [
    /by the byte, counted in UTF-8/,
    (sound) => ({
      append: ({ turn, ...rest }, caps) =>
        sound.append({ ...rest, turn: { ...turn, response: turn.response.replaceAll('ü', 'u') } }, caps),
    }),
  ],
  'drops sessions by age instead of use': [
    /those least recently used/,
    (sound) => ({
      append: async ({ turn, ...rest }, caps) => {
        const before = await sound.read(rest.sessionId);
        await sound.append({ ...rest, turn: { ...turn, at: before?.createdAt ?? turn.at } }, caps);
      },
    }),
  ],
  'deletes what was used at the instant as well': [
    /before the instant, not at it/,
    (sound) => ({
      deleteIdleSince: (instant) => sound.deleteIdleSince(new Date(Date.parse(instant) + 1).toISOString()),
    }),
  ],
  'deletes no more than a batch of idle sessions': [
    /any number of idle sessions/,
    (sound) => ({ deleteIdleSince: async (instant) => Math.min(200, await sound.deleteIdleSince(instant)) }),
  ],
  'mixes sessions up': [
    /keeps sessions apart/,
    (sound) => ({ read: async (id) => (await sound.read(id)) ?? sound.read(`${id.slice(0, -1)}1`) }),
  ],
};

describe('the session suite notices a store that', () => {
  for (const [fault, [title, plant]] of Object.entries(FAULTS)) {
    test(`${fault} (planted)`, async () => {
      const rule = sessionRules.find((one) => title.test(one.title))!;
      const sound = memorySessions();
      const place: SessionPlace = {
        driver: () => ({ ...sound, ...plant(sound) }),
        bytes: undefined,
        remove: async () => undefined,
      };
      await expect(keepSessionRule(rule, place)).rejects.toThrow(/expected/);
    });
  }

  test('leaves words of a deleted session in its files (planted)', async () => {
    const rule = sessionRules.find(({ title }) => /leaves no words/.test(title))!;
    const sound = memorySessions();
    const log: string[] = [];
    const driver: SessionDriver = {
      ...sound,
      append: async (appended, caps) => {
        log.push(JSON.stringify(appended));
        await sound.append(appended, caps);
      },
    };
    const place = { driver: () => driver, bytes: async () => Buffer.from(log.join('')), remove: async () => undefined };
    await expect(keepSessionRule(rule, place)).rejects.toThrow(/expected/);
  });
});

const PATIENCE_MS = 60;

/** Stores that share everything, as processes do. */
function placeWithTurns(fault?: TurnFault): SessionPlace {
  const sound = memorySessions();
  const { open, takeAway } = memoryTurns(PATIENCE_MS, fault);
  return {
    driver() {
      const { turns, close } = open();
      return { ...sound, turns, close: async () => close() };
    },
    bytes: undefined,
    turns: { patienceMs: PATIENCE_MS, takeAway },
    remove: async () => undefined,
  };
}

/** Of each fault, the rule about turns that must notice it. */
const TURN_FAULTS: Readonly<Record<TurnFault, RegExp>> = {
  'lets everyone in': /one at a time over processes/,
  'refuses who would wait': /many who come at once/,
  'has no order': /passes nobody over/,
  'has one turn for all sessions': /wait for another session/,
  'is left by whoever left before': /left again and again/,
  'keeps a place for who gave up': /to one who gives up/,
  'lets in who gave up': /gave up at that moment/,
  'takes the slow for dead': /a holder that lives/,
  'waits for the dead': /overtakes a holder that died/,
  'tells nobody of a loss': /tells a holder that its turn was taken/,
  'keeps the turns of a closed store': /with CLOSED who waits/,
  'lets who waits wait on after close': /with CLOSED who waits/,
};

describe('turns over processes', () => {
  test.each(sessionRules.filter(({ needs }) => needs === 'turns'))('may be simple: $title', async (rule) => {
    await expect(keepSessionRule(rule, placeWithTurns())).resolves.toBeUndefined();
  });

  for (const [fault, title] of Object.entries(TURN_FAULTS)) {
    test(`are noticed where the driver ${fault} (planted)`, async () => {
      const rule = sessionRules.find((one) => one.needs === 'turns' && title.test(one.title))!;
      await expect(keepSessionRule(rule, placeWithTurns(fault as TurnFault))).rejects.toThrow(
        /expected|ABORTED|aborted/,
      );
    });
  }
});

test('random histories notice a store that forgets to make room (planted)', async () => {
  const sound = memorySessions();
  const driver: SessionDriver = { ...sound, append: (one, caps) => sound.append(one, { ...caps, maxSessions: 99 }) };
  const store = await openSessionStore(driver);
  const twice = [0, 1].map((session): SessionOperation => ({
    type: 'append',
    session,
    shift: 0,
    words: '',
    second: 1,
  }));
  const history = playSessionOperations(store, twice, { maxBytes: 1000, maxSessions: 1 });
  await expect(history).rejects.toThrow(/expected/);
  await store.close();
});
