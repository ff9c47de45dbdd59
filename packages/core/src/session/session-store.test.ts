import { sketchAppended, sessionIdOf, WIDE } from '@ibid/testkit';
import { expect, test } from 'vitest';
import { IbidError } from '../types/ibid-error.ts';
import type { SessionDriver } from '../types/session.ts';
import { sessionStore } from './session-store.ts';

/** A driver that records its calls. */
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
    lock: undefined,
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
  const store = sessionStore(notingDriver({ count: () => Promise.reject(cause) }).driver);
  expect(await refusal(store.count())).toMatchObject({
    code: 'UPSTREAM_FAILED',
    details: { store: 'noting', operation: 'count' },
    cause,
  });
  const known = new IbidError('STORE_BUSY', 'busy');
  const busy = sessionStore(notingDriver({ append: () => Promise.reject(known) }).driver);
  expect(await refusal(busy.append(sketchAppended(1, 1), WIDE))).toBe(known);
});

test('a driver that throws instead of rejecting changes nothing', async () => {
  const { driver } = notingDriver({
    read: () => {
      throw new Error('not even a promise');
    },
  });
  expect((await refusal(sessionStore(driver).read(sessionIdOf(1)))).code).toBe('UPSTREAM_FAILED');
});

test('an abort rejects at once, even when the driver never answers', async () => {
  const store = sessionStore(notingDriver({ read: () => new Promise(() => undefined) }).driver);
  const controller = new AbortController();
  const reading = refusal(store.read(sessionIdOf(1), { signal: controller.signal }));
  controller.abort('enough');
  expect(await reading).toMatchObject({ code: 'ABORTED', cause: 'enough' });
});

test('refused arguments do not reach the driver, and no text of them is in the message', async () => {
  const { driver, calls } = notingDriver();
  const store = sessionStore(driver);
  const secret = 'what the reader wrote';
  for (const error of [
    await refusal(store.read(secret)),
    await refusal(store.append({ ...sketchAppended(1, 1), sessionId: secret }, WIDE)),
    await refusal(store.append(sketchAppended(1, 0, { userInput: secret }), WIDE)),
  ]) {
    expect(error.code).toBe('INVALID_REQUEST');
    expect(error.message).not.toContain(secret);
  }
  expect(calls.map(([name]) => name)).toEqual([]);
});

test('an id reaches the driver in lower case', async () => {
  const { driver, calls } = notingDriver();
  const store = sessionStore(driver);
  await store.delete(sessionIdOf(0xabc).toUpperCase());
  expect(calls.at(-1)).toEqual(['delete', sessionIdOf(0xabc)]);
});

test('ids that are no UUIDs, instants in other forms and values that JSON cannot hold are refused', async () => {
  const store = sessionStore(notingDriver().driver);
  const fine = sketchAppended(1, 1);
  const wrong = [
    ...[0, -1, 1.5, Number.NaN].map((number) => ({ ...fine, turn: { ...fine.turn, number } })),
    ...['', '2026-01-01', '2026-02-30T00:00:00.000Z', '2026-01-01T00:00:00.000+01:00'].map((at) =>
      sketchAppended(1, 1, { at }),
    ),
    sketchAppended(1, 1, { response: undefined as unknown as string }),
    { ...fine, settings: { ...fine.settings, temperature: Number.NaN } },
    { ...fine, metadata: { nothing: null as unknown as string } },
    { ...fine, metadata: { long: 'x'.repeat(8192) } },
  ];
  for (const one of wrong) expect((await refusal(store.append(one, WIDE))).code).toBe('INVALID_REQUEST');
  expect((await refusal(store.append(fine, { ...WIDE, maxBytes: 0 }))).code).toBe('INVALID_REQUEST');
  expect((await refusal(store.deleteIdleSince('yesterday'))).code).toBe('INVALID_REQUEST');
  for (const id of ['', `${sessionIdOf(1)} `, `{${sessionIdOf(1)}}`, '__proto__']) {
    expect((await refusal(store.read(id))).code).toBe('INVALID_REQUEST');
  }
});

test('a store that is closed refuses every call', async () => {
  const store = sessionStore(notingDriver().driver);
  store.close();
  for (const call of [store.count(), store.read(sessionIdOf(1)), store.append(sketchAppended(1, 1), WIDE)]) {
    expect((await refusal(call)).code).toBe('CLOSED');
  }
});
