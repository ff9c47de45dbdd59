/** The fake answers the store's calls like Qdrant: if `QDRANT_URL` is set, the same calls go to that server. */
import { afterAll, describe, expect, it } from 'vitest';
import { openQdrantService } from './qdrant-service.ts';

const fake = await openQdrantService();
afterAll(() => fake.close());
const real = process.env['QDRANT_URL'];
const UUID = '5c56c793-69f3-4fbf-87e6-c4bf54c28c26';
const [ONE, OTHER, ALIAS] = ['one', 'other', 'alias'].map((name) => `ibid-fake-${process.pid}-${name}`);
const C = `/collections/${ONE}`;
const D = `/collections/${OTHER}`;
const FIRST = { id: 1, vector: { '': [1, 0, 0], bm25: { indices: [5, 4_294_967_295], values: [1.5, 2] } } };
const SIZES = { vectors: { size: 3, distance: 'Cosine' } };

const done = { result: { status: 'completed' } };
const refused = (message: string): object => ({ status: { error: expect.stringContaining(message) as string } });
const alias = (collection: string): object => ({
  actions: [{ create_alias: { alias_name: ALIAS, collection_name: collection } }],
});
const holder = (name: string, expires: number): object => ({ id: 7, vector: {}, payload: { holder: name, expires } });
const expiredBefore = (lt: number): object => ({ update_filter: { should: [{ key: 'expires', range: { lt } }] } });

/** Each call with the status of its reply and the expected part of its body. */
const CALLS: readonly (readonly [call: string, body: object | undefined, status: number, reply: object])[] = [
  [`GET ${C}`, undefined, 404, refused(`Not found: Collection \`${ONE}\` doesn't exist!`)],
  [`DELETE ${C}`, undefined, 200, { result: false }],
  [`PUT ${C}`, { ...SIZES, sparse_vectors: { bm25: {} } }, 200, { result: true }],
  [`PUT ${C}`, { vectors: {} }, 409, refused('already exists!')],
  [`PUT ${D}`, { vectors: {} }, 200, { result: true }],
  [`GET ${C}`, undefined, 200, { result: { config: { params: SIZES } } }],
  [`PUT ${C}/index?wait=true`, { field_name: 'c', field_schema: 'keyword' }, 200, done],
  [
    `PUT ${C}/points?wait=true`,
    {
      points: [
        { ...FIRST, payload: { a: { b: [1, 2], x: 0 }, c: 'x', e: {} } },
        { id: UUID, vector: { '': [0, 2, 0] }, payload: { c: ['y', 'q'] } },
        { id: 3, vector: [0, 0.5, 0.5], payload: { c: 'z' } },
      ],
    },
    200,
    done,
  ],
  [
    `POST ${C}/points`,
    { ids: [1, 99], with_payload: ['a.b', 'e.f', 'none.g'] },
    200,
    { result: [{ id: 1, payload: { a: { b: [1, 2] } } }] },
  ],
  [
    `POST ${C}/points/scroll`,
    { filter: {}, limit: 2, offset: null, with_payload: ['c'] },
    200,
    { result: { points: [{ id: 1 }, { id: 3 }], next_page_offset: UUID } },
  ],
  [
    `POST ${C}/points/scroll`,
    { filter: {}, limit: 2, offset: UUID, with_payload: [] },
    200,
    { result: { points: [{ id: UUID, payload: {} }], next_page_offset: null } },
  ],
  [
    `POST ${C}/points/query`,
    { query: [1, 0.5, 0], filter: {}, limit: 2, with_payload: ['c'] },
    200,
    {
      result: { points: [{ id: 1, score: expect.closeTo(0.894_427, 5) as number, payload: { c: 'x' } }, { id: UUID }] },
    },
  ],
  [
    `POST ${C}/points/query`,
    { query: { indices: [5, 7], values: [2, 1] }, using: 'bm25', filter: {}, limit: 9, with_payload: [] },
    200,
    { result: { points: [{ id: 1, score: 3, payload: {} }] } },
  ],
  [
    `POST ${C}/points/query`,
    { query: [0, 0, 1], filter: { must: [{ has_id: [3, 77] }] }, limit: 9, with_payload: [] },
    200,
    { result: { points: [{ id: 3 }] } },
  ],
  [`POST ${C}/points/query`, { query: [1, 1], filter: {}, limit: 2 }, 400, refused('expected dim: 3, got 2')],
  [
    `POST ${C}/points/count`,
    { filter: { must: [{ key: 'c', match: { any: ['x', 'q'] } }] }, exact: true },
    200,
    { result: { count: 2 } },
  ],
  [
    `POST ${C}/points/count`,
    { filter: { must: [{ key: 'c', match: { any: [] } }] }, exact: true },
    200,
    { result: { count: 0 } },
  ],
  [`POST ${C}/points/payload?wait=true`, { payload: { q: 1 }, points: [3] }, 200, done],
  [`POST ${C}/points`, { ids: [3], with_payload: true }, 200, { result: [{ payload: { c: 'z', q: 1 } }] }],
  [`PUT ${D}/points?wait=true`, { points: [holder('a', 10)] }, 200, done],
  [`PUT ${D}/points?wait=true`, { points: [holder('b', 20)], ...expiredBefore(5) }, 200, done],
  [`POST ${D}/points`, { ids: [7], with_payload: ['holder'] }, 200, { result: [{ payload: { holder: 'a' } }] }],
  [`PUT ${D}/points?wait=true`, { points: [holder('b', 20)], ...expiredBefore(11) }, 200, done],
  [`POST ${D}/points`, { ids: [7], with_payload: ['holder'] }, 200, { result: [{ payload: { holder: 'b' } }] }],
  [`PUT ${D}/points?wait=true`, { points: [] }, 400, refused('Bad request: Empty update request')],
  [
    `PUT ${D}/points?wait=true`,
    { points: [{ id: 8, vector: {}, payload: { text: '\uD800' } }] },
    400,
    refused('unexpected end of hex escape'),
  ],
  [`POST ${C}/points/delete?wait=true`, { points: [3, 77] }, 200, done],
  [`POST ${C}/points/count`, { filter: {}, exact: true }, 200, { result: { count: 2 } }],
  [`POST /collections/aliases`, alias(ONE!), 200, { result: true }],
  // An existing alias is redirected; if that fails, it stays unchanged.
  [`POST /collections/aliases`, alias(OTHER!), 200, { result: true }],
  [`POST /collections/aliases`, alias('ibid-fake-none'), 404, refused("doesn't exist!")],
  [`POST /collections/${ALIAS}/points/count`, { exact: true }, 200, { result: { count: 1 } }],
  [
    'GET /aliases',
    undefined,
    200,
    { result: { aliases: expect.arrayContaining([{ alias_name: ALIAS, collection_name: OTHER }]) as object } },
  ],
  [`DELETE ${C}`, undefined, 200, { result: true }],
  [`DELETE ${D}`, undefined, 200, { result: true }],
  [`POST /collections/${ALIAS}/points/count`, { exact: true }, 404, refused("doesn't exist!")],
];

describe.each([
  ['the fake', fake.url],
  [`a real server${real === undefined ? ' (skipped: QDRANT_URL names none)' : ''}`, real],
])('%s', (_, url) => {
  it.skipIf(url === undefined)('answers the calls of the store', { timeout: 60_000 }, async () => {
    for (const [call, body, status, expected] of CALLS) {
      const [method = '', path = ''] = call.split(' ');
      const headers = { 'Content-Type': 'application/json', 'api-key': process.env['QDRANT_API_KEY'] ?? '' };
      const response = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
      const reply: unknown = await response.json();
      expect([call, body, response.status, reply]).toMatchObject([call, body, status, expected]);
    }
  });
});

it('refuses filters on fields without an index, wrong keys and calls that it does not know', async () => {
  await using keyed = await openQdrantService({ apiKey: 'right' });
  const call = async (method: string, path: string, key: string, body?: object): Promise<number> => {
    const headers = { 'api-key': key };
    return (await fetch(keyed.url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })).status;
  };
  expect(await call('GET', '/collections', 'wrong')).toBe(401);
  expect(await call('PUT', '/collections/a', 'right', { vectors: {} })).toBe(200);
  const filter = { must: [{ key: 'k', match: { any: ['v'] } }] };
  expect(await call('POST', '/collections/a/points/count', 'right', { filter })).toBe(400);
  expect(await call('POST', '/collections/a/snapshots', 'right')).toBe(404);
});
