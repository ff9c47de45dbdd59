import { openQdrantService, type QdrantService } from '@ibid/testkit';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkServerVersion } from './check-server-version.ts';
import type { CollectionSettings, Point, QdrantCalls } from './qdrant-calls.ts';
import type { QdrantOptions } from './qdrant-options.ts';
import { qdrantCalls } from './rest-calls.ts';

const SETTINGS: CollectionSettings = {
  dense: { '': { size: 3, distance: 'Cosine' } },
  sparse: { bm25: { modifier: 'idf' } },
};
const id = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

function point(number: number, more: Partial<Point> = {}): Point {
  return {
    id: id(number),
    payload: { url: `/page/${number % 3}`, chunk_index: number, terms: { a1: [1, 0, number] } },
    vectors: {
      '': new Float32Array([1, number, 0.1]),
      bm25: { indices: [1, 4_294_967_295], values: [1, number] },
    },
    ...more,
  };
}

let service: QdrantService;
const opened: QdrantCalls[] = [];

function connect(options: Partial<QdrantOptions> = {}): QdrantCalls {
  const calls = qdrantCalls({ url: service.url, retryMs: 5_000, ...options });
  opened.push(calls);
  return calls;
}

async function drained<T>(pages: AsyncIterable<readonly T[]>): Promise<readonly (readonly T[])[]> {
  const all: (readonly T[])[] = [];
  for await (const page of pages) all.push(page);
  return all;
}

function idsOf(pages: readonly (readonly { readonly id: unknown }[])[]): readonly unknown[] {
  return pages.flat().map((one) => one.id);
}

beforeEach(async () => {
  service = await openQdrantService({ apiKey: 'sk-1' });
});

afterEach(async () => {
  await Promise.all(opened.splice(0).map((calls) => calls.close()));
  await service.close();
});

describe('over the stand-in of Qdrant', () => {
  test('collections and aliases come and go, and no request breaks the published shapes', async () => {
    const calls = connect({ apiKey: 'sk-1' });
    expect(await calls.collection('b')).toBeUndefined();
    expect(await calls.createCollection('b-v1', SETTINGS)).toBe(true);
    expect(await calls.createCollection('b-v1', SETTINGS)).toBe(false);
    const legs = { dense: { direction: { size: 2, distance: 'Dot' } }, sparse: {} } as const;
    expect(await calls.createCollection('b-v1-legs', legs)).toBe(true);
    expect(await calls.createCollection('b-ibid', { dense: {}, sparse: {} })).toBe(true);
    expect([...(await calls.collections())].sort()).toEqual(['b-ibid', 'b-v1', 'b-v1-legs']);
    expect(await calls.collection('b-v1')).toMatchObject({ ...SETTINGS, points: 0 });
    expect(await calls.collection('b-v1-legs')).toMatchObject({ ...legs, points: 0 });
    expect(await calls.collection('b-ibid')).toMatchObject({ dense: {}, sparse: {}, points: 0 });

    expect(await calls.alias('b')).toBeUndefined();
    await calls.switchAlias('b', 'b-v1');
    expect(await calls.alias('b')).toBe('b-v1');
    expect(await calls.collection('b')).toMatchObject({ ...SETTINGS, points: 0 });
    await calls.switchAlias('b', 'b-v1-legs');
    expect(await calls.alias('b')).toBe('b-v1-legs');
    await expect(calls.switchAlias('b', 'nowhere')).rejects.toMatchObject({ code: 'NOT_INDEXED' });

    await calls.deleteCollection('b-v1');
    await calls.deleteCollection('b-v1');
    expect([...(await calls.collections())].sort()).toEqual(['b-ibid', 'b-v1-legs']);
    expect(service.violations).toEqual([]);
  });

  test('points are written, found, changed and deleted', async () => {
    const calls = connect({ apiKey: 'sk-1', timeoutMs: 60_000 });
    await calls.createCollection('b', SETTINGS);
    await calls.createFieldIndex('b', 'url', 'keyword');
    await calls.createFieldIndex('b', 'chunk_index', 'integer');
    const points = Array.from({ length: 600 }, (_, number) => point(number));
    await calls.upsert('b', points);
    expect(service.count('upsert_points')).toBe(3);
    expect(await calls.count('b', {})).toBe(600);
    const ofPage = { must: [{ key: 'url', match: { value: '/page/1' } }] } as const;
    expect(await calls.count('b', ofPage)).toBe(200);
    const nested = {
      must: [
        { should: [{ key: 'chunk_index', range: { lt: 2 } }, { has_id: [id(7)] }] },
        { key: 'url', match: { any: ['/page/0', '/page/1'] } },
      ],
      must_not: [{ must_not: [{ key: 'chunk_index', range: { gte: 0 } }] }],
    } as const;
    expect(await calls.count('b', nested)).toBe(3);

    const [one] = await calls.retrieve('b', [id(5), id(9_999)], 'all');
    expect(one).toEqual({ id: id(5), payload: points[5]!.payload });
    expect(await calls.retrieve('b', [id(5)], ['terms.a1'])).toEqual([
      { id: id(5), payload: { terms: { a1: [1, 0, 5] } } },
    ]);
    expect(await calls.retrieve('b', [id(5)], [])).toEqual([{ id: id(5), payload: {} }]);
    const { terms: _terms, ...others } = points[5]!.payload;
    expect(await calls.retrieve('b', [id(5)], { except: ['terms'] })).toEqual([{ id: id(5), payload: others }]);

    const pages = await drained(calls.scroll('b', { filter: {}, payload: ['chunk_index'], pageSize: 250 }));
    expect(pages.map((page) => page.length)).toEqual([250, 250, 100]);
    expect(pages.flat().map((found) => found.payload['chunk_index'])).toEqual(points.map((_, at) => at));
    const [[kept] = []] = await drained(
      calls.scrollVectors('b', { filter: { must: [{ has_id: [id(2)] }] }, payload: [] }),
    );
    expect(kept!.vectors['bm25']).toEqual({ indices: [1, 4_294_967_295], values: [1, 2] });
    // Cosine: kept at length one.
    expect((kept!.vectors[''] as Float32Array)[1]).toBeCloseTo(2 / Math.sqrt(1 + 4 + 0.01), 5);

    const [dense = [], sparse = []] = await calls.query('b', [
      { vector: new Float32Array([1, 0, 0.1]), using: '', filter: {}, limit: 2, payload: ['chunk_index'], exact: true },
      { vector: { indices: [4_294_967_295], values: [1] }, using: 'bm25', filter: ofPage, limit: 1 },
    ]);
    expect(dense.map((found) => found.payload)).toEqual([{ chunk_index: 0 }, { chunk_index: 1 }]);
    expect(dense[0]!.score).toBeCloseTo(1, 5);
    expect(sparse.map((found) => [found.id, found.payload])).toEqual([[id(598), {}]]);
    expect(await calls.query('b', [])).toEqual([]);

    await calls.setPayload('b', { until: 4, tags: ['x'] }, ofPage);
    expect(await calls.count('b', { must: [{ key: 'until', range: { lte: 4 } }] })).toBe(200);
    await calls.deletePayload('b', ['until'], { must: [{ has_id: [id(1)] }] });
    expect(await calls.count('b', { must: [{ key: 'until', range: { lte: 4 } }] })).toBe(199);
    await calls.deletePoints('b', ofPage);
    expect(await calls.count('b', {})).toBe(400);
    expect(service.violations).toEqual([]);
  });

  test('points without vectors are kept in a collection without any', async () => {
    const calls = connect({ apiKey: 'sk-1' });
    await calls.createCollection('b-ibid', { dense: {}, sparse: {} });
    await calls.upsert('b-ibid', [{ id: id(1), payload: { kind: 'state', epoch: 1 } }]);
    await calls.upsert('b-ibid', []);
    const [[kept] = []] = await drained(calls.scrollVectors('b-ibid', { filter: {}, payload: 'all' }));
    expect(kept).toEqual({ id: id(1), payload: { kind: 'state', epoch: 1 }, vectors: {} });
    expect(service.violations).toEqual([]);
  });

  test('texts of every script come back as they were', async () => {
    const calls = connect({ apiKey: 'sk-1' });
    await calls.createCollection('b', SETTINGS);
    const text = 'Ünï \u0000 \u2028 "quoted" \\ 漢字 🤖 ‏اردو';
    await calls.upsert('b', [point(1, { payload: { text, 'terms.odd key': 1 } })]);
    expect(await calls.retrieve('b', [id(1)], 'all')).toEqual([{ id: id(1), payload: { text, 'terms.odd key': 1 } }]);
    expect(service.violations).toEqual([]);
  });

  test('every option of placement and search is sent in the published shapes', async () => {
    const calls = connect({
      apiKey: 'sk-1',
      shards: 2,
      replicas: 1,
      writeConsistency: 1,
      readConsistency: 'majority',
      quantization: 'scalar',
      onDisk: { vectors: true, payload: true },
      hnsw: { m: 16, efConstruct: 100, ef: 64 },
    });
    const binary = connect({ apiKey: 'sk-1', quantization: 'binary', exact: true, readConsistency: 1 });
    for (const [name, one] of Object.entries({ calls, binary })) {
      await one.createCollection(name, SETTINGS);
      await one.upsert(name, [point(1), point(2)]);
      const near = { vector: new Float32Array([1, 1, 0]), using: '', filter: {}, limit: 2 };
      const sparse = { ...near, vector: { indices: [1], values: [1] }, using: 'bm25' };
      const found = await one.query(name, [near, sparse]);
      expect(found.map((list) => list.length)).toEqual([2, 2]);
      expect(await one.count(name, {})).toBe(2);
      expect(await one.retrieve(name, [id(1)], 'all')).toHaveLength(1);
      expect(await drained(one.scroll(name, { filter: {}, payload: 'all' }))).toHaveLength(1);
      expect(await one.collection(name)).toMatchObject({ ...SETTINGS, points: 2 });
    }
    expect(service.violations).toEqual([]);
  });

  test('points are seen when their write is answered, however the server is set up', async () => {
    await using late = await openQdrantService({ preventUnoptimized: true, applyAfterMs: 60_000 });
    const calls = connect({ url: late.url, retryMs: 0 });
    await calls.createCollection('b', SETTINGS);
    await calls.upsert('b', [point(1)]);
    expect(await calls.count('b', {})).toBe(1);
    expect(late.violations).toEqual([]);
  });

  test.each([
    ['nowhere', []],
    ['in the first page', [2]],
    ['at the end of a page', [4, 5]],
    ['on a whole page and more', [5, 6, 7, 8, 9]],
    ['at the very end', [11, 12]],
    ['everywhere', Array.from({ length: 12 }, (_, i) => i + 1)],
  ])('where copies differ %s, a listing brings each of the others once and in order', async (_, differing) => {
    const calls = connect({ apiKey: 'sk-1', readConsistency: 2 });
    await calls.createCollection('b', SETTINGS);
    const numbers = Array.from({ length: 12 }, (__, i) => i + 1);
    await calls.upsert(
      'b',
      numbers.map((number) => point(number)),
    );
    service.differ(differing.map(id));
    const query = { filter: {}, payload: 'all', pageSize: 4 } as const;
    const wanted = numbers.filter((number) => !differing.includes(number)).map(id);
    expect(idsOf(await drained(calls.scroll('b', query)))).toEqual(wanted);
    expect(idsOf(await drained(calls.scrollVectors('b', query)))).toEqual(wanted);
    expect(service.violations).toEqual([]);
  });

  test('unknown collections are NOT_INDEXED for every read and write', async () => {
    const calls = connect({ apiKey: 'sk-1' });
    const near = { vector: new Float32Array([1, 1, 0]), using: '', filter: {}, limit: 2 };
    const attempts = [
      () => calls.count('none', {}),
      () => calls.retrieve('none', [id(1)], 'all'),
      () => drained(calls.scroll('none', { filter: {}, payload: 'all' })),
      () => calls.query('none', [near]),
      () => calls.upsert('none', [point(1)]),
      () => calls.setPayload('none', { a: 1 }, {}),
      () => calls.createFieldIndex('none', 'url', 'keyword'),
    ];
    for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject({ code: 'NOT_INDEXED' });
  });

  test('a request that breaks the published shapes is found to', async () => {
    const calls = connect({ apiKey: 'sk-1' });
    await calls.createCollection('b', SETTINGS);
    await calls.createFieldIndex('b', 'url', 'words' as never).catch(() => undefined);
    expect(service.violations).not.toEqual([]);
  });

  test('a vector of another length is refused with both numbers', async () => {
    const calls = connect({ apiKey: 'sk-1' });
    await calls.createCollection('b', SETTINGS);
    const wrong = point(1, { vectors: { '': new Float32Array(5) } });
    await expect(calls.upsert('b', [wrong])).rejects.toMatchObject({
      code: 'UPSTREAM_FAILED',
      retryable: false,
      message: expect.stringMatching(/vectors have 3 numbers.*5/u),
    });
  });

  test('the key is needed and enough', async () => {
    await expect(connect().collections()).rejects.toMatchObject({ code: 'INVALID_CONFIG' });
    await expect(connect({ apiKey: 'wrong' }).collections()).rejects.toMatchObject({ code: 'INVALID_CONFIG' });
    expect(await connect({ apiKey: ' sk-1\n' }).collections()).toEqual([]);
  });

  test('a server that was away is back within the patience of a call', async () => {
    const calls = connect({ apiKey: 'sk-1', timeoutMs: 60_000 });
    await calls.createCollection('b', SETTINGS);
    await service.stop();
    const away = calls.upsert('b', [point(1)]);
    await new Promise((resolve) => setTimeout(resolve, 30));
    await service.start();
    await away;
    expect(await calls.count('b', {})).toBe(1);
  });
});

describe('when the server falters once', () => {
  const PASSING = [
    { kind: 'rate-limit', retryAfter: 1 },
    { kind: 'rate-limit' },
    { kind: 'unavailable' },
    { kind: 'broken' },
    { kind: 'gateway' },
    { kind: 'dropped' },
    { kind: 'reply-lost' },
    { kind: 'cut-reply' },
  ] as const;
  const OF_WRITES = [{ kind: 'half-applied' }, { kind: 'accepted' }, { kind: 'wait-timeout' }] as const;

  test.each([...PASSING, ...OF_WRITES])('$kind: a write is all there in the end', async (fault) => {
    const calls = connect({ apiKey: 'sk-1', timeoutMs: 60_000 });
    await calls.createCollection('b', SETTINGS);
    service.clearLog();
    service.fault({ ...fault, on: 'upsert_points' });
    await calls.upsert('b', [point(1), point(2), point(3), point(4)]);
    expect(await calls.count('b', {})).toBe(4);
    expect(service.count('upsert_points')).toBe(2);
    expect(service.violations).toEqual([]);
  });

  test.each(PASSING)('$kind: a read is answered in the end', async (fault) => {
    const calls = connect({ apiKey: 'sk-1', timeoutMs: 60_000 });
    await calls.createCollection('b', SETTINGS);
    await calls.upsert('b', [point(1)]);
    service.fault({ ...fault, on: 'count_points' });
    expect(await calls.count('b', {})).toBe(1);
    expect(service.count('count_points')).toBe(2);
  });

  test.each([{ kind: 'garbage' }, { kind: 'other-shape' }] as const)(
    '$kind: nothing is taken from it, and it is not asked again at once',
    async (fault) => {
      const calls = connect({ apiKey: 'sk-1' });
      await calls.createCollection('b', SETTINGS);
      await calls.upsert('b', [point(1)]);
      service.fault({ ...fault, on: 'count_points' });
      await expect(calls.count('b', {})).rejects.toMatchObject({ code: 'UPSTREAM_FAILED', retryable: true });
      expect(service.count('count_points')).toBe(1);
      expect(await calls.count('b', {})).toBe(1);
    },
  );
});

describe('the version of a server', () => {
  test.each(['1.10.0', '1.10.1', '1.18.0', '2.0.0', '1.11.0-dev'])('%s will do', async (version) => {
    expect(await checkServerVersion({ version: async () => version })).toBe(version);
  });

  test.each(['1.9.7', '1.0.0', '0.11.0'])('%s is too old, and both versions are named', async (version) => {
    await expect(checkServerVersion({ version: async () => version })).rejects.toMatchObject({
      code: 'UNSUPPORTED',
      message: expect.stringMatching(new RegExp(`${version.replaceAll('.', '\\.')}.*1\\.10\\.0`, 'u')),
    });
  });

  test('is asked of the server', async () => {
    expect(await checkServerVersion(connect())).toBe('1.18.0');
  });

  test('is no other text', async () => {
    await expect(checkServerVersion({ version: async () => 'nginx' })).rejects.toMatchObject({
      code: 'UPSTREAM_FAILED',
    });
  });
});
