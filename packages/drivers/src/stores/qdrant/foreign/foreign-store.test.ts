import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openStore } from '@ibid/core';
import type { ChunkStore, LegQuery } from '@ibid/core/types';
import { collect, START, unitVector } from '@ibid/testkit';
import { memoryStore } from '../../memory.ts';
import type { QdrantCalls } from '../client/qdrant-calls.ts';
import { indexOf, written } from '../read/reader-fixture.ts';
import { writeIndex } from '../read/written-index-fixture.ts';
import { findForeign } from './find-foreign.ts';
import { orForeign } from './or-foreign.ts';
import { asked, DIMENSIONS, row, SPACE_ID, withForeign, type Row } from './with-foreign-fixture.ts';

const place = withForeign();
const { put, collection } = place;

function open(base: string, spaceId = SPACE_ID): Promise<ChunkStore> {
  return place.open(base, { spaceId });
}

const BOOK: readonly Row[] = [
  row(7, '/docs/intro', 'What is it', 0, 'It is a robot.\n\nIt walks.'),
  row(3, '/docs/intro', 'Parts', 1, 'And arms.'),
  row(4, '/docs/intro', 'Parts', 0, 'It has legs.'),
  row('6f9619ff-8b86-4011-b42d-00cf4fc964ff', '/docs/arms', 'Hands', 0, 'Hands hold cups.'),
  row(9, '/about', 'About', 0, 'Written by hand.'),
];

/** Three of a kind each. */
const TIED = Array.from({ length: 90 }, (_, i) => ({
  ...row(i, `/p/${i % 9}`, `H${i}`, 0, `text ${i}`),
  vector: unitVector(`v${i % 30}`, DIMENSIONS),
}));

/** Chunk ids of the nearest of them, in order of id. */
function nearest(query: LegQuery): readonly string[] {
  return TIED.map(({ payload, vector }) => ({
    id: String(payload['chunk_id']),
    score: Math.round(vector.reduce((sum, value, i) => sum + value * query.vector![i]!, 0) * 1e5),
  }))
    .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
    .slice(0, query.limit)
    .map(({ id }) => id)
    .sort();
}

describe('a collection that another program made', () => {
  test('is found by its vectors, with the chunk ids and URLs that stand in it', async () => {
    await using store = await open(await collection(BOOK));
    const { candidates, passages, pages, vector } = await store.search(asked('Hands hold cups.', { limit: 2 }));
    expect([candidates.length, passages, pages]).toEqual([2, 5, 3]);
    expect(vector.hi).toBeCloseTo(1, 5);
    const best = candidates.find(({ similarity }) => similarity > 0.999);
    expect(best).toMatchObject({ id: '/docs/arms|Hands|0', url: 'https://book.example.org/docs/arms' });
    expect(await store.info()).toMatchObject({
      pages: 3,
      chunks: 5,
      space: { id: SPACE_ID, dimensions: DIMENSIONS },
    });
  });

  test('gives the nearest at any limit, equals in order of chunk id', async () => {
    await using store = await open(await collection(TIED));
    await fc.assert(
      fc.asyncProperty(fc.nat(200), fc.integer({ min: 1, max: 100 }), async (seed, limit) => {
        const query = asked(`q${seed}`, { limit });
        expect((await store.search(query)).candidates.map(({ id }) => id)).toEqual(nearest(query));
      }),
      { numRuns: 25 },
    );
  });

  test('is not taken for read where only a part was looked at', async () => {
    const base = await collection(TIED);
    const hasty: QdrantCalls = {
      ...place.calls,
      query: async (...request) => (await place.calls.query(...request)).map((found) => found.slice(0, 4)),
    };
    await using store = await openStore(orForeign(memoryStore(), { calls: hasty, base, spaceId: SPACE_ID }));
    const query = asked('q1', { limit: 4 });
    const found = async (): Promise<readonly string[]> => (await store.search(query)).candidates.map(({ id }) => id);
    // The service gives equals in another order each time.
    const answers = await Promise.all(Array.from({ length: 12 }, found));
    expect(answers.some((answer) => JSON.stringify(answer) !== JSON.stringify(nearest(query)))).toBe(true);
  });

  test('can be cited from: whole chunks, in the order that headings and indexes tell', async () => {
    await using store = await open(await collection(BOOK));
    const page = await store.getPage('/docs/intro/');
    expect(
      page?.content.map(({ heading, indexInSection, indexInPage, chunksInPage }) => [
        heading,
        indexInSection,
        indexInPage,
        chunksInPage,
      ]),
    ).toEqual([
      ['Parts', 0, 0, 3],
      ['Parts', 1, 1, 3],
      ['What is it', 0, 2, 3],
    ]);
    expect(page?.content.every((chunk) => page.text.slice(chunk.start, chunk.end) === chunk.text)).toBe(true);
    const [chunk, unknown] = await store.getChunks(['/docs/intro|What is it|0', 'none']);
    expect(unknown).toBeUndefined();
    expect(chunk).toEqual(page?.content[2]);
    expect(chunk).toMatchObject({
      title: 'Title of /docs/intro',
      headings: ['What is it'],
      module: 'docs',
      locale: '',
    });
    expect(chunk?.tokens).toBeGreaterThan(3);
    expect(chunk?.spans.map(({ start, end }) => chunk.text.slice(start, end))).toEqual(['It is a robot.', 'It walks.']);
    expect((await collect(store.listPages())).map(({ url, chunks }) => [url, chunks])).toEqual([
      ['https://book.example.org/about', 1],
      ['https://book.example.org/docs/arms', 1],
      ['https://book.example.org/docs/intro', 3],
    ]);
  });

  test('is filtered before the limit, without any payload index (R4, R8)', async () => {
    await using store = await open(await collection(BOOK));
    const found = async (where: LegQuery['where']): Promise<readonly string[]> =>
      (await store.search(asked('Hands hold cups.', { limit: 2, where: where! }))).candidates.map(({ id }) => id);
    expect(await found({ paths: ['/about'] })).toEqual(['/about|About|0']);
    expect(await found({ sections: ['parts'] })).toEqual(['/docs/intro|Parts|0', '/docs/intro|Parts|1']);
    expect(await found({ module: 'root' })).toEqual(['/about|About|0']);
    expect(await found({ paths: ['/about'], sections: ['parts'] })).toEqual([]);
    expect(await found({ paths: [] })).toEqual([]);
    // A page that does not say its language belongs to each.
    expect(await found({ locale: 'ur', version: '9' })).toHaveLength(2);
  });

  test('has its candidates re-ranked by words, and is found by vectors alone', async () => {
    await using store = await open(await collection(BOOK));
    const terms = [
      { term: 'cup', count: 1 },
      { term: 'submarin', count: 1 },
    ];
    const { candidates, idf } = await store.search(asked('anything', { terms }));
    expect(candidates.filter(({ text }) => text > 0).map(({ id }) => id)).toEqual(['/docs/arms|Hands|0']);
    expect(idf[0]).toBeCloseTo(Math.log(1 + (5 - 1 + 0.5) / 1.5), 6);
    expect(idf[1]).toBeCloseTo(Math.log(1 + (5 + 0.5) / 0.5), 6);
    const wordless = await store.search({ terms, vector: undefined, limit: 5 });
    expect([wordless.candidates, wordless.passages]).toEqual([[], 5]);
    const [said] = await collect(store.check());
    expect(said).toMatchObject({ severity: 'warning', rule: 'qdrant:foreign' });
    expect(said?.message).toContain('by its vectors alone');
  });

  test('is read as it is now', async () => {
    const base = await collection(BOOK.slice(0, 2));
    await using store = await open(base);
    expect((await store.info())?.chunks).toBe(2);
    await put(base, BOOK);
    expect((await store.search(asked('Hands hold cups.', { limit: 9 }))).candidates).toHaveLength(5);
    // As many points as before, but others.
    await place.client.delete(base, { wait: true, points: [9] });
    await put(base, [row(10, '/new', 'New', 0, 'Newly written.')]);
    const { candidates } = await store.search(asked('Newly written.', { limit: 9 }));
    expect(candidates.map(({ id }) => id)).toContain('/new|New|0');
    expect((await store.getPage('/new'))?.text).toBe('Newly written.');
  });

  test('may lack fields or hold odd ones: what can be cited is, and the rest is reported', async () => {
    const base = await collection([
      { id: 1, payload: { text: 'Only text and address.', url: 'https://book.example.org/bare#part-two' } },
      { id: 2, payload: { text: 'No address.' } },
      { id: 3, payload: { url: 'https://book.example.org/x', text: '  ' } },
      { id: 4, payload: { url: 'docs/relative', text: 'Relative.', title: null, chunk_index: 'one', chunk_id: 'rel' } },
      { id: 5, payload: { url: 'docs/relative', text: 'Again.', chunk_id: 'rel' } },
    ]);
    await using store = await open(base);
    const { candidates, passages } = await store.search(asked('No address.', { limit: 5 }));
    expect([candidates.length, passages]).toEqual([2, 2]);
    const [bare] = await store.getChunks(candidates.map(({ id }) => id).filter((id) => id !== 'rel'));
    expect(bare).toMatchObject({
      url: 'https://book.example.org/bare',
      anchor: 'part-two',
      title: 'bare',
      heading: 'bare',
    });
    expect(bare?.id).toMatch(/^[0-9a-f]{64}$/);
    const problems = (await collect(store.check())).filter(({ rule }) => rule === 'qdrant:foreign-point');
    expect(problems.map(({ message }) => /^The point (\d)/.exec(message)?.[1])).toEqual(['2', '3', '5']);
  });

  test('is refused at start where its embedder is not named, or makes vectors of another size (R6)', async () => {
    const base = await collection(BOOK);
    await expect(
      openStore(orForeign(memoryStore(), { calls: place.calls, base, spaceId: undefined })),
    ).rejects.toMatchObject({
      code: 'INDEX_MISMATCH',
      message: expect.stringContaining(base),
    });
    await expect(open(base, 'cohere/embed-english-v3.0@1024')).rejects.toMatchObject({
      code: 'INDEX_MISMATCH',
      message: expect.stringMatching(/\b8 dimensions.*\b1024\b/u),
    });
    const driver = orForeign(memoryStore(), { calls: place.calls, base, spaceId: 'cohere/embed-english-v3.0' });
    await driver.open();
    await expect(driver.search(asked('x', { vector: new Float32Array(1024).fill(1) }))).rejects.toMatchObject({
      code: 'INDEX_MISMATCH',
      message: expect.stringMatching(/\b8 dimensions.*\b1024\b/u),
    });
  });

  test('is never written to, and says what to do instead', async () => {
    const base = await collection(BOOK);
    await using store = await open(base);
    await expect(store.beginBuild(START)).rejects.toMatchObject({
      code: 'UNSUPPORTED',
      message: expect.stringContaining('name another collection'),
    });
    await expect(collect(store.readPages())).rejects.toMatchObject({ code: 'UNSUPPORTED' });
    expect(place.service.collections().find(({ name }) => name === base)?.points).toHaveLength(BOOK.length);
  });

  test('is told from one of ours, from none, and from one without a vector to search by', async () => {
    const ours = 'ours';
    // The service asks for indexes on what is filtered; nothing is searched here.
    await writeIndex(
      place.calls,
      ours,
      indexOf([written({ path: '/a', passages: [{ heading: 'Top', text: 'a' }] }, 3)]),
    );
    expect(await findForeign(place.calls, ours)).toBeUndefined();
    expect(await findForeign(place.calls, 'nothing')).toBeUndefined();
    const base = await collection(BOOK);
    await place.client.updateCollectionAliases({
      actions: [{ create_alias: { alias_name: `${base}-alias`, collection_name: base } }],
    });
    expect(await findForeign(place.calls, `${base}-alias`)).toEqual({
      dimensions: DIMENSIONS,
      distance: 'Cosine',
      points: BOOK.length,
    });
    const named = 'named';
    await place.client.createCollection(named, { vectors: { text: { size: 4, distance: 'Cosine' } } });
    await expect(findForeign(place.calls, named)).rejects.toMatchObject({
      code: 'UNSUPPORTED',
      message: expect.stringContaining('`text`'),
    });
  });

  test('is noticed when it comes after the start', async () => {
    const base = 'late';
    await using store = await open(base);
    expect(await store.info()).toBeUndefined();
    await place.client.createCollection(base, { vectors: { size: DIMENSIONS, distance: 'Cosine' } });
    await put(base, BOOK);
    expect((await store.info())?.chunks).toBe(BOOK.length);
    await expect(store.beginBuild(START)).rejects.toMatchObject({ code: 'UNSUPPORTED' });
  });
});
