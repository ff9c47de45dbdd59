import { memoryState } from '@ibid/drivers/state/state';
import { sessionIdOf } from '@ibid/testkit';
import { describe, expect, test } from 'vitest';
import { IbidError } from '../types/ibid-error.ts';
import type { SessionDriver } from '../types/session.ts';
import { appendWords, beginReady, conversationsPlace, HOUR_MS, takeTurn } from './conversations-fixture.ts';
import type { Beginning } from './create-conversations.ts';

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('a turn', () => {
  test('of a new session is number 1 without history, and stores nothing until it is appended', async () => {
    const { conversations, clock } = await conversationsPlace();
    using conversation = await beginReady(conversations);
    expect(conversation).toMatchObject({ id: sessionIdOf(1), turnNumber: 1, history: [] });
    expect(await conversations.count()).toBe(0);
    await appendWords(conversation, 'what is it', 'this');
    expect(await conversations.read(conversation.id)).toMatchObject({
      id: conversation.id,
      currentTurn: 1,
      createdAt: new Date(clock.now).toISOString(),
      turns: [{ number: 1, userInput: 'what is it', response: 'this', at: new Date(clock.now).toISOString() }],
    });
  });

  test('follows the newest one and has the history, trimmed', async () => {
    const { conversations } = await conversationsPlace({ limits: { historyTokens: 4 } });
    const id = await takeTurn(conversations, undefined, 'first question', 'first answer');
    await takeTurn(conversations, id, 'second question', 'second answer');
    using third = await beginReady(conversations, id.toUpperCase());
    expect(third).toMatchObject({ id, turnNumber: 3 });
    expect(third.history).toEqual([
      { role: 'reader', text: 'second question' },
      { role: 'assistant', text: 'second answer' },
    ]);
  });

  test('is taken once, and not after it was released', async () => {
    const { conversations } = await conversationsPlace();
    const conversation = await beginReady(conversations);
    await appendWords(conversation, 'a', 'b');
    await expect(appendWords(conversation, 'c', 'd')).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    conversation.release();
    const other = await beginReady(conversations, conversation.id);
    other.release();
    other.release();
    await expect(appendWords(other, 'c', 'd')).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    expect((await conversations.read(conversation.id))?.currentTurn).toBe(1);
  });

  test('can be appended again after the store has failed', async () => {
    const sound = memoryState().sessions;
    let failures = 1;
    const driver: SessionDriver = {
      ...sound,
      append: (...args) => (failures-- > 0 ? Promise.reject(new Error('disk')) : sound.append(...args)),
    };
    const { conversations } = await conversationsPlace({ driver });
    using conversation = await beginReady(conversations);
    await expect(appendWords(conversation, 'a', 'b')).rejects.toMatchObject({
      code: 'UPSTREAM_FAILED',
      details: { operation: 'append' },
    });
    await appendWords(conversation, 'a', 'b');
    expect((await conversations.read(conversation.id))?.currentTurn).toBe(1);
  });
});

describe('a session', () => {
  test('that nobody began is unknown; an id that is no UUID is refused (R19)', async () => {
    const { conversations } = await conversationsPlace();
    expect(await conversations.begin({ id: sessionIdOf(9), maxTurns: 10 })).toEqual({ kind: 'unknown' });
    expect(await conversations.read(sessionIdOf(9))).toBeUndefined();
    expect(await conversations.end(sessionIdOf(9))).toBe(false);
    const work = [
      conversations.begin({ id: '', maxTurns: 10 }),
      conversations.read('what the reader wrote'),
      conversations.read(`{${sessionIdOf(1)}}`),
      conversations.end(`${sessionIdOf(1)}0`),
    ];
    for (const one of work) {
      const message = expect.not.stringContaining('what the reader wrote');
      await expect(one).rejects.toMatchObject({ code: 'INVALID_REQUEST', message });
    }
    // After `unknown`, nothing is held.
    expect(await conversations.begin({ id: sessionIdOf(9), maxTurns: 10 })).toEqual({ kind: 'unknown' });
  });

  test('is full after the turns that the request allows, and after 50 whatever it allows', async () => {
    const { conversations } = await conversationsPlace();
    const id = await takeTurn(conversations, undefined);
    await takeTurn(conversations, id);
    expect(await conversations.begin({ id, maxTurns: 2 })).toEqual({ kind: 'full', sessionId: id, turns: 2 });
    (await beginReady(conversations, id, { maxTurns: 3 })).release();
    for (let turn = 3; turn <= 50; turn++) {
      using conversation = await beginReady(conversations, id, { maxTurns: 50 });
      await appendWords(conversation, 'q', 'a');
    }
    expect(await conversations.begin({ id, maxTurns: 50 })).toEqual({ kind: 'full', sessionId: id, turns: 50 });
    for (const maxTurns of [0, 51, 1.5, Number.NaN]) {
      await expect(conversations.begin({ id, maxTurns })).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    }
  });

  test('counts its turns though the oldest were dropped for their bytes', async () => {
    const { conversations } = await conversationsPlace({ limits: { maxBytes: 1 } });
    const id = await takeTurn(conversations, undefined);
    for (let turn = 2; turn <= 4; turn++) await takeTurn(conversations, id);
    expect((await conversations.read(id))?.turns.map(({ number }) => number)).toEqual([4]);
    expect(await conversations.begin({ id, maxTurns: 4 })).toMatchObject({ kind: 'full', turns: 4 });
  });

  test('that got its id from a source of something else is refused', async () => {
    const { conversations } = await conversationsPlace({ newId: () => 'seven' });
    await expect(conversations.begin({ id: undefined, maxTurns: 10 })).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
    });
  });
});

describe('expiry', () => {
  test('makes room for newer ones', async () => {
    const { conversations, clock } = await conversationsPlace({ limits: { maxSessions: 2 } });
    const ids: string[] = [];
    for (let i = 0; i < 3; i++) {
      ids.push(await takeTurn(conversations, undefined));
      clock.now += 1000;
    }
    const kept = await Promise.all(ids.map((id) => conversations.read(id)));
    expect(kept.map((session) => session?.id)).toEqual([undefined, ids[1], ids[2]]);
  });

  test('makes a session unknown that was idle for more than 24 hours, by the millisecond', async () => {
    const { conversations, clock } = await conversationsPlace();
    const id = await takeTurn(conversations, undefined);
    clock.now += 24 * HOUR_MS;
    expect((await conversations.read(id))?.id).toBe(id);
    (await beginReady(conversations, id)).release();
    clock.now += 1;
    expect(await conversations.read(id)).toBeUndefined();
    expect(await conversations.begin({ id, maxTurns: 10 })).toEqual({ kind: 'unknown' });
    expect(await conversations.end(id)).toBe(false);
    expect(await conversations.count()).toBe(0);
  });

  test('counts from the newest turn, not from reading', async () => {
    const { conversations, clock } = await conversationsPlace();
    const id = await takeTurn(conversations, undefined);
    clock.now += 20 * HOUR_MS;
    await takeTurn(conversations, id);
    clock.now += 20 * HOUR_MS;
    expect((await conversations.read(id))?.currentTurn).toBe(2);
    clock.now += 5 * HOUR_MS;
    expect(await conversations.read(id)).toBeUndefined();
  });

  test('deletes idle sessions, at most once a minute, and not those that may still be answered', async () => {
    const sound = memoryState().sessions;
    const swept: string[] = [];
    const driver: SessionDriver = {
      ...sound,
      deleteIdleSince: (instant) => {
        swept.push(instant);
        return sound.deleteIdleSince(instant);
      },
    };
    const { conversations, clock } = await conversationsPlace({ driver });
    await takeTurn(conversations, undefined);
    clock.now += 24 * HOUR_MS + 1;
    using other = await beginReady(conversations);
    await settle();
    expect(await conversations.count()).toBe(1);
    clock.now += 600_000;
    await conversations.read(other.id);
    await settle();
    expect(await conversations.count()).toBe(0);
    for (let i = 0; i < 59; i++) {
      clock.now += 1000;
      await conversations.read(other.id);
    }
    expect(swept).toHaveLength(3);
    clock.now += 1000;
    await conversations.read(other.id);
    expect(swept).toHaveLength(4);
    expect(swept.at(-1)).toBe(new Date(clock.now - 24 * HOUR_MS - 600_000).toISOString());
    // A clock that is set back delays nothing.
    clock.now -= HOUR_MS;
    await conversations.read(other.id);
    expect(swept).toHaveLength(5);
  });

  test('fails no request when sweeping fails', async () => {
    const driver: SessionDriver = {
      ...memoryState().sessions,
      deleteIdleSince: () => Promise.reject(new Error('disk')),
    };
    const { conversations } = await conversationsPlace({ driver });
    const id = await takeTurn(conversations, undefined);
    expect((await conversations.read(id))?.currentTurn).toBe(1);
    await conversations.close();
  });
});

describe('requests on one session', () => {
  test('are refused when too many wait, but never a deletion: it waits behind them all', async () => {
    const { conversations } = await conversationsPlace({ limits: { maxWaiting: 1 } });
    const first = await beginReady(conversations);
    await appendWords(first, 'q', 'a');
    const waiting = beginReady(conversations, first.id);
    await expect(conversations.begin({ id: first.id, maxTurns: 10 })).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    const ending = conversations.end(first.id);
    await settle();
    expect(await conversations.read(first.id)).toMatchObject({ currentTurn: 1 });
    first.release();
    const second = await waiting;
    expect(second.turnNumber).toBe(2);
    second.release();
    expect(await ending).toBe(true);
    expect(await conversations.read(first.id)).toBeUndefined();
  });
});

test('a store that fails while a session is read leaves the session to others', async () => {
  const sound = memoryState().sessions;
  let failures = 0;
  const driver: SessionDriver = {
    ...sound,
    read: (id) => (failures-- > 0 ? Promise.reject(new IbidError('STORE_BUSY', 'busy')) : sound.read(id)),
  };
  const { conversations } = await conversationsPlace({ driver });
  const id = await takeTurn(conversations, undefined);
  failures = 2;
  await expect(conversations.begin({ id, maxTurns: 10 })).rejects.toMatchObject({ code: 'STORE_BUSY' });
  await expect(conversations.end(id)).rejects.toMatchObject({ code: 'STORE_BUSY' });
  expect((await beginReady(conversations, id)).turnNumber).toBe(2);
});

test('closing refuses who waits, and waits for the sweep', async () => {
  const sound = memoryState().sessions;
  const events: string[] = [];
  const gate = Promise.withResolvers<void>();
  const driver: SessionDriver = {
    ...sound,
    deleteIdleSince: async () => {
      await gate.promise;
      events.push('swept');
      return 0;
    },
  };
  const { conversations } = await conversationsPlace({ driver });
  const first = await beginReady(conversations);
  const waiting: Promise<Beginning> = conversations.begin({ id: first.id, maxTurns: 10 });
  const closing = conversations.close();
  await expect(waiting).rejects.toMatchObject({ code: 'CLOSED' });
  gate.resolve();
  await closing;
  await conversations.close();
  expect(events).toEqual(['swept']);
  for (const work of [takeTurn(conversations, undefined), conversations.count(), appendWords(first, 'q', 'a')]) {
    await expect(work).rejects.toMatchObject({ code: 'CLOSED' });
  }
});
