import { sketchAppended, sessionIdOf, WIDE } from '@ibid/testkit';
import { describe, expect, test } from 'vitest';
import { IbidError } from '../types/ibid-error.ts';
import type { HeldTurn, SessionDriver, SessionTurns } from '../types/session.ts';
import { openSessionStore, type SessionStore } from './open-session-store.ts';

/** A driver that notes what reaches it. */
function notingDriver(own: Partial<SessionDriver> = {}): { driver: SessionDriver; calls: unknown[][] } {
  const calls: unknown[][] = [];
  const note =
    <T>(name: string, result: T) =>
    async (...args: unknown[]): Promise<T> => {
      calls.push([name, ...args]);
      return result;
    };
  const driver: SessionDriver = {
    name: 'noting',
    traits: { durable: false },
    turns: undefined,
    open: note('open', undefined),
    close: note('close', undefined),
    read: note('read', undefined),
    append: note('append', undefined),
    delete: note('delete', false),
    deleteIdleSince: note('deleteIdleSince', 0),
    count: note('count', 0),
    ...own,
  };
  return { driver, calls };
}

async function refusal(work: Promise<unknown>): Promise<IbidError> {
  const [outcome] = await Promise.allSettled([work]);
  const reason: unknown = outcome?.status === 'rejected' ? outcome.reason : undefined;
  if (IbidError.is(reason)) return reason;
  throw new TypeError('the call was not refused with an IbidError', { cause: reason });
}

test('whatever a driver throws comes out as an IbidError that names store and operation', async () => {
  const cause = new TypeError('disk on fire');
  const store = await openSessionStore(notingDriver({ count: () => Promise.reject(cause) }).driver);
  expect(await refusal(store.count())).toMatchObject({
    code: 'UPSTREAM_FAILED',
    details: { store: 'noting', operation: 'count' },
    cause,
  });
  const known = new IbidError('STORE_BUSY', 'busy');
  const busy = await openSessionStore(notingDriver({ append: () => Promise.reject(known) }).driver);
  expect(await refusal(busy.append(sketchAppended(1, 1), WIDE))).toBe(known);
});

test('a driver that throws instead of rejecting changes nothing', async () => {
  const { driver } = notingDriver({
    read: () => {
      throw new Error('not even a promise');
    },
  });
  expect((await refusal((await openSessionStore(driver)).read(sessionIdOf(1)))).code).toBe('UPSTREAM_FAILED');
});

test('a driver that cannot be opened is closed', async () => {
  const { driver, calls } = notingDriver({ open: () => Promise.reject(new IbidError('INDEX_DAMAGED', 'broken')) });
  expect((await refusal(openSessionStore(driver))).code).toBe('INDEX_DAMAGED');
  expect(calls.map(([name]) => name)).toEqual(['close']);
});

test('an abort rejects at once, even when the driver never answers', async () => {
  const store = await openSessionStore(notingDriver({ read: () => new Promise(() => undefined) }).driver);
  const controller = new AbortController();
  const reading = refusal(store.read(sessionIdOf(1), { signal: controller.signal }));
  controller.abort('enough');
  expect(await reading).toMatchObject({ code: 'ABORTED', cause: 'enough' });
});

test('refused arguments do not reach the driver, and no text of them is in the message', async () => {
  const { driver, calls } = notingDriver();
  const store = await openSessionStore(driver);
  const secret = 'what the reader wrote';
  for (const error of [
    await refusal(store.read(secret)),
    await refusal(store.append({ ...sketchAppended(1, 1), sessionId: secret }, WIDE)),
    await refusal(store.append(sketchAppended(1, 0, { userInput: secret }), WIDE)),
  ]) {
    expect(error.code).toBe('INVALID_REQUEST');
    expect(error.message).not.toContain(secret);
  }
  expect(calls.map(([name]) => name)).toEqual(['open']);
});

test('an id reaches the driver in lower case', async () => {
  const { driver, calls } = notingDriver();
  const store = await openSessionStore(driver);
  await store.delete(sessionIdOf(0xabc).toUpperCase());
  expect(calls.at(-1)).toEqual(['delete', sessionIdOf(0xabc), undefined]);
});

test('`await using` closes the store', async () => {
  const { driver, calls } = notingDriver();
  const use = async (): Promise<SessionStore> => {
    await using store = await openSessionStore(driver);
    await store.count();
    return store;
  };
  const store = await use();
  expect(calls.map(([name]) => name)).toEqual(['open', 'count', 'close']);
  expect((await refusal(store.count())).code).toBe('CLOSED');
});

/** Of a store whose driver has such turns. */
async function turnsOf(enter: SessionTurns['enter']): Promise<SessionTurns> {
  return (await openSessionStore(notingDriver({ turns: { enter } }).driver)).turns!;
}

describe('turns of a driver', () => {
  const never = new AbortController().signal;

  test('are there only where the driver has some', async () => {
    expect((await openSessionStore(notingDriver().driver)).turns).toBeUndefined();
  });

  test('get ids in lower case, and none that are no UUIDs', async () => {
    const entered: string[] = [];
    const turns = await turnsOf(async (id) => {
      entered.push(id);
      return { lost: never, leave: async () => undefined };
    });
    await turns.enter(sessionIdOf(0xabc).toUpperCase());
    expect((await refusal(turns.enter('x'))).code).toBe('INVALID_REQUEST');
    expect(entered).toEqual([sessionIdOf(0xabc)]);
  });

  test('are left where they come after the request gave up', async () => {
    const entering = Promise.withResolvers<HeldTurn>();
    const turns = await turnsOf(() => entering.promise);
    const controller = new AbortController();
    const refused = refusal(turns.enter(sessionIdOf(1), { signal: controller.signal }));
    controller.abort();
    expect((await refused).code).toBe('ABORTED');
    const left = Promise.withResolvers<void>();
    entering.resolve({ lost: never, leave: async () => left.resolve() });
    await expect(left.promise).resolves.toBeUndefined();
  });

  test('are left once, and never fail to be', async () => {
    let leaves = 0;
    const turns = await turnsOf(async () => ({
      lost: never,
      leave() {
        leaves += 1;
        throw new Error('away');
      },
    }));
    const { leave } = await turns.enter(sessionIdOf(1));
    await Promise.all([leave(), leave()]);
    await leave();
    expect(leaves).toBe(1);
  });

  test('that fail say so as any call does', async () => {
    const turns = await turnsOf(() => Promise.reject(new TypeError('no table')));
    expect(await refusal(turns.enter(sessionIdOf(1)))).toMatchObject({
      code: 'UPSTREAM_FAILED',
      details: { operation: 'turns.enter' },
    });
  });
});
