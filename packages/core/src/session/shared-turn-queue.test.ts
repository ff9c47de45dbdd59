import { memorySessions } from '@ibid/drivers/sessions/memory';
import { sessionIdOf } from '@ibid/testkit';
import { expect, test } from 'vitest';
import type { SessionDriver } from '../types/session.ts';
import { appendWords, beginReady, conversationsPlace, takeTurn } from './conversations-fixture.ts';
import type { Conversations } from './create-conversations.ts';
import { sharedTurns } from './shared-turns-fixture.ts';

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

interface Processes {
  readonly one: Conversations;
  readonly two: Conversations;
  /** Turns held in any process, once those that are being left have gone. */
  held(): Promise<number>;
}

/** Two processes that share sessions and their turns. */
async function twoProcesses(own: Partial<SessionDriver> = {}): Promise<Processes> {
  const turns = sharedTurns();
  const driver: SessionDriver = { ...memorySessions(), ...own, turns, close: async () => undefined };
  const [one, two] = [await conversationsPlace({ driver }), await conversationsPlace({ driver })];
  const held = async (): Promise<number> => {
    await settle();
    return turns.held();
  };
  return { one: one.conversations, two: two.conversations, held };
}

test('requests of two processes take turns, each with what the other kept (R19)', async () => {
  const { one, two, held } = await twoProcesses();
  const id = await takeTurn(one, undefined, 'first');
  const asking = Array.from({ length: 6 }, (_, i) => takeTurn(i % 2 === 0 ? one : two, id, `question ${i}`));
  await Promise.all(asking);
  const { turns = [] } = (await two.read(id)) ?? {};
  expect(turns.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(turns.map(({ userInput }) => userInput).toSorted()).toEqual([
    'first',
    ...Array.from({ length: 6 }, (_, i) => `question ${i}`),
  ]);
  expect(await held()).toBe(0);
});

test('a turn that begins after waiting has the history of the moment', async () => {
  const { one, two } = await twoProcesses();
  const id = await takeTurn(one, undefined, 'first', 'answer');
  const here = await beginReady(one, id);
  const there = beginReady(two, id);
  await settle();
  await appendWords(here, 'second', 'answer');
  here.release();
  using late = await there;
  expect([late.turnNumber, late.history.at(-2)]).toEqual([3, { role: 'reader', text: 'second' }]);
});

test('a deletion waits for the answer that another process gives', async () => {
  const { one, two, held } = await twoProcesses();
  const id = await takeTurn(one, undefined);
  const here = await beginReady(one, id);
  const ending = two.end(id);
  await settle();
  expect((await two.read(id))?.currentTurn).toBe(1);
  await appendWords(here, 'second', 'answer');
  here.release();
  expect(await ending).toBe(true);
  expect(await one.read(id)).toBeUndefined();
  expect(await held()).toBe(0);
});

test('a new session takes no turn over processes: nobody else knows its id', async () => {
  const { one, held } = await twoProcesses();
  using conversation = await beginReady(one);
  expect(await held()).toBe(0);
  await appendWords(conversation, 'q', 'a');
});

test('the turn is left whatever comes of the request', async () => {
  let failures = 0;
  const sound = memorySessions();
  const { one, two, held } = await twoProcesses({
    ...sound,
    read: (id) => (failures-- > 0 ? Promise.reject(new Error('disk')) : sound.read(id)),
  });
  const id = await takeTurn(one, undefined);
  expect(await one.begin({ id: sessionIdOf(99), maxTurns: 10 })).toEqual({ kind: 'unknown' });
  expect(await one.begin({ id, maxTurns: 1 })).toMatchObject({ kind: 'full' });
  failures = 1;
  await expect(one.begin({ id, maxTurns: 10 })).rejects.toMatchObject({ code: 'UPSTREAM_FAILED' });
  failures = 1;
  await expect(one.end(id)).rejects.toMatchObject({ code: 'UPSTREAM_FAILED' });
  expect(await held()).toBe(0);
  const conversation = await beginReady(one, id);
  const waiting = takeTurn(two, id);
  const appending = appendWords(conversation, 'q', 'a');
  conversation.release();
  conversation.release();
  await Promise.all([appending, waiting]);
  expect((await one.read(id))?.currentTurn).toBe(3);
  expect(await held()).toBe(0);
});

test('whoever gives up while another process answers holds nothing, here or there', async () => {
  const { one, two, held } = await twoProcesses();
  const id = await takeTurn(one, undefined);
  const here = await beginReady(one, id);
  const client = new AbortController();
  const leaving = two.begin({ id, maxTurns: 10 }, { signal: client.signal });
  const behind = beginReady(two, id);
  await settle();
  client.abort();
  await expect(leaving).rejects.toMatchObject({ code: 'ABORTED' });
  here.release();
  (await behind).release();
  expect(await held()).toBe(0);
});

test('closing refuses who waits for another process, and holds nothing', async () => {
  const { one, two, held } = await twoProcesses();
  const id = await takeTurn(one, undefined);
  const here = await beginReady(one, id);
  const waiting = [two.begin({ id, maxTurns: 10 }), two.end(id)].map((work) =>
    expect(work).rejects.toMatchObject({ code: 'CLOSED' }),
  );
  await settle();
  await two.close();
  await Promise.all(waiting);
  expect(await held()).toBe(1);
  here.release();
  expect(await held()).toBe(0);
});

test('the next one of this process asks for the turn only when it was left', async () => {
  const sound = sharedTurns();
  const events: string[] = [];
  const driver: SessionDriver = {
    ...memorySessions(),
    turns: {
      async enter(id, options) {
        events.push('enter');
        const { lost, leave } = await sound.enter(id, options);
        return {
          lost,
          leave: () =>
            settle()
              .then(leave)
              .finally(() => events.push('left')),
        };
      },
    },
  };
  const { conversations } = await conversationsPlace({ driver });
  const id = await takeTurn(conversations, undefined);
  const first = await beginReady(conversations, id);
  const next = takeTurn(conversations, id);
  first.release();
  await next;
  expect(events).toEqual(['enter', 'left', 'enter']);
});
