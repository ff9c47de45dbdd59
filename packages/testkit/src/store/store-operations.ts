import * as fc from 'fast-check';
import { pathKey, sectionKey } from '@ibid/core';
import type { ChunkStore, EmbeddingSpace, IndexedPage, LegQuery } from '@ibid/core/types';
import { expect } from 'vitest';
import { legDifferences, naiveSearch, type NaiveGeneration } from './naive-search.ts';
import { expectRead } from './read-back.ts';
import {
  collect,
  PUBLISHED_AT,
  SCHEMA,
  show,
  sketchPage,
  sketchVectors,
  unitVector,
  urlOf,
  type PageSketch,
} from './store-fixture.ts';
import { rejection } from './store-rule.ts';

/** One step of a random history. Pages and queries use few paths and words, so that steps affect each other. */
export type StoreOperation =
  | { readonly type: 'begin'; readonly source: string; readonly chunker: string; readonly fresh: boolean }
  | { readonly type: 'put'; readonly page: PageSketch; readonly vectors: boolean }
  | { readonly type: 'delete'; readonly paths: readonly string[] }
  | { readonly type: 'complete' }
  | { readonly type: 'publish' }
  | { readonly type: 'abandon' }
  | { readonly type: 'search'; readonly query: LegQuery };

const word = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'same', '"', '*', '\t', '\n', 'nul\u0000', '💡', 'lone\ud800');
const PATHS = ['/a', '/b', '/c', '/d/e', '/f'] as const;
const path = fc.constantFrom(...PATHS);
const heading = fc.constantFrom('Top', 'Usage', 'Options!', '-');

export const arbitraryPage: fc.Arbitrary<PageSketch> = fc.record({
  path,
  title: fc.constantFrom('Top', 'a b', 'c\tnul\u0000 \ud800'),
  revision: fc.stringMatching(/^[0-9]{1,4}$/),
  module: fc.constantFrom('root', 'guide'),
  passages: fc.array(
    fc.record({
      heading,
      text: fc.array(word, { maxLength: 8 }).map((words) => words.join(' ')),
      anchor: fc.constantFrom('', 'x'),
    }),
    { maxLength: 5 },
  ),
});

export function arbitraryQuery(space: EmbeddingSpace): fc.Arbitrary<LegQuery> {
  return fc
    .record({
      terms: fc.uniqueArray(word, { maxLength: 4 }),
      seed: fc.option(fc.nat(50), { nil: undefined, freq: 2 }),
      limit: fc.integer({ min: 1, max: 12 }),
      where: fc.option(
        fc.record(
          {
            module: fc.constantFrom('root', 'guide'),
            paths: fc.array(
              path.map((one) => pathKey(urlOf(one))),
              { minLength: 1, maxLength: 3 },
            ),
            sections: fc.array(fc.constantFrom('Top', 'usage', 'options', 'x').map(sectionKey), {
              minLength: 1,
              maxLength: 2,
            }),
          },
          { requiredKeys: [] },
        ),
        { nil: undefined, freq: 2 },
      ),
    })
    .map(({ terms, seed, limit, where }) => ({
      terms: terms.map((term, i) => ({ term, count: 1 + (i % 2) })),
      vector: seed === undefined ? undefined : unitVector(`query ${seed}`, space.dimensions),
      limit,
      ...(where === undefined ? {} : { where }),
    }));
}

/** A history that ends with a published generation and searches in it. */
export function arbitraryOperations(space: EmbeddingSpace): fc.Arbitrary<readonly StoreOperation[]> {
  const put = fc.record({ type: fc.constant('put' as const), page: arbitraryPage, vectors: fc.boolean() });
  const remove = fc.record({ type: fc.constant('delete' as const), paths: fc.array(path, { maxLength: 2 }) });
  const searching = fc.record({ type: fc.constant('search' as const), query: arbitraryQuery(space) });
  const history = fc.array(
    fc.oneof(
      {
        weight: 2,
        arbitrary: fc.record({
          type: fc.constant('begin' as const),
          source: fc.constantFrom('one', 'two'),
          chunker: fc.constantFrom(SCHEMA.chunker, SCHEMA.chunker, 'test-chunker@2'),
          fresh: fc.boolean(),
        }),
      },
      { weight: 8, arbitrary: put },
      { weight: 2, arbitrary: remove },
      { weight: 2, arbitrary: fc.constant({ type: 'complete' as const }) },
      { weight: 3, arbitrary: fc.constant({ type: 'publish' as const }) },
      { weight: 1, arbitrary: fc.constant({ type: 'abandon' as const }) },
      { weight: 4, arbitrary: searching },
    ),
    { maxLength: 30 },
  );
  const puts = fc.array(put, { minLength: 1, maxLength: 4 });
  const searches = fc.array(searching, { minLength: 4, maxLength: 4 });
  const begin = { type: 'begin', source: 'one', chunker: SCHEMA.chunker, fresh: false } as const;
  const abandon = fc.constantFrom<readonly StoreOperation[]>([], [{ type: 'abandon' }]);
  return fc
    .tuple(history, put, abandon, puts, remove, searches)
    .map(([before, first, abandoned, written, removed, searched]): readonly StoreOperation[] => [
      ...before,
      begin,
      first,
      ...abandoned,
      begin,
      ...written,
      removed,
      { type: 'complete' },
      { type: 'publish' },
      ...searched,
    ]);
}

interface ModelPage {
  readonly page: IndexedPage;
  readonly vectors: boolean;
}

interface Model {
  shown: { readonly pages: ReadonlyMap<string, ModelPage>; readonly chunker: string; readonly generation: number };
  build: { readonly source: string; readonly chunker: string; readonly pages: Map<string, ModelPage> } | undefined;
  building: boolean;
  /** Ids of all chunks that were ever put. */
  readonly ids: Set<string>;
}

/**
 * Plays a history on the store and on a model of two maps, and compares everything visible after every step. First publishes an
 * empty generation, so that many histories can follow each other in one store.
 */
export async function playOperations(
  store: ChunkStore,
  operations: readonly StoreOperation[],
  space: EmbeddingSpace,
): Promise<void> {
  const { generation } = await show(store, [], space);
  const model: Model = {
    shown: { pages: new Map(), chunker: SCHEMA.chunker, generation },
    build: undefined,
    building: false,
    ids: new Set(),
  };
  for (const operation of operations) {
    await step(store, model, operation, space);
    const listed = (await collect(store.listPages())).map(({ url, revision, chunks }) => ({ url, revision, chunks }));
    const expected = [...model.shown.pages.values()].map(({ page }) => ({
      url: page.url,
      revision: page.revision,
      chunks: page.chunks.length,
    }));
    expect(listed).toEqual(expected.sort((a, b) => (a.url < b.url ? -1 : 1)));
    for (const one of PATHS) expect(await store.getPage(one)).toEqual(pageContent(model.shown.pages.get(urlOf(one))));
  }
  const chunks = [...model.shown.pages.values()].flatMap(({ page }) => page.chunks.map(({ chunk }) => chunk));
  const byId = new Map(chunks.map((chunk) => [chunk.id, chunk]));
  expect(await store.getChunks([...model.ids])).toEqual([...model.ids].map((id) => byId.get(id)));
  const shown = [...model.shown.pages.values()].sort((a, b) => (a.page.url < b.page.url ? -1 : 1));
  expectRead(
    await collect(store.readPages()),
    shown.map(({ page }) => ({ page, vectors: sketchVectors(page, space) })),
  );
  expect(await collect(store.check())).toEqual([]);
}

/** The answer of `getPage`: `undefined` for a page that is not published. */
function pageContent(stored: ModelPage | undefined): unknown {
  if (stored === undefined) return undefined;
  const { url, title, revision, sourceFile, text, chunks } = stored.page;
  const content = chunks.map(({ chunk }) => chunk);
  return expect.objectContaining({ url, title, revision, sourceFile, text, chunks: chunks.length, content });
}

async function step(store: ChunkStore, model: Model, operation: StoreOperation, space: EmbeddingSpace): Promise<void> {
  const build = model.building ? model.build : undefined;
  if (operation.type === 'begin') await beginBuild(store, model, operation);
  else if (operation.type === 'search') await search(store, model, operation.query, space);
  else if (operation.type === 'abandon') {
    await store.abandonBuild();
    Object.assign(model, { build: undefined, building: false });
  } else if (build === undefined) expect(await rejection(store.deletePages([urlOf('/a')]))).toBe('INVALID_REQUEST');
  else if (operation.type === 'put') {
    const page = sketchPage(operation.page);
    await store.putPage(page);
    if (operation.vectors) await store.putVectors(sketchVectors(page, space));
    build.pages.set(page.url, { page, vectors: operation.vectors });
    for (const { chunk } of page.chunks) model.ids.add(chunk.id);
  } else if (operation.type === 'delete') {
    await store.deletePages(operation.paths.map(urlOf));
    for (const one of operation.paths) build.pages.delete(urlOf(one));
  } else if (operation.type === 'complete') await complete(store, build.pages, space);
  else await publish(store, model, build, space);
}

async function beginBuild(
  store: ChunkStore,
  model: Model,
  { source, chunker, fresh }: Extract<StoreOperation, { readonly type: 'begin' }>,
): Promise<void> {
  const state = await store.beginBuild({ schema: { ...SCHEMA, chunker }, sourceId: source, fresh });
  const resumed = !fresh && model.build?.source === source && model.build.chunker === chunker;
  const kept = fresh || model.shown.chunker !== chunker ? [] : model.shown.pages;
  if (!resumed) model.build = { source, chunker, pages: new Map(kept) };
  model.building = true;
  const pages = [...model.build!.pages.values()].map(({ page: { url, revision } }) => ({ url, revision }));
  expect(state).toEqual({ resumed, pages: pages.sort((a, b) => (a.url < b.url ? -1 : 1)) });
}

async function complete(store: ChunkStore, pages: Map<string, ModelPage>, space: EmbeddingSpace): Promise<void> {
  const lacking = [...pages.values()].filter(({ page, vectors }) => !vectors && page.chunks.length > 0);
  const listed: string[] = [];
  for await (const { url } of store.listBuild({ withoutVectorsIn: space.id })) {
    listed.push(url);
    const { page } = pages.get(url)!;
    await store.putVectors(sketchVectors(page, space));
    pages.set(url, { page, vectors: true });
  }
  expect(listed).toEqual(lacking.map(({ page }) => page.url).sort());
}

async function publish(
  store: ChunkStore,
  model: Model,
  { pages, chunker }: NonNullable<Model['build']>,
  space: EmbeddingSpace,
): Promise<void> {
  const publishing = store.publish({ space, publishedAt: PUBLISHED_AT });
  if ([...pages.values()].some(({ page, vectors }) => !vectors && page.chunks.length > 0)) {
    expect(await rejection(publishing)).toBe('BUILD_INCOMPLETE');
    return;
  }
  const { generation, schema } = await publishing;
  expect(generation).toBeGreaterThan(model.shown.generation);
  expect(schema.chunker).toBe(chunker);
  Object.assign(model, { shown: { pages, chunker, generation }, build: undefined, building: false });
}

async function search(store: ChunkStore, model: Model, query: LegQuery, space: EmbeddingSpace): Promise<void> {
  const naive: NaiveGeneration = {
    generation: model.shown.generation,
    space,
    pages: [...model.shown.pages.values()].map(({ page }) => ({ page, vectors: sketchVectors(page, space) })),
  };
  expect(legDifferences(await store.search(query), naiveSearch(naive, query))).toEqual([]);
}
