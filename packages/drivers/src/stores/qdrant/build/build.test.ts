import { randomBytes } from 'node:crypto';
import { openStore } from '@ibid/core';
import type { ChunkStore, FittedSpace, IndexedPage } from '@ibid/core/types';
import {
  collect,
  openQdrantService,
  putPages,
  show,
  sketchPage,
  sketchVectors,
  SPACE,
  START,
  unitVector,
  type CollectionSnapshot,
  type QdrantService,
} from '@ibid/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { QdrantCalls } from '../client/qdrant-calls.ts';
import { qdrantCalls } from '../client/rest-calls.ts';
import { passagePointId } from '../ids.ts';
import { collectionsOf, keepingOf } from '../layout.ts';
import { readShown } from '../state/state-point.ts';
import { storeOverCalls } from '../store-over-calls.ts';

const PUBLISH = { spaceId: SPACE.id, publishedAt: '2026-01-02T03:04:05.000Z', folded: 0 };
const OTHER_SPACE: FittedSpace = { id: 'test/other@3', dimensions: 3, data: new Uint8Array([9]) };

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

function open(base: string, over: QdrantCalls = calls): Promise<ChunkStore> {
  return openStore(storeOverCalls({ calls: { ...over, close: async () => undefined }, base }));
}

function page(path: string, text: string, revision = '1'): IndexedPage {
  return sketchPage({ path, revision, passages: [{ heading: 'Top', text }] });
}

/** Collections of this base by what follows its name. */
function collections(base: string): ReadonlyMap<string, CollectionSnapshot> {
  return new Map(
    service
      .collections()
      .filter(({ name }) => name.startsWith(`${base}-`))
      .map((collection) => [collection.name.slice(base.length + 1), collection]),
  );
}

function kinds(base: string, kind: string): CollectionSnapshot['points'] {
  return collections(base)
    .get('ibid')!
    .points.filter(({ payload }) => payload['kind'] === kind);
}

/** Text that hardly gets smaller when it is deflated. */
function noise(bytes: number): string {
  return randomBytes(bytes).toString('latin1').replaceAll(/\s/g, '.');
}

async function withStore(work: (store: ChunkStore, base: string) => Promise<void>): Promise<void> {
  const base = `build-${bases++}`;
  await using store = await open(base);
  await work(store, base);
}

describe('an index in Qdrant', () => {
  test('is seen by other programs under the name, with a payload index on every field that filters use', () =>
    withStore(async (store, base) => {
      const put = page('/a', 'alpha');
      await show(store, [put]);
      expect([...collections(base).keys()].sort()).toEqual(['ibid', 'v1', 'v1-legs', 'v1-pages']);
      const { aliases, indexes, points } = collections(base).get('v1')!;
      expect(aliases).toEqual([base]);
      expect(Object.keys(indexes).sort()).toEqual(
        ['chunk_id', 'from', 'locale', 'module', 'path', 'sections', 'until', 'url', 'version'].sort(),
      );
      expect(points).toHaveLength(1);
      expect(points[0]!.id).toMatch(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
      expect([...points[0]!.vectors].sort()).toEqual(['', 'bm25']);
      expect(points[0]!.payload).toMatchObject({ text: 'alpha', chunk_id: put.chunks[0]!.chunk.id, chunk_index: 0 });
      expect(await calls.collection(base)).toMatchObject({ dense: { '': { size: 8, distance: 'Cosine' } } });
    }));

  test('keeps its collections when a build goes on from it, and changes them when space or schema change', () =>
    withStore(async (store, base) => {
      const names = (): string[] => [...collections(base).keys()].filter((name) => /^v\d+$/.test(name));
      await show(store, [page('/a', 'alpha')]);
      await store.beginBuild(START);
      await putPages(store, [page('/b', 'beta')]);
      await store.publish(PUBLISH);
      expect(names()).toEqual(['v1']);
      await store.beginBuild(START);
      await store.putSpace(OTHER_SPACE, 2);
      for (const put of [page('/a', 'alpha'), page('/b', 'beta')]) {
        await store.putVectors(sketchVectors(put, OTHER_SPACE));
      }
      expect(names().sort()).toEqual(['v1', 'v2']);
      await store.publish({ ...PUBLISH, spaceId: OTHER_SPACE.id });
      expect(names()).toEqual(['v2']);
      expect(await calls.alias(base)).toBe(`${base}-v2`);
      await show(store, [page('/a', 'alpha')]);
      expect(names()).toEqual(['v3']);
      expect(await collect(store.check())).toEqual([]);
    }));

  test('holds nothing of what was replaced, deleted or given up', () =>
    withStore(async (store, base) => {
      await show(store, [page('/a', 'alpha'), page('/b', 'beta')]);
      await store.beginBuild({ ...START, sourceId: 'test:one' });
      await putPages(store, [page('/a', 'lost', '2'), page('/lost', 'lost')]);
      await store.putSpace(OTHER_SPACE, 1);
      await store.putVectors(sketchVectors(page('/b', 'beta'), OTHER_SPACE));
      await store.beginBuild({ ...START, sourceId: 'test:two' });
      await store.deletePages([page('/b', '').url]);
      await putPages(store, [page('/a', 'gamma', '3')]);
      await store.publish(PUBLISH);
      expect([...collections(base).keys()].sort()).toEqual(['ibid', 'v1', 'v1-legs', 'v1-pages']);
      for (const name of ['v1', 'v1-legs', 'v1-pages']) expect(collections(base).get(name)!.points).toHaveLength(1);
      expect(kinds(base, 'content').map(({ payload }) => payload['vectors'])).toEqual([[1]]);
      expect(kinds(base, 'space')).toHaveLength(1);
      // Title, heading and text of the one page.
      expect(kinds(base, 'term')).toHaveLength(new Set(['Page', '/a', 'Top', 'gamma']).size);
    }));

  test('counts terms from one generation to the next as from nothing', () =>
    withStore(async (store, base) => {
      const counted = (): unknown =>
        kinds(base, 'term')
          .map(({ payload: { counts } }) => (counts as readonly (readonly number[])[]).at(-1)!.slice(1))
          .sort();
      await show(store, [page('/a', 'one two'), page('/b', 'two three'), page('/c', 'three')]);
      await store.beginBuild(START);
      await putPages(store, [page('/a', 'two four', '2'), page('/d', 'one')]);
      await store.deletePages([page('/c', '').url]);
      await store.publish(PUBLISH);
      const grown = counted();
      await show(store, [page('/a', 'two four', '2'), page('/b', 'two three'), page('/d', 'one')]);
      expect(counted()).toEqual(grown);
    }));

  test('holds pages and spaces that are larger than a point may be', { timeout: 60_000 }, () =>
    withStore(async (store, base) => {
      const data = new Uint8Array(randomBytes(2_000_000));
      const space = { ...SPACE, id: 'test/large@8', data };
      const large = page('/a', noise(1_500_000), '1');
      await store.beginBuild(START);
      await store.putSpace(space, 0);
      await store.putPage(page('/a', noise(2_500_000), '0'));
      const more = kinds(base, 'part').length;
      await store.putPage(large);
      expect(kinds(base, 'part').length).toBeGreaterThan(0);
      expect(kinds(base, 'part').length).toBeLessThan(more);
      await store.putVectors(sketchVectors(large, space));
      await store.publish({ ...PUBLISH, spaceId: space.id });
      expect((await store.info())?.space.data).toEqual(data);
      expect((await store.getPage('/a'))?.text).toBe(large.text);
      expect(kinds(base, 'space-part')).toHaveLength(2);
      await show(store, [page('/a', 'small')]);
      expect(kinds(base, 'part')).toEqual([]);
      expect(kinds(base, 'space-part')).toEqual([]);
    }),
  );

  test('writes nothing for pages that a build leaves alone', () =>
    withStore(async (store) => {
      const pages = Array.from({ length: 30 }, (_, i) => page(`/p${i}`, `word${i}`));
      await show(store, pages);
      service.clearLog();
      await store.beginBuild(START);
      await store.publish(PUBLISH);
      const writes = service.requests.filter(({ route }) => /upsert/.test(route));
      expect(writes).toEqual([]);
      expect(service.requests.length).toBeLessThan(60);
    }));

  test('sweeps what comes late of a build that was given up', () =>
    withStore(async (store, base) => {
      await show(store, [page('/a', 'alpha')]);
      await store.beginBuild(START);
      await store.abandonBuild();
      const { epoch, version } = (await readShown(calls, base))!;
      const { passages } = collectionsOf(base, version);
      const id = passagePointId(page('/a', '').chunks[0]!.chunk.id, epoch);
      const [sound] = await calls.retrieve(passages, [id], 'all');
      const arrive = async (): Promise<void> => {
        const payload = { ...sound!.payload, url: 'https://docs.example.org/late', from: epoch + 1 };
        const vectors = { '': unitVector('late', SPACE.dimensions) };
        await calls.upsert(passages, [{ id: passagePointId('late', epoch + 1), payload, vectors }]);
      };
      for (const _ of ['before the next epoch', 'after it']) {
        await arrive();
        await store.beginBuild(START);
        await store.publish(PUBLISH);
        expect(await collect(store.check())).toEqual([]);
        expect((await store.info())?.chunks).toBe(1);
      }
    }));

  test('leaves collections of other names alone, however alike', () =>
    withStore(async (store, base) => {
      const settings = { dense: {}, sparse: {} };
      const others = [`${base}-v2-v1`, `${base}-v07`, `${base}-v99`, `${base}-vx`, `${base}-v1-other`];
      for (const other of others) await calls.createCollection(other, settings);
      await show(store, [page('/a', 'alpha')]);
      await show(store, [page('/a', 'alpha')]);
      const left = (await calls.collections()).filter((name) => name.startsWith(`${base}-v`));
      expect(left.toSorted()).toEqual([...others, ...Object.values(collectionsOf(base, 2))].toSorted());
      await Promise.all(others.map((other) => calls.deleteCollection(other)));
    }));

  test('forgets embeddings that nobody asked for during four generations', () =>
    withStore(async (store, base) => {
      const vector = unitVector('v', 4);
      await store.cache!.put('space', [
        { hash: 'used', vector },
        { hash: 'unused', vector },
      ]);
      for (let i = 0; i < 6; i++) {
        await store.beginBuild(START);
        await store.cache!.get('space', ['used']);
        await putPages(store, [page('/a', 'alpha', String(i))]);
        await store.publish(PUBLISH);
      }
      expect(await store.cache!.get('space', ['used', 'unused'])).toEqual([vector, undefined]);
      expect(kinds(base, 'cache')).toHaveLength(1);
    }));

  test('moves the alias later when the writer died before it could', () =>
    withStore(async (store, base) => {
      const failing: QdrantCalls = {
        ...calls,
        switchAlias: () => Promise.reject(new Error('the connection is gone')),
      };
      const dying = await open(base, failing);
      await show(dying, [page('/a', 'alpha')]);
      await dying.close();
      expect(await calls.alias(base)).toBeUndefined();
      expect((await store.getPage('/a'))?.text).toBe('alpha');
      await store.beginBuild(START);
      expect(await calls.alias(base)).toBe(`${base}-v1`);
      await store.abandonBuild();
      expect(await calls.collections()).toContain(keepingOf(base));
    }));
});

test('every request so far fits the published shapes', () => {
  expect(service.violations).toEqual([]);
});
