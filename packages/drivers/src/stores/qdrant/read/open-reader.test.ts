import * as fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { pathKey, sectionKey } from '@ibid/core';
import type { LegQuery, LegResult, Where } from '@ibid/core/types';
import { arbitraryQuery, openQdrantService, urlOf, type QdrantService } from '@ibid/testkit';
import { qdrantCalls } from '../client/rest-calls.ts';
import type { Filter, QdrantCalls } from '../client/qdrant-calls.ts';
import { termIndex } from '../ids.ts';
import { differences, indexOf, query, referenceAnswers, SPACE, written } from './reader-fixture.ts';
import { openReader } from './open-reader.ts';
import { writeIndex, type WrittenIndex, type WrittenPage } from './written-index-fixture.ts';

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

async function answers(
  index: WrittenIndex,
  queries: readonly LegQuery[],
  spoil: (calls: QdrantCalls) => QdrantCalls = (same) => same,
): Promise<LegResult[]> {
  const base = `book${bases++}`;
  await writeIndex(calls, base, index);
  const reader = openReader({
    calls: spoil(calls),
    base,
    ...(index.indexOf === undefined ? {} : { indexOf: index.indexOf }),
  });
  return Promise.all(queries.map((asked) => reader.search(asked)));
}

async function differencesOf(index: WrittenIndex, queries: readonly LegQuery[]): Promise<string[]> {
  return differences(await answers(index, queries), await referenceAnswers(index, queries));
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
    .map(([asked, where]) => (where === undefined ? asked : { ...asked, where })),
  { minLength: 1, maxLength: 4 },
);

/** What a reader may get wrong, planted between it and Qdrant. */
const FAULTS: Readonly<Record<string, (calls: QdrantCalls) => QdrantCalls>> = {
  'sees what was replaced': (inner) => refiltered(inner, ({ must }) => ({ must: must ?? [] })),
  'sees what is not published yet': (inner) =>
    refiltered(inner, (filter) => ({
      ...filter,
      must: (filter.must ?? []).filter((condition) => !('key' in condition && condition.key === 'from')),
    })),
  'filters after the limit': (inner) =>
    refiltered(inner, (filter) => ({
      ...filter,
      must: (filter.must ?? []).filter((condition) => !('key' in condition && condition.key === 'module')),
    })),
  'never asks for more': (inner) => ({
    ...inner,
    query: async (collection, queries, call) =>
      (await inner.query(collection, queries, call)).map((found) => found.slice(0, 5)),
  }),
};

function refiltered(inner: QdrantCalls, change: (filter: Filter) => Filter): QdrantCalls {
  return {
    ...inner,
    query: (collection, queries, call) =>
      inner.query(
        collection,
        queries.map((one) => ({ ...one, filter: change(one.filter) })),
        call,
      ),
  };
}

/** Pages of several passages of words that are the rarer the later they come. */
function library(pages: number, passages: number, words: number): readonly WrittenPage[] {
  let state = 7;
  const random = (): number => (state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0) / 2 ** 32;
  const text = (length: number): string =>
    Array.from({ length }, () => `w${Math.floor(words * random() ** 2)}`).join(' ');
  return Array.from({ length: pages }, (_, i) =>
    written(
      {
        path: `/page/${i}`,
        title: text(2),
        module: i % 3 === 0 ? 'guide' : 'root',
        passages: Array.from({ length: 1 + Math.floor(2 * passages * random()) }, (__, at) => ({
          heading: at % 4 === 3 ? 'Notes' : `${text(1)} ${at}`,
          text: text(3 + Math.floor(30 * random())),
        })),
      },
      3,
    ),
  );
}

const LIBRARY = indexOf(library(60, 6, 40), { drift: (term) => 0.7 + (termIndex(term) % 7) / 10 });
const LIBRARY_QUERIES: readonly LegQuery[] = ['w1', 'w0 w3 w7', 'w20 w39 w2', 'w5 w6'].flatMap((words) =>
  [1, 4, 15].flatMap((limit) => [
    query(words, { limit }),
    query(words, { limit, vector: undefined }),
    query(words, { limit, where: { module: 'guide' } }),
    query(words, { limit, where: { sections: ['notes'] } }),
    query(words, { limit, where: { sections: ['notes'], module: 'root' }, vector: undefined }),
  ]),
);

afterEach(() => {
  // oxlint-disable-next-line vitest/no-standalone-expect -- holds for whatever a test asked
  expect(service.violations).toEqual([]);
});

describe('search of an index in Qdrant', () => {
  test('answers as the reference does, whatever is hidden beside what it shows', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryIndex, arbitraryQueries, async (index, queries) => {
        expect(await differencesOf(index, queries)).toEqual([]);
      }),
      { numRuns: 30 },
    );
  });

  test('answers as the reference does where most passages are never looked at', async () => {
    expect(await differencesOf(LIBRARY, LIBRARY_QUERIES)).toEqual([]);
  });

  test('gives terms that lie in one place of sparse vectors scores of their own', async () => {
    const crowded = { ...LIBRARY, indexOf: (term: string) => termIndex(term) % 5 };
    expect(await differencesOf(crowded, LIBRARY_QUERIES.slice(0, 20))).toEqual([]);
  });

  test('decides by chunk id who is last among equals, however many there are', async () => {
    const pages = Array.from({ length: 300 }, (_, i) =>
      written({ path: `/tie/${i}`, title: 'same', passages: [{ heading: 'Use', text: 'same words' }] }, 3),
    );
    const queries = [query('words', { limit: 3 }), query('same words', { limit: 70 })];
    expect(await differencesOf(indexOf(pages), queries)).toEqual([]);
  });

  test.each(Object.entries(FAULTS))('tells a reader that %s', async (_, spoil) => {
    const index = indexOf([
      ...library(12, 4, 9),
      ...library(12, 4, 9).map((page) => ({ ...page, from: 1, until: 3 })),
      ...library(12, 4, 9).map((page) => ({ ...page, from: 4 })),
    ]);
    const queries = [query('w1 w2', { limit: 5 }), query('w4', { limit: 5, where: { module: 'guide' } })];
    expect(differences(await answers(index, queries, spoil), await referenceAnswers(index, queries))).not.toEqual([]);
  });
});
