import { afterAll, beforeAll, expect, test } from 'vitest';
import { openQdrantService, type QdrantService } from '@ibid/testkit';
import type { QdrantCalls } from '../client/qdrant-calls.ts';
import { qdrantCalls } from '../client/rest-calls.ts';
import { openReader, type Reader } from './open-reader.ts';
import { indexOf, query, written } from './reader-fixture.ts';
import { writeIndex } from './written-index-fixture.ts';

let service: QdrantService;
let calls: QdrantCalls;
let reader: Reader;
let seen: { name: string; round: number; collection: string; vectors: boolean }[] = [];
let ended = 0;

beforeAll(async () => {
  service = await openQdrantService();
  calls = qdrantCalls({ url: service.url });
  const pages = Array.from({ length: 80 }, (_, i) =>
    written(
      {
        path: `/p/${i}`,
        title: `Page ${i}`,
        module: i % 2 === 0 ? 'even' : 'odd',
        passages: Array.from({ length: 1 + (i % 5) }, (__, at) => ({
          heading: `H${at}`,
          text: `common word${i % 7} other${at} ${'filler '.repeat((i * 7 + at * 3) % 23)}`,
        })),
      },
      3,
    ),
  );
  await writeIndex(calls, 'book', indexOf(pages));
  reader = openReader({ calls: watched(calls), base: 'book' });
  await reader.search(query('common'));
});

afterAll(async () => {
  await calls.close();
  await service.close();
});

/** Notes in which round a call began: one more than any that had ended by then. */
async function note<T>(name: string, collection: string, vectors: boolean, ask: () => Promise<T>): Promise<T> {
  const round = ended + 1;
  seen.push({ name, round, collection, vectors });
  const result = await ask();
  ended = Math.max(ended, round);
  return result;
}

function watched(inner: QdrantCalls): QdrantCalls {
  return {
    ...inner,
    query: (name, queries, call) => {
      const vectors = queries.some(({ vector }) => vector instanceof Float32Array);
      return note('query', name, vectors, () => inner.query(name, queries, call));
    },
    count: (name, ...more) => note('count', name, false, () => inner.count(name, ...more)),
    retrieve: (name, ...more) => note('retrieve', name, false, () => inner.retrieve(name, ...more)),
    async *scroll(name, ...more) {
      const found = await note('scroll', name, false, async () => {
        const pages = [];
        for await (const page of inner.scroll(name, ...more)) pages.push(page);
        return pages;
      });
      yield* found;
    },
  };
}

async function rounds(ask: () => Promise<unknown>): Promise<{ readonly rounds: number; readonly requests: number }> {
  seen = [];
  ended = 0;
  await ask();
  return { rounds: ended, requests: seen.length };
}

test('a search takes three round trips, the last of them for the state', async () => {
  const spent = await rounds(() => reader.search(query('word3 other1', { limit: 20 })));
  expect(spent).toEqual({ rounds: 3, requests: 8 });
  expect(seen.filter(({ round }) => round === 3)).toMatchObject([{ name: 'retrieve', collection: 'book-ibid' }]);
});

test('what an epoch was asked once is remembered, filters too', async () => {
  const filtered = query('word4 other2', { limit: 20, where: { module: 'even' } });
  const first = await rounds(() => reader.search(filtered));
  const again = await rounds(() => reader.search(filtered));
  expect([first.rounds, again.rounds]).toEqual([3, 3]);
  // The counts of two terms in one request, and of passages and pages.
  expect(first.requests - again.requests).toBe(3);
});

test('a query of words alone asks for no vector', async () => {
  const spent = await rounds(() => reader.search(query('word5 other3', { limit: 20, vector: undefined })));
  expect(spent.rounds).toBeLessThanOrEqual(3);
  expect(seen.filter(({ vectors }) => vectors)).toEqual([]);
  expect(seen.filter(({ collection }) => collection.endsWith('-legs'))).toEqual([]);
});

test('an empty filter is answered without a search', async () => {
  await rounds(() => reader.search(query('word5 other3', { where: { paths: [] } })));
  expect(seen.map(({ name }) => name)).toEqual(['retrieve']);
});

test('chunks that are all there take one round trip, missing ones three', async () => {
  const { candidates } = await reader.search(query('common', { limit: 5 }));
  const ids = candidates.map(({ id }) => id);
  expect(await rounds(() => reader.getChunks(ids))).toEqual({ rounds: 1, requests: 2 });
  expect((await rounds(() => reader.getChunks([...ids, 'f'.repeat(64)]))).rounds).toBe(3);
});
