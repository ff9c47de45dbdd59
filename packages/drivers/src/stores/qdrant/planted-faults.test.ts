import { IbidError, openStore } from '@ibid/core';
import type { ChunkStore } from '@ibid/core/types';
import {
  collect,
  keepRule,
  openQdrantService,
  playOperations,
  putPages,
  SPACE,
  START,
  sketchPage,
  storeRules,
  type StoreOperation,
  type QdrantService,
} from '@ibid/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Payload, QdrantCalls } from './client/qdrant-calls.ts';
import { qdrantCalls } from './client/rest-calls.ts';
import { bury, openOver } from './die-at-fixture.ts';
import { mortalCalls } from './mortal-calls-fixture.ts';
import { buildRound, expectRound } from './rounds-fixture.ts';
import { readShown, STATE_ID } from './state/state-point.ts';
import { storeOverCalls } from './store-over-calls.ts';

type Plant = (sound: QdrantCalls) => Partial<QdrantCalls>;

const WITHOUT_MARKS: Plant = (sound) => ({
  setPayload: async (collection, payload, filter, options) => {
    if (payload['until'] === undefined) await sound.setPayload(collection, payload, filter, options);
  },
});

const KEEPING_VECTORS: Plant = (sound) => ({
  deletePoints: async (collection, filter, options) => {
    if (!JSON.stringify(filter).includes('"url"')) await sound.deletePoints(collection, filter, options);
  },
});

const EAGER: Plant = (sound) => ({
  setPayload: (collection, payload, filter, options) =>
    payload['until'] === undefined
      ? sound.setPayload(collection, payload, filter, options)
      : sound.deletePoints(collection, filter, options),
});

const COUNTING_ON: Plant = (sound) => ({
  setPayload: (collection, { recount, ...payload }, filter, options) => {
    const build = String(payload['build'] ?? '').replace('"counted":true', '"counted":false');
    const told = {
      ...payload,
      ...(build === '' ? {} : { build }),
      ...(recount === undefined ? {} : { recount: false }),
    };
    return sound.setPayload(collection, told, filter, options);
  },
  count: async (collection, filter, options) =>
    JSON.stringify(filter).includes('"newest"') ? 0 : sound.count(collection, filter, options),
});

const WITHOUT_CONDITION: Plant = (sound) => ({
  setPayload: (collection, payload, filter, options) =>
    sound.setPayload(
      collection,
      payload,
      typeof payload['shown'] === 'string' ? { must: [{ has_id: [STATE_ID] }] } : filter,
      options,
    ),
});

/** Each fault is one that the writing side could have, and the rule of the suite that must notice it. */
const FAULTS: Readonly<Record<string, readonly [rule: RegExp, plant: Plant]>> = {
  'publishes before it has marked what is replaced': [/no trace of replaced and deleted content/, WITHOUT_MARKS],
  'writes where readers look': [
    /shows the old generation, whole, until publish/,
    (sound) => ({
      upsert: (collection, points, options) =>
        sound.upsert(
          collection,
          points.map((point) => ({ ...point, payload: earlier(point.payload) })),
          options,
        ),
    }),
  ],
  'loses counts of terms': [
    /scores every leg by the formulas/,
    (sound) => ({
      upsert: (collection, points, options) =>
        sound.upsert(
          collection,
          points.filter(({ payload }, i) => payload['kind'] !== 'term' || i % 2 === 0),
          options,
        ),
    }),
  ],
  'does not write the last passage of a batch': [
    /gives pages and chunks back as they were put/,
    (sound) => ({
      upsert: (collection, points, options) =>
        sound.upsert(collection, points.length > 1 ? points.slice(0, -1) : points, options),
    }),
  ],
};

/** Of two epochs the one before, for points of the collections of vectors. */
function earlier(payload: Payload): Payload {
  return payload['kind'] === undefined ? { ...payload, from: 1 } : payload;
}

let service: QdrantService;
let calls: QdrantCalls;
let bases = 0;

beforeAll(async () => {
  service = await openQdrantService();
  calls = qdrantCalls({ url: service.url });
});
afterAll(async () => {
  await calls.close();
  await service.close();
});

function planted(plant: Plant): QdrantCalls {
  return { ...calls, ...plant(calls), close: async () => undefined };
}

describe('the suite notices a store in Qdrant that', () => {
  for (const [fault, [title, plant]] of Object.entries(FAULTS)) {
    test(`${fault} (planted)`, async () => {
      const rules = storeRules.filter((rule) => title.test(rule.title));
      const outcomes = await Promise.allSettled(
        rules.map((rule) => {
          const base = `planted-${bases++}`;
          const driver = (): ReturnType<typeof storeOverCalls> => storeOverCalls({ calls: planted(plant), base });
          return keepRule(rule, { driver, remove: async () => undefined });
        }),
      );
      expect(outcomes.map(({ status }) => status)).toContain('rejected');
    });
  }
});

/** A store whose connection drops for ever right before the write that would put a build on show. */
function dyingAtSwitch(over: QdrantCalls): { readonly calls: QdrantCalls } {
  const mortal = mortalCalls(over);
  return {
    calls: {
      ...mortal.calls,
      setPayload: async (collection, payload, filter, options) => {
        if (typeof payload['shown'] === 'string' && payload['shown'] !== 'null') mortal.die(1, 'before');
        await mortal.calls.setPayload(collection, payload, filter, options);
      },
    },
  };
}

/** What a reader finds wrong after a writer died on the point of showing round 2, and after another built something else instead. */
async function afterDeath(plant: Plant): Promise<readonly unknown[]> {
  const base = `death-${bases++}`;
  const over = planted(plant);
  await using store = await openOver(over, base);
  await buildRound(store, 1);
  const writer = await openOver(dyingAtSwitch(over).calls, base);
  const wrong: unknown[] = [];
  const built = await buildRound(writer, 2).then(
    () => true,
    () => false,
  );
  expect(built).toBe(false);
  await expectRound(store, 1).catch((error: unknown) => wrong.push(error));
  await bury(calls, base);
  await store.beginBuild({ ...START, sourceId: 'test:heir' });
  const again = { spaceId: SPACE.id, publishedAt: '1', folded: 0 };
  await store.publish(again).catch((error: unknown) => wrong.push(error));
  await expectRound(store, 1).catch((error: unknown) => wrong.push(error));
  wrong.push(...(await collect(store.check())));
  await writer.close();
  return wrong;
}

test('a store that keeps vectors of content replaced within a build is noticed (planted)', async () => {
  const long = { path: '/a', passages: ['one', 'two'].map((text) => ({ heading: text, text })) };
  const short = { ...long, passages: long.passages.slice(0, 1) };
  const history: StoreOperation[] = [
    { type: 'begin', source: 'one', fresh: true },
    { type: 'put', page: long, vectors: true },
    { type: 'put', page: short, vectors: true },
    { type: 'publish' },
  ];
  const play = async (plant: Plant): Promise<void> => {
    await using store = await openOver(planted(plant), `planted-${bases++}`);
    await playOperations(store, history, SPACE);
  };
  await play(() => ({}));
  await expect(play(KEEPING_VECTORS)).rejects.toThrow(/instead of/);
});

describe('the death of a writer on the point of publishing', () => {
  test('leaves nothing', async () => {
    expect(await afterDeath(() => ({}))).toEqual([]);
  });

  test('is noticed where what is on show is taken away before the new is shown (planted)', async () => {
    expect(await afterDeath(EAGER)).not.toEqual([]);
  });

  test('is noticed where counts go on from those of what never came on show (planted)', async () => {
    expect(await afterDeath(COUNTING_ON)).toContainEqual(expect.objectContaining({ rule: 'store:terms' }));
  });

  test('is noticed where marks of what never came on show stand on (planted)', async () => {
    expect(await afterDeath(() => ({ deletePayload: async () => undefined }))).not.toEqual([]);
  });
});

/** A writer loses its place between its last look at the state and the write that would put its build on show. */
async function overtaken(plant: Plant): Promise<{ readonly published: boolean; readonly shown: number | undefined }> {
  const base = `overtaken-${bases++}`;
  const under = planted(plant);
  let heir: ChunkStore | undefined;
  const overtaking: QdrantCalls = {
    ...under,
    setPayload: async (collection, payload, filter, options) => {
      if (typeof payload['shown'] === 'string' && payload['shown'] !== 'null' && heir === undefined) {
        await bury(calls, base);
        heir = await openOver(calls, base);
        await heir.beginBuild({ ...START, sourceId: 'test:heir' });
      }
      await under.setPayload(collection, payload, filter, options);
    },
  };
  const store = await openStore(storeOverCalls({ calls: overtaking, base }));
  await store.beginBuild(START);
  await putPages(store, [sketchPage({ path: '/a', passages: [{ heading: 'Top', text: 'stale' }] })]);
  const published = await store.publish({ spaceId: SPACE.id, publishedAt: '2026-01-02T03:04:05.000Z', folded: 0 }).then(
    () => true,
    (error: unknown) => !IbidError.is(error, 'STORE_BUSY'),
  );
  const shown = (await readShown(calls, base))?.epoch;
  await store.close();
  await heir?.close();
  return { published, shown };
}

describe('the condition on the state', () => {
  test('keeps a writer from publishing that lost its place a moment ago', async () => {
    expect(await overtaken(() => ({}))).toEqual({ published: false, shown: undefined });
  });

  test('is what keeps it from that (planted)', async () => {
    expect((await overtaken(WITHOUT_CONDITION)).shown).toBe(1);
  });
});
