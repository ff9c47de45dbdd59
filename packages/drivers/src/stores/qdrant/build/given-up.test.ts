import { openStore } from '@ibid/core';
import type { ChunkStore, IndexedPage } from '@ibid/core/types';
import {
  collect,
  openQdrantService,
  putPages,
  show,
  sketchPage,
  SPACE,
  START,
  type QdrantService,
} from '@ibid/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Payload, QdrantCalls, Vectors } from '../client/qdrant-calls.ts';
import { qdrantCalls } from '../client/rest-calls.ts';
import { pagePointId, termPointId } from '../ids.ts';
import { keepingOf } from '../layout.ts';
import { stateWhere } from '../state/change-state.ts';
import { readShown, readState } from '../state/state-point.ts';
import { storeOverCalls } from '../store-over-calls.ts';
import { namesOf } from './collections.ts';
import { termPoint } from './term-point.ts';

const PUBLISH = { spaceId: SPACE.id, publishedAt: '2026-01-02T03:04:05.000Z', folded: 0 };
const KEPT = 100;

let service: QdrantService;
let calls: QdrantCalls;
let bases = 0;

beforeAll(async () => {
  service = await openQdrantService({ strictMode: true });
  calls = qdrantCalls({ url: service.url });
});
afterAll(async () => {
  await calls.close();
  await service.close();
});

function page(path: string, text: string, revision = '1'): IndexedPage {
  return sketchPage({ path, revision, passages: [{ heading: 'Top', text }] });
}

interface GivenUp {
  readonly base: string;
  readonly store: ChunkStore;
  readonly keeping: string;
  /** What was given up before the generation on show. */
  readonly epoch: number;
  readonly texts: () => Promise<readonly string[]>;
  /** Messages of `check`, by whether they are errors. */
  readonly told: (severity: 'error' | 'info') => Promise<readonly string[]>;
  readonly tell: (state: Payload) => Promise<void>;
  /** Nothing says any more what was given up. */
  readonly forget: () => Promise<void>;
}

async function withGivenUp(action: (givenUp: GivenUp) => Promise<void>): Promise<void> {
  const base = `given-up-${bases++}`;
  await using store = await openStore(storeOverCalls({ calls: { ...calls, close: async () => undefined }, base }));
  await show(store, [page('/a', 'alpha')]);
  await store.beginBuild(START);
  await store.abandonBuild();
  await store.beginBuild(START);
  await putPages(store, [page('/b', 'beta')]);
  await store.publish(PUBLISH);
  await action({
    base,
    store,
    keeping: keepingOf(base),
    epoch: 2,
    texts: async () => (await collect(store.readPages())).map(({ page: { text } }) => text),
    told: async (severity) =>
      (await collect(store.check())).filter((one) => one.severity === severity).map(({ message }) => message),
    tell: (state) => calls.setPayload(keepingOf(base), state, stateWhere({})),
    forget: async () => {
      const shown = { ...(await readShown(calls, base)), givenUp: [] };
      await calls.setPayload(keepingOf(base), { dropped: [], shown: JSON.stringify(shown) }, stateWhere({}));
    },
  });
}

/** Everything of `/a` is marked as ended in the epoch. */
async function markLate({ base, keeping }: GivenUp, until: number): Promise<void> {
  const { version } = (await readShown(calls, base))!;
  const filter = { must: [{ key: 'path', match: { value: '/a' } }] };
  for (const name of [keeping, ...namesOf(base, version)]) await calls.setPayload(name, { until }, filter);
}

/** The content of `/a` once more, under the epoch. */
async function writeLate({ keeping }: GivenUp, from: number): Promise<void> {
  const { url } = page('/a', '');
  const [sound] = await calls.retrieve(keeping, [pagePointId(url, 1)], 'all');
  const { until: _, ...payload } = sound!.payload;
  await calls.upsert(keeping, [{ id: pagePointId(url, from), payload: { ...payload, from } }]);
}

/** Every point of `/a` once more, with other texts, under the epoch, and ended by none yet. */
async function writeOtherLate(all: GivenUp, from: number): Promise<void> {
  const { base, keeping } = all;
  await writeLate(all, from);
  const { version } = (await readShown(calls, base))!;
  const filter = { must: [{ key: 'path', match: { value: '/a' } }] };
  let next = 0;
  for (const name of namesOf(base, version)) {
    for await (const points of calls.scrollVectors(name, { filter, payload: 'all' })) {
      const late = points.map(({ payload, vectors }) => ({
        id: `00000000-0000-8000-8000-00000000000${next++}`,
        payload: { ...payload, from, until: from + 1000, ...('text' in payload ? { text: 'late' } : {}) },
        vectors: Object.fromEntries(Object.entries(vectors).map(([key, vector]) => [key, turned(vector)])),
      }));
      await calls.upsert(name, late);
    }
  }
  expect(await traces(all, from)).toBeGreaterThan(0);
  expect(await calls.count(keeping, { must: [{ key: 'from', match: { value: from } }] })).toBe(1);
}

/** The other way where it is dense. */
function turned(vector: Vectors[string]): Vectors[string] {
  return vector instanceof Float32Array ? vector.map((value) => -value) : vector;
}

async function traces({ keeping }: GivenUp, epoch: number): Promise<number> {
  const should = ['from', 'until'].map((key) => ({ key, match: { value: epoch } }));
  return calls.count(keeping, { should });
}

describe('what comes late of a build that was given up', () => {
  test('is told of, seen by nobody and removed by the next publish', () =>
    withGivenUp(async (all) => {
      const { store, epoch, texts, told } = all;
      await writeLate(all, epoch);
      await markLate(all, epoch);
      expect(await texts()).toEqual(['alpha', 'beta']);
      expect(await told('error')).toEqual([]);
      expect(await told('info')).toEqual([expect.stringMatching(/^5 points were written or marked late/)]);
      await store.beginBuild(START);
      await store.publish(PUBLISH);
      expect(await traces(all, epoch)).toBe(0);
      expect(await told('info')).toEqual([]);
      expect(await texts()).toEqual(['alpha', 'beta']);
    }));

  test('is not collected as garbage, nor taken for a deletion', () =>
    withGivenUp(async (all) => {
      const { base, store, epoch, texts, told } = all;
      await store.beginBuild(START);
      const swept = (await readState(calls, base))!.build!.epoch;
      await putPages(store, [page('/b', 'gamma', '2')]);
      await markLate(all, epoch);
      expect((await store.info())?.generation).toBeLessThan(swept);
      await store.publish(PUBLISH);
      await markLate(all, epoch);
      await store.beginBuild(START);
      await store.deletePages([page('/a', '').url]);
      await store.publish(PUBLISH);
      expect(await texts()).toEqual(['gamma']);
      expect(await told('error')).toEqual([]);
    }));

  test('is seen by no reader', () =>
    withGivenUp(async (all) => {
      const { base, store, epoch } = all;
      const { id } = page('/a', 'alpha').chunks[0]!.chunk;
      const query = { terms: [{ term: 'alpha', count: 1 }], vector: undefined, limit: 5 };
      const look = async (): Promise<unknown> => {
        // A store that remembers nothing.
        await using reader = await openStore(
          storeOverCalls({ calls: { ...calls, close: async () => undefined }, base }),
        );
        return {
          chunks: await reader.getChunks([id]),
          page: await reader.getPage('/a'),
          pages: await collect(reader.listPages()),
          whole: await collect(reader.readPages()),
          found: await reader.search(query),
          within: await reader.search({ ...query, where: { paths: ['/a'] } }),
        };
      };
      const before = await look();
      expect(before).toMatchObject({ chunks: [{ id, text: 'alpha' }], found: { candidates: [{ id }] } });
      await markLate(all, epoch);
      expect(await look()).toEqual(before);
      await writeOtherLate(all, epoch);
      expect(await look()).toEqual(before);
      await store.beginBuild(START);
      expect(await store.publish(PUBLISH)).toMatchObject({ pages: 2, chunks: 2 });
    }));

  test('is seen by nobody where an earlier version of Ibid published', () =>
    withGivenUp(async (all) => {
      const { base, epoch, texts, tell } = all;
      const { givenUp, ...earlier } = (await readShown(calls, base))!;
      expect(givenUp).toEqual([epoch]);
      await tell({ shown: JSON.stringify(earlier) });
      await writeLate(all, epoch);
      await markLate(all, epoch);
      expect((await readShown(calls, base))?.givenUp).toEqual([epoch]);
      expect(await texts()).toEqual(['alpha', 'beta']);
    }));

  test(`is swept before its epoch leaves the list of ${KEPT}`, () =>
    withGivenUp(async (all) => {
      const { base, store, epoch, texts, told, tell } = all;
      const others = Array.from({ length: KEPT - 1 }, (_, i) => 1000 + i);
      await tell({ dropped: [epoch, ...others], epochs: 2000 });
      await writeLate(all, epoch);
      await markLate(all, epoch);
      expect(await texts()).toEqual(['alpha', 'beta']);
      await store.beginBuild(START);
      await store.abandonBuild();
      expect((await readState(calls, base))!.dropped).toEqual([...others, 2001]);
      expect(await traces(all, epoch)).toBe(0);
      expect(await texts()).toEqual(['alpha', 'beta']);
      expect(await told('error')).toEqual([]);
    }));

  test('is named where it comes after that', () =>
    withGivenUp(async (all) => {
      const { epoch, told, forget } = all;
      await forget();
      await writeLate(all, epoch);
      expect(await told('error')).toContainEqual(expect.stringMatching(/^The page is on show twice/));
    }));

  test('is named where it ends a page after that', () =>
    withGivenUp(async (all) => {
      const { epoch, told, forget } = all;
      await forget();
      await markLate(all, epoch);
      expect(await told('error')).toContainEqual(expect.stringMatching(/^The generation on show has 1 pages/));
    }));
});

async function lineage(base: string): Promise<number> {
  return (await readShown(calls, base))!.lineage;
}

describe('the counts of terms', () => {
  test('go on where nobody else can have counted', () =>
    withGivenUp(async ({ base }) => {
      expect(await lineage(base)).toBe(1);
    }));

  test('begin anew after a build that had begun to count was given up', () =>
    withGivenUp(async ({ base, store, told }) => {
      await store.beginBuild(START);
      await putPages(store, [page('/c', 'gamma')]);
      const dying = store.publish({ ...PUBLISH, spaceId: 'unknown' });
      await expect(dying).rejects.toThrow(/unknown/);
      const { build } = (await readState(calls, base))!;
      expect(build).toMatchObject({ counted: false });
      await calls.setPayload(keepingOf(base), { build: JSON.stringify({ ...build, counted: true }) }, stateWhere({}));
      await store.abandonBuild();
      await store.beginBuild(START);
      await store.publish(PUBLISH);
      expect(await lineage(base)).toBe(5);
      expect(await told('error')).toEqual([]);
    }));

  test('begin anew where the same build has counted before, under a number of their own', () =>
    withGivenUp(async ({ base, store, tell }) => {
      await store.beginBuild(START);
      const { build, epochs } = (await readState(calls, base))!;
      await store.close();
      const earlier = { ...build!, counted: undefined };
      await tell({ build: JSON.stringify(earlier) });
      await using heir = await openStore(storeOverCalls({ calls: { ...calls, close: async () => undefined }, base }));
      expect((await heir.beginBuild(START)).resumed).toBe(true);
      await heir.publish(PUBLISH);
      expect(await lineage(base)).toBe(epochs + 1);
      await heir.beginBuild(START);
      expect((await readState(calls, base))!.build!.epoch).toBe(epochs + 2);
      await heir.abandonBuild();
      expect((await collect(heir.check())).filter(({ severity }) => severity === 'error')).toEqual([]);
    }));

  test('begin anew where an earlier version of Ibid counted in the same build, and did not note it', () =>
    withGivenUp(async ({ base, store, keeping, told }) => {
      await store.beginBuild(START);
      await putPages(store, [page('/c', 'alpha')]);
      const { build } = (await readState(calls, base))!;
      const id = termPointId(1, 'alpha');
      await calls.upsert(keeping, [
        termPoint(id, 1, [
          [1, 1, 1],
          [build!.epoch, 2, 2],
        ]),
      ]);
      await store.publish(PUBLISH);
      expect(await told('error')).toEqual([]);
      expect(await lineage(base)).toBe(build!.epoch);
    }));

  test('begin anew once after an earlier version of Ibid, and only where it gave a build up', () =>
    withGivenUp(async ({ base, store, told }) => {
      const forget = (): Promise<void> => calls.deletePayload(keepingOf(base), ['recount'], stateWhere({}));
      await forget();
      await store.beginBuild(START);
      await store.publish(PUBLISH);
      expect(await lineage(base)).toBe(1);
      await store.beginBuild(START);
      await store.abandonBuild();
      await forget();
      await store.beginBuild(START);
      await store.publish(PUBLISH);
      const anew = await lineage(base);
      expect(anew).toBe((await readShown(calls, base))!.epoch);
      await store.beginBuild(START);
      await store.publish(PUBLISH);
      expect(await lineage(base)).toBe(anew);
      expect(await told('error')).toEqual([]);
    }));
});

test('a space is not lost to a removal that comes late', () =>
  withGivenUp(async ({ base, store, keeping }) => {
    const other = { ...SPACE, id: 'test/other@8' };
    await store.beginBuild(START);
    await store.putSpace(other, 0);
    const removal: Parameters<QdrantCalls['deletePoints']>[] = [];
    const watched: QdrantCalls = {
      ...calls,
      close: async () => undefined,
      deletePoints: async (...args) => {
        if (JSON.stringify(args[1]).includes('"space"')) removal.push(args);
        else await calls.deletePoints(...args);
      },
    };
    await store.close();
    await using dropping = await openStore(storeOverCalls({ calls: watched, base }));
    await dropping.abandonBuild();
    await using next = await openStore(storeOverCalls({ calls: { ...calls, close: async () => undefined }, base }));
    await next.beginBuild({ ...START, fresh: true });
    await putPages(next, [page('/a', 'alpha')], other);
    await next.publish({ ...PUBLISH, spaceId: other.id });
    expect(removal).toHaveLength(1);
    for (const [collection, filter] of removal) await calls.deletePoints(collection, filter);
    expect(await calls.count(keeping, { must: [{ key: 'kind', match: { value: 'space' } }] })).toBe(1);
    expect((await collect(next.check())).filter(({ severity }) => severity === 'error')).toEqual([]);
  }));

test('every request so far fits the published shapes', () => {
  expect(service.violations).toEqual([]);
});
