/** The fake answers the store's calls like Qdrant: if `QDRANT_URL` is set, the same calls go to that server. */
import { afterAll, describe, expect, it } from 'vitest';
import { openQdrantService } from './qdrant-service.ts';

const fake = await openQdrantService();
afterAll(() => fake.close());
const real = process.env['QDRANT_URL'];
const UUID = '5c56c793-69f3-4fbf-87e6-c4bf54c28c26';
const [ONE, OTHER, ALIAS] = ['one', 'other', 'alias'].map((name) => `ibid-fake-${process.pid}-${name}`);
const FIRST = { id: 1, vector: { '': [1, 0, 0], bm25: { indices: [5, 4_294_967_295], values: [1.5, 2] } } };

type Call = readonly [method: string, path: string, body?: object];

/** Each call with the status of its reply and the expected part of its body. */
function script(): readonly (readonly [call: Call, status: number, reply: object])[] {
  return [
    [['GET', `/collections/${ONE}`], 404, refused(`Not found: Collection \`${ONE}\` doesn't exist!`)],
    [['DELETE', `/collections/${ONE}`], 200, { result: false }],
    [
      ['PUT', `/collections/${ONE}`, { vectors: { size: 3, distance: 'Cosine' }, sparse_vectors: { bm25: {} } }],
      200,
      { result: true },
    ],
    [
      ['PUT', `/collections/${ONE}`, { vectors: {} }],
      409,
      refused(`Wrong input: Collection \`${ONE}\` already exists!`),
    ],
    [['PUT', `/collections/${OTHER}`, { vectors: {} }], 200, { result: true }],
    [
      ['GET', `/collections/${ONE}`],
      200,
      { result: { status: 'green', config: { params: { vectors: { size: 3, distance: 'Cosine' } } } } },
    ],
    [['PUT', `/collections/${ONE}/index?wait=true`, { field_name: 'c', field_schema: 'keyword' }], 200, completed()],
    [['PUT', `/collections/${ONE}/index?wait=true`, { field_name: 'c', field_schema: 'keyword' }], 200, completed()],
    [
      [
        'PUT',
        `/collections/${ONE}/points?wait=true`,
        {
          points: [
            { ...FIRST, payload: { a: { b: [1, 2], x: 0 }, c: 'x', e: {} } },
            { id: UUID, vector: { '': [0, 2, 0] }, payload: { c: ['y', 'q'] } },
            { id: 3, vector: [0, 0.5, 0.5], payload: { c: 'z' } },
          ],
        },
      ],
      200,
      completed(),
    ],
    [
      points('', { ids: [1], with_payload: true }),
      200,
      { result: [{ id: 1, payload: { a: { b: [1, 2], x: 0 }, c: 'x', e: {} } }] },
    ],
    [
      points('', { ids: [1], with_payload: ['a.b', 'e.f', 'none.g'] }),
      200,
      { result: [{ id: 1, payload: { a: { b: [1, 2] } } }] },
    ],
    [points('', { ids: [99], with_payload: [] }), 200, { result: [] }],
    [
      points('/scroll', { filter: {}, limit: 2, offset: null, with_payload: ['c'] }),
      200,
      {
        result: {
          points: [
            { id: 1, payload: { c: 'x' } },
            { id: 3, payload: { c: 'z' } },
          ],
          next_page_offset: UUID,
        },
      },
    ],
    [
      points('/scroll', { filter: {}, limit: 2, offset: UUID, with_payload: [] }),
      200,
      { result: { points: [{ id: UUID, payload: {} }], next_page_offset: null } },
    ],
    [
      points('/query', { query: [1, 0.5, 0], filter: {}, limit: 2, with_payload: ['c'], params: { exact: false } }),
      200,
      {
        result: {
          points: [
            { id: 1, score: expect.closeTo(0.894_427, 5) as number, payload: { c: 'x' } },
            { id: UUID, score: expect.closeTo(0.447_213, 5) as number },
          ],
        },
      },
    ],
    [
      points('/query', { query: [1, 1], filter: {}, limit: 2 }),
      400,
      refused('Wrong input: Vector dimension error: expected dim: 3, got 2'),
    ],
    [
      points('/query', {
        query: { indices: [5, 7], values: [2, 1] },
        using: 'bm25',
        filter: {},
        limit: 9,
        with_payload: [],
      }),
      200,
      { result: { points: [{ id: 1, score: 3, payload: {} }] } },
    ],
    [
      points('/query', { query: [0, 0, 1], filter: { must: [{ has_id: [3, 77] }] }, limit: 9, with_payload: [] }),
      200,
      { result: { points: [{ id: 3 }] } },
    ],
    [
      points('/count', { filter: { must: [{ key: 'c', match: { any: ['x', 'q'] } }] }, exact: true }),
      200,
      { result: { count: 2 } },
    ],
    [
      points('/count', { filter: { must: [{ key: 'c', match: { any: [] } }] }, exact: true }),
      200,
      { result: { count: 0 } },
    ],
    [
      points('/payload?wait=true', { payload: { q: 1 }, points: [7] }),
      404,
      refused('Not found: No point with id 7 found'),
    ],
    [points('/payload?wait=true', { payload: { q: 1 }, points: [3] }), 200, completed()],
    [points('', { ids: [3], with_payload: true }), 200, { result: [{ payload: { c: 'z', q: 1 } }] }],
    [points('/payload/delete?wait=true', { keys: ['q'], filter: {} }), 200, completed()],
    [points('', { ids: [3], with_payload: ['q'] }), 200, { result: [{ payload: {} }] }],
    [upsert(OTHER!, [{ id: 7, vector: {}, payload: { holder: 'a', expires: 10 } }]), 200, completed()],
    [upsert(OTHER!, [{ id: 7, vector: {}, payload: { holder: 'b', expires: 20 } }], 5), 200, completed()],
    [
      ['POST', `/collections/${OTHER}/points`, { ids: [7], with_payload: ['holder'] }],
      200,
      { result: [{ payload: { holder: 'a' } }] },
    ],
    [upsert(OTHER!, [{ id: 7, vector: {}, payload: { holder: 'b', expires: 20 } }], 11), 200, completed()],
    [
      ['POST', `/collections/${OTHER}/points`, { ids: [7], with_payload: ['holder'] }],
      200,
      { result: [{ payload: { holder: 'b' } }] },
    ],
    [upsert(OTHER!, []), 400, refused('Bad request: Empty update request')],
    [upsert(OTHER!, [{ id: 'zz', vector: {} }]), 400, refused('value zz is not a valid point ID')],
    [
      upsert(OTHER!, [{ id: 8, vector: {}, payload: { text: '\uD800' } }]),
      400,
      refused('unexpected end of hex escape'),
    ],
    [upsert(ONE!, [{ id: 8, vector: { '': [1, 0] } }]), 400, refused('expected dim: 3, got 2')],
    [upsert(ONE!, [{ id: 8, vector: { other: [1, 0] } }]), 400, refused('Not existing vector name error: other')],
    [points('/delete?wait=true', { points: [3, 77] }), 200, completed()],
    [points('/delete?wait=true', { points: [] }), 400, refused('Bad request: Empty update request')],
    [points('/count', { filter: {}, exact: true }), 200, { result: { count: 2 } }],
    [['POST', '/collections/aliases', { actions: [alias(ONE!)] }], 200, { result: true }],
    [['POST', `/collections/${ALIAS}/points/count`, { exact: true }], 200, { result: { count: 2 } }],
    // An existing alias is redirected; if that fails, it stays unchanged.
    [['POST', '/collections/aliases', { actions: [alias(OTHER!)] }], 200, { result: true }],
    [['POST', '/collections/aliases', { actions: [alias('ibid-fake-none')] }], 404, refused("doesn't exist!")],
    [['POST', `/collections/${ALIAS}/points/count`, { exact: true }], 200, { result: { count: 1 } }],
    [
      ['GET', '/aliases'],
      200,
      { result: { aliases: expect.arrayContaining([{ alias_name: ALIAS, collection_name: OTHER }]) as object } },
    ],
    [
      ['GET', '/collections'],
      200,
      { result: { collections: expect.arrayContaining([{ name: ONE }, { name: OTHER }]) as object } },
    ],
    [['DELETE', `/collections/${ONE}`], 200, { result: true }],
    [['DELETE', `/collections/${OTHER}`], 200, { result: true }],
    [
      ['GET', '/aliases'],
      200,
      { result: { aliases: expect.not.arrayContaining([{ alias_name: ALIAS, collection_name: OTHER }]) as object } },
    ],
  ];
}

describe.each([
  ['the fake', fake.url],
  [`a real server${real === undefined ? ' (skipped: QDRANT_URL names none)' : ''}`, real],
])('%s', (_, url) => {
  it.skipIf(url === undefined)('answers the calls of the store', { timeout: 60_000 }, async () => {
    for (const [[method, path, body], status, expected] of script()) {
      const headers = { 'Content-Type': 'application/json', 'api-key': process.env['QDRANT_API_KEY'] ?? '' };
      const response = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
      const reply: unknown = await response.json();
      expect([method, path, body, response.status, reply]).toMatchObject([method, path, body, status, expected]);
    }
  });
});

it('refuses filters on fields without an index, wrong keys and calls that it does not know', async () => {
  await using keyed = await openQdrantService({ apiKey: 'right' });
  const call = async (method: string, path: string, key: string, body?: object): Promise<[number, string]> => {
    const response = await fetch(keyed.url + path, {
      method,
      headers: { 'api-key': key },
      ...(body && { body: JSON.stringify(body) }),
    });
    return [response.status, await response.text()];
  };
  expect(await call('GET', '/collections', 'wrong')).toEqual([401, 'Invalid API key or JWT']);
  await call('PUT', '/collections/a', 'right', { vectors: {} });
  const filter = { must: [{ key: 'k', match: { value: 'v' } }] };
  expect(await call('POST', '/collections/a/points/count', 'right', { filter })).toEqual([
    400,
    expect.stringContaining('Index required but not found for \\"k\\"'),
  ]);
  expect((await call('POST', '/collections/a/snapshots', 'right'))[0]).toBe(404);
});

function points(path: string, body: object): Call {
  return ['POST', `/collections/${ONE}/points${path}`, body];
}

function upsert(collection: string, written: readonly object[], expiresBefore?: number): Call {
  const condition =
    expiresBefore === undefined
      ? {}
      : { update_filter: { should: [{ key: 'expires', range: { lt: expiresBefore } }] } };
  return ['PUT', `/collections/${collection}/points?wait=true`, { points: written, ...condition }];
}

function alias(collection: string): object {
  return { create_alias: { alias_name: ALIAS, collection_name: collection } };
}

function completed(): object {
  return { status: 'ok', result: { status: 'completed' } };
}

function refused(message: string): object {
  return { status: { error: expect.stringContaining(message) as string } };
}
