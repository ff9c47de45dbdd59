import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pathKey, sectionKey, type IndexedPage, type LegQuery, type LegResult, type Where } from '@ibid/core';
import {
  arbitraryQuery,
  collect,
  legDifferences,
  openQdrantService,
  show,
  sketchPage,
  sketchVectors,
  unitVector,
  urlOf,
  type PageSketch,
  type QdrantService,
} from '@ibid/testkit';
import { openStore } from '@ibid/core';
import { memoryStore } from '../../memory.ts';
import { qdrantCalls } from '../client/rest-calls.ts';
import type { QdrantCalls } from '../client/qdrant-calls.ts';
import { openReader } from './open-reader.ts';
import { shownPages, writeIndex, type WrittenIndex, type WrittenPage } from './written-index-fixture.ts';

const SPACE = { id: 'test/space@8', dimensions: 8, data: new Uint8Array() };

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
  expect(service.violations).toEqual([]);
});

function written(sketch: PageSketch, from: number, until?: number): WrittenPage {
  const page = sketchPage(sketch);
  return { page, vectors: sketchVectors(page, SPACE), from, ...(until === undefined ? {} : { until }) };
}

function indexOf(pages: readonly WrittenPage[], more: Partial<WrittenIndex> = {}): WrittenIndex {
  return { pages, epoch: 3, dimensions: SPACE.dimensions, ...more };
}

/** What the reference answers over the pages that the index shows. */
async function referenceAnswers(index: WrittenIndex, queries: readonly LegQuery[]): Promise<LegResult[]> {
  await using store = await openStore(memoryStore());
  await show(
    store,
    shownPages(index).map(({ page }) => page),
    SPACE,
  );
  return Promise.all(queries.map(async (query) => ({ ...(await store.search(query)), generation: index.epoch })));
}

async function answers(index: WrittenIndex, queries: readonly LegQuery[]): Promise<LegResult[]> {
  const base = `book${bases++}`;
  await writeIndex(calls, base, index);
  const reader = openReader({ calls, base, ...(index.indexOf === undefined ? {} : { indexOf: index.indexOf }) });
  return Promise.all(queries.map((query) => reader.search(query)));
}

function differences(actual: readonly LegResult[], expected: readonly LegResult[]): string[] {
  return expected.flatMap((result, i) => [
    ...legDifferences(actual[i]!, result),
    ...(JSON.stringify(actual[i]!.candidates.map(({ id }) => id)) ===
    JSON.stringify(result.candidates.map(({ id }) => id))
      ? []
      : [`query ${i}: other candidates`]),
  ]);
}

async function expectReference(index: WrittenIndex, queries: readonly LegQuery[]): Promise<void> {
  expect(differences(await answers(index, queries), await referenceAnswers(index, queries))).toEqual([]);
}

const word = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'same', '"', '*');

const arbitraryIndex: fc.Arbitrary<WrittenIndex> = fc
  .record({
    pages: fc.uniqueArray(
      fc.record({
        path: fc.constantFrom('/a', '/b', '/c', '/d/e', '/f', '/g'),
        title: fc.constantFrom('Top', 'a b', 'c'),
        module: fc.constantFrom('root', 'guide'),
        locale: fc.constantFrom('', 'en', 'de'),
        version: fc.constantFrom('', '2.0'),
        passages: fc.array(
          fc.record({
            heading: fc.constantFrom('Top', 'Usage', 'Options!', '-'),
            text: fc.array(word, { maxLength: 8 }).map((words) => words.join(' ')),
            anchor: fc.constantFrom('', 'x'),
          }),
          { maxLength: 6 },
        ),
      }),
      { selector: ({ path }) => path, maxLength: 6 },
    ),
    /** Revisions of the same pages that were replaced, or are not published yet. */
    past: fc.nat(6),
    future: fc.nat(6),
    drift: fc.constantFrom(1, 1.5, 0.4),
  })
  .map(({ pages, past, future, drift }) =>
    indexOf(
      [
        ...pages.map((page) => written(page, 3)),
        ...pages.slice(0, past).map((page) => written({ ...page, title: 'c same' }, 1, 2)),
        ...pages.slice(0, future).map((page) => written({ ...page, title: 'same a' }, 4)),
      ],
      { drift: (term) => (term === 'a' ? drift : 1) },
    ),
  );

const arbitraryWhere: fc.Arbitrary<Where> = fc.record(
  {
    locale: fc.constantFrom('en', 'de', 'fr', ''),
    version: fc.constantFrom('2.0', '1.0'),
    module: fc.constantFrom('root', 'guide'),
    paths: fc.array(
      fc.constantFrom('/a', '/b', '/d/e').map((path) => pathKey(urlOf(path))),
      { maxLength: 2 },
    ),
    sections: fc.array(fc.constantFrom('Top', 'usage', 'x', '').map(sectionKey), { maxLength: 2 }),
  },
  { requiredKeys: [] },
);

const arbitraryQueries: fc.Arbitrary<readonly LegQuery[]> = fc.array(
  fc
    .tuple(arbitraryQuery(SPACE), fc.option(arbitraryWhere, { nil: undefined }))
    .map(([query, where]) => (where === undefined ? query : { ...query, where })),
  { minLength: 1, maxLength: 4 },
);

describe('reader of an index in Qdrant', () => {
  test('answers as the reference does, whatever is hidden beside what it shows', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryIndex, arbitraryQueries, (index, queries) => expectReference(index, queries)),
      { numRuns: 40 },
    );
  });
});
