import { createConversations, IbidError, openSessionStore } from '@ibid/core';
import { openPostgresService, type PostgresService } from '@ibid/testkit';
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { openPostgres } from './open-postgres.ts';
import type { Postgres } from './postgres.ts';
import { replicaGround } from './replica-ground.ts';

let service: PostgresService;
let postgres: Postgres;

beforeAll(async () => {
  service = await openPostgresService();
  postgres = openPostgres({ url: service.url, schema: service.freshSchema() });
}, 60_000);
afterEach(() => vi.useRealTimers());
afterAll(async () => {
  await postgres.query(`DROP SCHEMA IF EXISTS ${postgres.schema} CASCADE`);
  await postgres.close();
  await service.close();
});

/** A database whose clock is right, whatever the machine of the server says, and whose statements do what the test says. */
function stub(over: Partial<Postgres> = {}): Postgres {
  const epoch = Date.now() - performance.now();
  return {
    ...postgres,
    query: async () => [{ milliseconds: Math.round(epoch + performance.now()) }] as never,
    migrate: async () => undefined,
    ...over,
  };
}

test('two servers have one key for a day, another for another day, and forget those of days long over', async () => {
  const [one, other] = [replicaGround(postgres), replicaGround(postgres)];
  await one.open();
  await other.open();
  const today = new Date().toISOString().slice(0, 10);
  const keys = await Promise.all([one.clientKey(today), other.clientKey(today)]);
  expect(keys[0]).toHaveLength(32);
  expect(Buffer.from(keys[0])).toEqual(Buffer.from(keys[1]));
  expect(Buffer.from(await one.clientKey('2999-01-01'))).not.toEqual(Buffer.from(keys[0]));
  await one.clientKey('2020-01-01');
  const days = await postgres.query<{ readonly day: string }>(
    `SELECT day FROM ${postgres.schema}.client_key ORDER BY day`,
  );
  expect(days.map(({ day }) => day)).toEqual([today, '2999-01-01']);
});

test('a write is committed, one row a server however often', async () => {
  const ground = replicaGround(postgres);
  await ground.open();
  await ground.checkWrites();
  await ground.checkWrites();
  expect(await postgres.query(`SELECT count(*)::int8 AS rows FROM ${postgres.schema}.replica`)).toEqual([{ rows: 1 }]);
});

test('a database that refuses writes is told, though it can be read', async () => {
  const ground = replicaGround(postgres);
  await ground.open();
  const refusing = replicaGround({
    ...postgres,
    transaction: (work, options) =>
      postgres.transaction(async (query) => {
        await query('SET TRANSACTION READ ONLY');
        return work(query);
      }, options),
  });
  await expect(refusing.checkWrites()).rejects.toMatchObject({ details: { sqlState: '25006' } });
});

test('only one write is under way, and a slow one is none that works', async () => {
  let milliseconds = 0;
  let writes = 0;
  const held = Promise.withResolvers<void>();
  const transaction = (async () => {
    writes++;
    await held.promise;
  }) as Postgres['transaction'];
  const ground = replicaGround(stub({ transaction }), () => milliseconds);
  const both = Promise.allSettled([ground.checkWrites(), ground.checkWrites()]);
  milliseconds = 2_000;
  held.resolve();
  expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(writes).toBe(1);
  await ground.checkWrites();
  expect(writes).toBe(2);
});

test('a server whose clock is a day ahead erases nobody’s conversation', async () => {
  const { memorySessions } = await import('../sessions/memory.ts');
  const store = await openSessionStore(memorySessions());
  const [right, ahead] = [replicaGround(stub()), replicaGround(stub())];
  await right.open();
  const serve = (now: () => Date): ReturnType<typeof createConversations> =>
    createConversations({ store, now, newId: randomUUID, countTokens: () => 1 });
  const one = serve(right.now);
  const begun = await one.begin({ id: undefined, maxTurns: 5 });
  if (begun.kind !== 'ready') throw new IbidError('UPSTREAM_FAILED', begun.kind);
  const { id } = begun.conversation;
  await begun.conversation.append(
    { userInput: 'a', passages: [], response: 'b', toolCalls: [], contextUsed: '' },
    {
      modelName: 'm',
      temperature: 0,
      maxTokens: 1,
      systemPrompt: '',
      retrievalEnabled: true,
      maxTurns: 5,
      scoreThreshold: 0,
      topK: 1,
    },
    {},
  );
  begun.conversation.release();

  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 25 * 3_600_000 });
  await ahead.open();
  const other = serve(ahead.now);
  expect(await other.read(id)).toBeDefined();
  await vi.waitFor(async () => expect(await store.count()).toBe(1));
  expect(await one.read(id)).toBeDefined();
  // What is idle for too long by the database's clock is forgotten all the same; this is how it would have gone by the machine's.
  expect(await serve(() => new Date()).read(id)).toBeUndefined();
  await one.close();
});

test('asks for the time again after a minute, and goes on by what it knows while there is no answer', async () => {
  let local = 0;
  let asked = 0;
  let isAway = false;
  let server = 1_000_000;
  const query = (async () => {
    asked++;
    if (isAway) throw new IbidError('UPSTREAM_FAILED', 'away');
    return [{ milliseconds: server }];
  }) as Postgres['query'];
  const ground = replicaGround(stub({ query }), () => local);
  expect(() => ground.now()).toThrow(/open/u);
  await ground.open();
  local = 59_000;
  expect(ground.now().getTime()).toBe(1_059_000);
  expect(asked).toBe(1);
  isAway = true;
  local = 61_000;
  expect(ground.now().getTime()).toBe(1_061_000);
  await vi.waitFor(() => expect(asked).toBe(2));
  isAway = false;
  [local, server] = [122_000, 5_000_000];
  ground.now();
  await vi.waitFor(() => expect(ground.now().getTime()).toBe(5_000_000));
});
