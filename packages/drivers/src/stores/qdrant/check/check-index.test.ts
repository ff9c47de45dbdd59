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
  unitVector,
  type QdrantService,
} from '@ibid/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FoundPoint, Payload, Point, QdrantCalls, SparseVector, Vectors } from '../client/qdrant-calls.ts';
import { qdrantCalls } from '../client/rest-calls.ts';
import { pagePointId, passagePointId, termPointId } from '../ids.ts';
import { spaceId } from '../keeping-ids.ts';
import { collectionsOf, DENSE, keepingOf, SPARSE, type CollectionNames, type ShownState } from '../layout.ts';
import { stateWhere } from '../state/change-state.ts';
import { readShown, statePayload } from '../state/state-point.ts';
import { storeOverCalls } from '../store-over-calls.ts';

const PAGE = sketchPage({
  path: '/a',
  passages: [
    { heading: 'Top', text: 'alpha beta' },
    { heading: 'End', text: 'gamma' },
  ],
});
const OTHER = sketchPage({ path: '/b', passages: [{ heading: 'Top', text: 'alpha delta' }] });
const FIRST = PAGE.chunks[0]!.chunk.id;

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

function open(base: string): Promise<ChunkStore> {
  return openStore(storeOverCalls({ calls: { ...calls, close: async () => undefined }, base }));
}

interface Damaging {
  readonly base: string;
  readonly keeping: string;
  readonly names: CollectionNames;
  readonly shown: ShownState;
}

async function change(collection: string, id: string, payload: Payload): Promise<void> {
  await calls.setPayload(collection, payload, { must: [{ has_id: [id] }] });
}

async function drop(collection: string, id: string): Promise<void> {
  await calls.deletePoints(collection, { must: [{ has_id: [id] }] });
}

/** The page as the state has it, one number or name of it changed. */
async function restate({ keeping, shown }: Damaging, other: Partial<ShownState>): Promise<void> {
  await calls.setPayload(keeping, statePayload({ shown: { ...shown, ...other } }), stateWhere({}));
}

function directionOf(vectorOf: string, epoch: number): Point {
  const vectors = { [DENSE]: unitVector(vectorOf, SPACE.dimensions) };
  const fields = { url: PAGE.url, path: '/a', sections: ['top', 'end'], locale: 'en', version: '', module: 'root' };
  const payload = { ...fields, from: epoch, chunks: 2, length: 3, terms: {} };
  return { id: pagePointId(PAGE.url, epoch), payload, vectors };
}

type Revector = (point: StoredPoint, all: readonly StoredPoint[]) => Vectors;
type StoredPoint = FoundPoint & { readonly vectors: Vectors };

/** Gives every point of `PAGE` in the collection other vectors. */
async function revector(collection: string, revectored: Revector, without: readonly string[] = []): Promise<void> {
  const found: StoredPoint[] = [];
  const filter = { must: [{ key: 'url', match: { value: PAGE.url } }] };
  for await (const points of calls.scrollVectors(collection, { filter, payload: 'all' })) found.push(...points);
  const changed = found.map((point) => ({
    id: String(point.id),
    payload: Object.fromEntries(Object.entries(point.payload).filter(([key]) => !without.includes(key))),
    vectors: { ...point.vectors, ...revectored(point, found) },
  }));
  await calls.upsert(collection, changed);
}

/** The vector of the next point. */
const permuted =
  (name: string): Revector =>
  (point, all) => ({ [name]: all[(all.indexOf(point) + 1) % all.length]!.vectors[name]! });

const zeroed: Revector = () => ({ [DENSE]: new Float32Array(SPACE.dimensions) });

function reweighed(weigh: (vector: SparseVector) => SparseVector): Revector {
  return ({ vectors }) => ({ [SPARSE]: weigh(vectors[SPARSE] as SparseVector) });
}

/** Something that a fault elsewhere could do to an index, and the rules that find it. */
const DAMAGES: Readonly<
  Record<string, readonly [rules: readonly string[], damage: (damaging: Damaging) => Promise<void>]>
> = {
  'a passage is missing': [
    ['store:vectors'],
    ({ names, shown }) => drop(names.passages, passagePointId(FIRST, shown.epoch)),
  ],
  'a passage has another text': [
    ['store:vectors'],
    ({ names, shown }) => change(names.passages, passagePointId(FIRST, shown.epoch), { text: 'alpha betA' }),
  ],
  'a passage has other counts': [
    ['store:vectors'],
    ({ names, shown }) => change(names.passages, passagePointId(FIRST, shown.epoch), { lengths: [1, 1, 1] }),
  ],
  'a passage lies in another module': [
    ['store:vectors'],
    ({ names, shown }) => change(names.legs, passagePointId(FIRST, shown.epoch), { module: 'other' }),
  ],
  'a leg is missing': [['store:vectors'], ({ names, shown }) => drop(names.legs, passagePointId(FIRST, shown.epoch))],
  'a page has no direction': [
    ['store:vectors'],
    ({ names, shown }) => drop(names.pages, pagePointId(PAGE.url, shown.epoch)),
  ],
  'a page has the direction of another': [
    ['store:vectors'],
    ({ names, shown }) => calls.upsert(names.pages, [directionOf('elsewhere', shown.epoch)]),
  ],
  'a passage is there twice': [
    ['store:vectors'],
    async ({ names, shown }) => {
      const [stored] = await calls.retrieve(names.passages, [passagePointId(FIRST, shown.epoch)], 'all');
      const vectors = { '': unitVector('x', SPACE.dimensions) };
      await calls.upsert(names.passages, [{ id: passagePointId(FIRST, 77), payload: stored!.payload, vectors }]);
    },
  ],
  'a passage belongs to no page': [
    ['store:orphan'],
    async ({ names, shown }) => {
      const [stored] = await calls.retrieve(names.passages, [passagePointId(FIRST, shown.epoch)], 'all');
      const payload = { ...stored!.payload, url: 'https://docs.example.org/gone' };
      const vectors = { '': unitVector('x', SPACE.dimensions) };
      await calls.upsert(names.passages, [{ id: passagePointId('gone', shown.epoch), payload, vectors }]);
    },
  ],
  'vectors of passages are permuted': [['store:vectors'], ({ names }) => revector(names.passages, permuted(''))],
  'vectors of legs are permuted': [['store:vectors'], ({ names }) => revector(names.legs, permuted(DENSE))],
  'vectors of legs are zero': [['store:vectors'], ({ names }) => revector(names.legs, zeroed)],
  'vectors of legs are zero, in an index without signatures': [
    ['store:vectors'],
    async ({ names }) => {
      await revector(names.passages, () => ({}), ['signature']);
      await revector(names.legs, zeroed);
    },
  ],
  'passages under the same headings have other directions of them, in an index without signatures': [
    ['store:vectors'],
    async ({ names }) => {
      await revector(names.passages, () => ({}), ['signature']);
      await revector(names.legs, ({ vectors, payload }) => {
        const h = unitVector(String(payload['chunk_id']), SPACE.dimensions);
        return { [DENSE]: (vectors[DENSE] as Float32Array).map((value, i) => value + h[i]!) };
      });
    },
  ],
  'passages and legs have vectors of another text alike': [
    ['store:vectors'],
    async ({ names }) => {
      const [d, h] = [unitVector('other text', SPACE.dimensions), unitVector('other headings', SPACE.dimensions)];
      await revector(names.passages, () => ({ '': d }));
      await revector(names.legs, () => ({ [DENSE]: d.map((value, i) => value + h[i]! / 2) }));
      await revector(names.pages, () => ({ [DENSE]: d }));
    },
  ],
  'sparse vectors of passages are permuted': [
    ['store:vectors'],
    ({ names }) => revector(names.passages, permuted(SPARSE)),
  ],
  'a sparse vector of a page has other words': [
    ['store:vectors'],
    ({ names }) =>
      revector(
        names.pages,
        reweighed(() => ({ indices: [1], values: [1] })),
      ),
  ],
  'a sparse vector has one word more': [
    ['store:vectors'],
    ({ names }) =>
      revector(
        names.passages,
        reweighed(({ indices, values }) => ({ indices: [...indices, 7], values: [...values, 1] })),
      ),
  ],
  'the weight of a word is below 0': [
    ['store:vectors'],
    ({ names }) =>
      revector(
        names.passages,
        reweighed(({ indices, values }) => ({ indices, values: values.map((value, i) => (i === 0 ? -value : value)) })),
      ),
  ],
  'the weight of a word is larger than can be': [
    ['store:vectors'],
    ({ names }) =>
      revector(
        names.pages,
        reweighed(({ indices, values }) => ({ indices, values: values.map((value) => value * 50) })),
      ),
  ],
  'a content is missing': [
    ['store:manifest', 'store:orphan', 'store:terms'],
    ({ keeping, shown }) => drop(keeping, pagePointId(PAGE.url, shown.epoch)),
  ],
  'a content cannot be read': [
    ['store:manifest', 'store:orphan', 'store:page', 'store:terms'],
    ({ keeping, shown }) => change(keeping, pagePointId(PAGE.url, shown.epoch), { body: 'AAAA' }),
  ],
  'a content lacks a part': [
    ['store:manifest', 'store:orphan', 'store:page', 'store:terms'],
    ({ keeping, shown }) => change(keeping, pagePointId(PAGE.url, shown.epoch), { parts: 1 }),
  ],
  'a page is listed under another title': [
    ['store:page'],
    async ({ keeping, shown }) => {
      const info = JSON.stringify({ url: PAGE.url, revision: '1', title: 'Other', sourceFile: 'a.md', chunks: 2 });
      await change(keeping, pagePointId(PAGE.url, shown.epoch), { info });
    },
  ],
  'the sums are wrong': [
    ['store:manifest'],
    (damaging) => restate(damaging, { totals: { ...damaging.shown.totals, chunks: 4 } }),
  ],
  'the counts of a term are wrong': [
    ['store:terms'],
    ({ keeping, shown }) => change(keeping, termPointId(shown.lineage, 'alpha'), { counts: [[shown.epoch, 1, 1]] }),
  ],
  'the counts of a term are missing': [
    ['store:terms'],
    ({ keeping, shown }) => drop(keeping, termPointId(shown.lineage, 'alpha')),
  ],
  'a term is counted that stands nowhere': [
    ['store:terms'],
    ({ keeping, shown: { epoch, lineage } }) =>
      calls.upsert(keeping, [
        {
          id: termPointId(lineage, 'nowhere'),
          payload: { kind: 'term', lineage, counts: [[epoch, 1, 1]], newest: epoch },
        },
      ]),
  ],
  'the space is missing': [['store:vectors'], ({ keeping }) => drop(keeping, spaceId(SPACE.id))],
  'vectors have another size than the space': [
    ['store:collection', 'store:vectors'],
    (damaging) => restate(damaging, { dimensions: 9 }),
  ],
};

async function shownIndex(
  pages: readonly IndexedPage[],
): Promise<{ readonly store: ChunkStore; readonly damaging: Damaging }> {
  const base = `check-${bases++}`;
  const store = await open(base);
  await show(store, pages);
  const shown = (await readShown(calls, base))!;
  return { store, damaging: { base, keeping: keepingOf(base), names: collectionsOf(base, shown.version), shown } };
}

describe('the check of an index in Qdrant finds that', () => {
  for (const [what, [rules, damage]] of Object.entries(DAMAGES)) {
    test(`${what} (planted)`, async () => {
      const { store, damaging } = await shownIndex([PAGE, OTHER]);
      expect(await collect(store.check())).toEqual([]);
      await damage(damaging);
      const found = await collect(store.check());
      expect([...new Set(found.map(({ rule }) => rule))].sort()).toEqual(rules);
      expect(new Set(found.map(({ severity }) => severity))).toEqual(new Set(['error']));
      await store.close();
    });
  }

  test('a collection is missing', async () => {
    const { store, damaging } = await shownIndex([PAGE, OTHER]);
    await calls.deleteCollection(damaging.names.legs);
    const found: unknown[] = [];
    const check = async (): Promise<void> => {
      for await (const { rule } of store.check()) found.push(rule);
    };
    await expect(check()).rejects.toThrow('no such collection');
    expect(found).toEqual(['store:collection']);
    await store.close();
  });

  test('something was left by an interruption, which is no error', async () => {
    const { store, damaging } = await shownIndex([PAGE]);
    const stale = passagePointId('stale', damaging.shown.epoch);
    const vectors = { '': unitVector('x', SPACE.dimensions) };
    const payload = { url: PAGE.url, from: 0, until: damaging.shown.epoch };
    await calls.upsert(damaging.names.passages, [{ id: stale, payload, vectors }]);
    expect(await collect(store.check())).toEqual([
      expect.objectContaining({ severity: 'info', rule: 'store:orphan', message: expect.stringContaining('1 points') }),
    ]);
    await store.beginBuild(START);
    expect(await collect(store.check())).toEqual([]);
    await store.publish({ spaceId: SPACE.id, publishedAt: '2026-01-02T03:04:05.000Z', folded: 0 });
    expect(await collect(store.check())).toEqual([]);
    await store.close();
  });
});

describe('the check of an index in Qdrant', () => {
  test('begins anew when something else comes on show meanwhile', async () => {
    const { store, damaging } = await shownIndex([PAGE, OTHER]);
    let published = false;
    const busy: QdrantCalls = {
      ...calls,
      close: async () => undefined,
      count: async (...args) => {
        if (!published) {
          published = true;
          await store.beginBuild(START);
          await putPages(store, [
            sketchPage({ path: '/a', revision: '2', passages: [{ heading: 'Top', text: 'new' }] }),
          ]);
          await store.publish({ spaceId: SPACE.id, publishedAt: '2026-01-02T03:04:05.000Z', folded: 0 });
        }
        return calls.count(...args);
      },
    };
    await using reader = await openStore(storeOverCalls({ calls: busy, base: damaging.base }));
    expect(await collect(reader.check())).toEqual([]);
    expect(published).toBe(true);
    await store.close();
  });

  test('says nothing before anything is on show', async () => {
    await using store = await open(`check-${bases++}`);
    expect(await collect(store.check())).toEqual([]);
  });
});

test('every request so far fits the published shapes', () => {
  expect(service.violations).toEqual([]);
});
