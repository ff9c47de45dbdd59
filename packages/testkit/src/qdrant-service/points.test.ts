import { describe, expect, it } from 'vitest';
import { uuid, withClient } from './testing/with-client.ts';

const place = withClient({ maxBodyBytes: 20_000, applyAfterMs: 60_000 });

async function collection(): Promise<void> {
  await place.client.createCollection('c', {
    vectors: { size: 2, distance: 'Cosine' },
    sparse_vectors: { bm25: { modifier: 'idf' } },
  });
}

async function put(...points: readonly object[]): Promise<void> {
  const { status, text } = await place.ask('PUT', '/collections/c/points?wait=true', { points });
  expect([status, text]).toEqual([200, expect.any(String)]);
}

async function chosen(selector: object | boolean): Promise<unknown> {
  const { points } = await place.client.query('c', { query: [1, 0], with_payload: selector as boolean });
  return points[0]!.payload;
}

/** A conditional upsert of a point that is there and one that is not; the payload of the first and the number of points then. */
async function write(mode: 'insert_only' | 'update_only' | undefined, token: string): Promise<unknown> {
  await place.client.upsert('c', {
    wait: true,
    points: [
      { id: 1, vector: [1, 0], payload: { token: 'new' } },
      { id: 2, vector: [1, 0] },
    ],
    update_filter: { must: [{ key: 'token', match: { value: token } }] },
    ...(mode === undefined ? {} : { update_mode: mode }),
  });
  return [await payloadOf(1), (await place.client.count('c')).count];
}

async function payloadOf(id: string | number): Promise<unknown> {
  return (await place.client.retrieve('c', { ids: [id] }))[0]?.payload;
}

describe('vectors', () => {
  it('of cosine are kept normalised as 32-bit floats, printed as short as they can be; none stays none', async () => {
    await collection();
    await put(
      { id: 1, vector: [3, 4] },
      { id: 2, vector: [0, 0] },
      { id: 3, vector: { '': [0.1, 0], bm25: { indices: [7, 2], values: [0.1, 2] } } },
      { id: 4, vector: { bm25: { indices: [1], values: [1] } } },
      { id: 5, vector: {} },
    );
    const { points } = await place.client.scroll('c', { with_vector: true, with_payload: false });
    expect(points).toEqual([
      { id: 1, vector: [0.6, 0.8] },
      { id: 2, vector: [0, 0] },
      { id: 3, vector: { '': [1, 0], bm25: { indices: [2, 7], values: [2, 0.1] } } },
      { id: 4, vector: { bm25: { indices: [1], values: [1] } } },
      { id: 5, vector: {} },
    ]);
    const { points: chosenOnes } = await place.client.scroll('c', {
      with_vector: ['bm25'],
      with_payload: false,
      limit: 1,
    });
    expect(chosenOnes).toEqual([{ id: 1, vector: {} }]);
  });

  it('come as columns too', async () => {
    await collection();
    await place.client.upsert('c', {
      wait: true,
      batch: {
        ids: [1, uuid(2)],
        vectors: [
          [1, 0],
          [0, 1],
        ],
        payloads: [{ a: 1 }, null],
      },
    });
    const { points } = await place.client.scroll('c', { with_vector: true });
    expect(points).toEqual([
      { id: 1, payload: { a: 1 }, vector: [1, 0] },
      { id: uuid(2), payload: {}, vector: [0, 1] },
    ]);
  });

  it.each([
    ['too short', { id: 1, vector: [1] }, 400, 'Wrong input: Vector dimension error: expected dim: 2, got 1'],
    [
      'of no such name',
      { id: 1, vector: { other: [1, 2] } },
      400,
      'Wrong input: Not existing vector name error: other',
    ],
    ['dense for sparse', { id: 1, vector: { bm25: [1, 2] } }, 400, 'Vector bm25 is a sparse vector'],
    [
      'sparse with an index twice',
      { id: 1, vector: { bm25: { indices: [1, 1], values: [1, 2] } } },
      422,
      'must be unique',
    ],
    ['sparse of two lengths', { id: 1, vector: { bm25: { indices: [1], values: [1, 2] } } }, 422, 'same length'],
    ['beyond floats', { id: 1, vector: [1e300, 0] }, 400, 'beyond 32-bit floats'],
    ['of an id that is none', { id: 'page-1', vector: [1, 2] }, 400, 'is not a valid point ID'],
  ])('%s are refused, and nothing of the request is applied', async (_, point, status, error) => {
    await collection();
    const points = [{ id: 9, vector: [1, 0] }, point];
    const reply = await place.ask('PUT', '/collections/c/points?wait=true', { points });
    expect([reply.status, reply.text]).toEqual([status, expect.stringContaining(error)]);
    expect(await place.client.count('c')).toEqual({ count: 0 });
  });
});

describe('ids', () => {
  it('are numbers before UUIDs in scrolling, and UUIDs are shown one way however they came', async () => {
    await collection();
    await put(
      { id: 10, vector: [1, 0] },
      { id: 'F0000000000040008000000000000001', vector: [1, 0] },
      { id: 9, vector: [1, 0] },
      { id: uuid(1), vector: [1, 0] },
    );
    const { points } = await place.client.scroll('c', {});
    expect(points.map(({ id }) => id)).toEqual([9, 10, uuid(1), 'f0000000-0000-4000-8000-000000000001']);
  });

  it('that are not there are left out when points are retrieved', async () => {
    await collection();
    await put({ id: 1, vector: [1, 0] });
    expect(await place.client.retrieve('c', { ids: [1, 1, 2, uuid(3)] })).toEqual([{ id: 1, payload: {} }]);
  });
});

describe('points whose copies differ', () => {
  it('are not shown to whoever asks several, and end a scroll early', async () => {
    await collection();
    await put(...[1, 2, 3, 4, 5].map((id) => ({ id, vector: [1, 0] })));
    place.service.differ([2]);
    const scroll = async (consistency?: number): Promise<unknown> => {
      const given = consistency === undefined ? {} : { consistency };
      const { points, next_page_offset: next } = await place.client.scroll('c', { limit: 3, ...given });
      return [points.map(({ id }) => id), next];
    };
    expect(await scroll()).toEqual([[1, 2, 3], 4]);
    expect(await scroll(2)).toEqual([[1, 3, 4], null]);
    expect(await place.client.retrieve('c', { ids: [2], consistency: 2 })).toEqual([]);
    expect(await place.client.retrieve('c', { ids: [2] })).toHaveLength(1);
    place.service.differ([]);
    expect(await scroll(2)).toEqual([[1, 2, 3], 4]);
  });

  it('are shown to whoever asks for no field in which they do', async () => {
    await collection();
    await put({ id: 1, vector: [1, 0], payload: { a: 1, until: 7 } }, { id: 2, vector: [1, 0], payload: { a: 2 } });
    place.service.differ([1, 2], ['until']);
    const found = async (payload: boolean | string[] | { readonly exclude: string[] }): Promise<number> =>
      (await place.client.retrieve('c', { ids: [1, 2], consistency: 2, with_payload: payload })).length;
    expect(await found(true)).toBe(0);
    expect(await found(['a', 'until'])).toBe(0);
    expect(await found({ exclude: ['a'] })).toBe(0);
    expect(await found(false)).toBe(2);
    expect(await found(['a'])).toBe(2);
    expect(await found({ exclude: ['until'] })).toBe(2);
  });
});

describe('payload', () => {
  it('is chosen by paths; what stands on the way to a place that is not there stays, empty', async () => {
    await collection();
    const payload = { terms: { abc: [1, 2], d: 3 }, list: [{ a: 1, b: 2 }], 'odd key': 1, text: 'x' };
    await put({ id: 1, vector: [1, 0], payload });
    expect(await chosen(true)).toEqual(payload);
    expect(await chosen(false)).toBeUndefined();
    expect(await chosen(['terms.abc', 'text'])).toEqual({ terms: { abc: [1, 2] }, text: 'x' });
    expect(await chosen({ include: ['terms.none', 'nothing'] })).toEqual({ terms: {} });
    expect(await chosen({ include: ['list[].a', '"odd key"'] })).toEqual({ list: [{ a: 1 }], 'odd key': 1 });
    expect(await chosen({ exclude: ['terms.abc', 'list', '"odd key"'] })).toEqual({ terms: { d: 3 }, text: 'x' });
  });

  it('is replaced by an upsert, merged by set, and a field set to null goes', async () => {
    await collection();
    await put({ id: 1, vector: [1, 0], payload: { a: 1, b: { c: 2 } } });
    await place.client.setPayload('c', { wait: true, payload: { a: null, d: 4 }, points: [1] });
    expect(await payloadOf(1)).toEqual({ b: { c: 2 }, d: 4 });
    await place.client.setPayload('c', { wait: true, payload: { e: 5 }, key: 'b', points: [1] });
    expect(await payloadOf(1)).toEqual({ b: { c: 2, e: 5 }, d: 4 });
    await place.client.deletePayload('c', { wait: true, keys: ['b.c', 'd', 'none'], points: [1] });
    expect(await payloadOf(1)).toEqual({ b: { e: 5 } });
    await place.client.overwritePayload('c', { wait: true, payload: { f: 6 }, filter: {} });
    expect(await payloadOf(1)).toEqual({ f: 6 });
    await put({ id: 1, vector: [1, 0] });
    expect(await payloadOf(1)).toEqual({});
    await put({ id: 1, vector: [1, 0], payload: { g: 7 } });
    await place.client.clearPayload('c', { wait: true, points: [1] });
    expect(await payloadOf(1)).toEqual({});
  });

  it('set under a filter goes to whoever passes when it is applied: of two that compare and set, one wins', async () => {
    await collection();
    await put({ id: 1, vector: [1, 0], payload: { owner: 'nobody' } });
    await Promise.all(
      ['a', 'b', 'c'].map(async (owner) =>
        place.client.setPayload('c', {
          wait: true,
          payload: { owner, [`won_by_${owner}`]: true },
          filter: { must: [{ has_id: [1] }, { key: 'owner', match: { value: 'nobody' } }] },
        }),
      ),
    );
    const { owner, ...won } = (await payloadOf(1)) as Record<string, unknown>;
    expect(won).toEqual({ [`won_by_${String(owner)}`]: true });
  });

  it('of a point that is not there cannot be set by id', async () => {
    await collection();
    const reply = await place.ask('POST', '/collections/c/points/payload?wait=true', {
      payload: { a: 1 },
      points: [4],
    });
    expect([reply.status, reply.text]).toEqual([404, expect.stringContaining('No point with id 4 found')]);
  });

  it('looks into arrays of objects one by one where a filter is nested', async () => {
    await collection();
    await put(
      {
        id: 1,
        vector: {},
        payload: {
          diet: [
            { food: 'leaves', likes: false },
            { food: 'meat', likes: true },
          ],
        },
      },
      { id: 2, vector: {}, payload: { diet: [{ food: 'leaves', likes: true }] } },
    );
    const must = [
      { key: 'food', match: { value: 'leaves' } },
      { key: 'likes', match: { value: true } },
    ];
    const nested = await place.client.count('c', { filter: { must: [{ nested: { key: 'diet', filter: { must } } }] } });
    const flat = await place.client.count('c', {
      filter: { must: must.map((one) => ({ ...one, key: `diet[].${one.key}` })) },
    });
    expect([nested.count, flat.count]).toEqual([1, 2]);
  });
});

describe('writes', () => {
  it('are conditional on the point there is, where an upsert says so', async () => {
    await collection();
    await put({ id: 1, vector: [1, 0], payload: { token: 'old' } });
    expect(await write('update_only', 'other')).toEqual([{ token: 'old' }, 1]);
    expect(await write('insert_only', 'old')).toEqual([{ token: 'old' }, 2]);
    expect(await write(undefined, 'other')).toEqual([{ token: 'old' }, 2]);
    expect(await write(undefined, 'old')).toEqual([{ token: 'new' }, 2]);
  });

  it('that nobody waits for are applied later, before any that is waited for', async () => {
    await collection();
    const first = await place.client.upsert('c', {
      wait: false,
      points: [{ id: 1, vector: [1, 0], payload: { a: 1 } }],
    });
    expect(first.status).toBe('acknowledged');
    expect(await place.client.count('c')).toEqual({ count: 0 });
    const second = await place.client.setPayload('c', { wait: true, payload: { b: 2 }, points: [1] });
    expect(second.status).toBe('completed');
    expect(await payloadOf(1)).toEqual({ a: 1, b: 2 });
    await place.client.delete('c', { wait: false, points: [1] });
    expect(await place.client.count('c')).toEqual({ count: 1 });
    place.service.settle();
    expect(await place.client.count('c')).toEqual({ count: 0 });
  });

  it('come several at once, in their order', async () => {
    await collection();
    const results = await place.client.batchUpdate('c', {
      wait: true,
      operations: [
        { upsert: { points: [1, 2].map((id) => ({ id, vector: [1, 0], payload: { a: id } })) } },
        { set_payload: { payload: { b: 1 }, filter: { must: [{ key: 'a', range: { gt: 1 } }] } } },
        { delete: { points: [1] } },
      ],
    });
    expect(results).toHaveLength(3);
    expect((await place.client.scroll('c')).points).toEqual([{ id: 2, payload: { a: 2, b: 1 } }]);
  });

  it('longer than the limit are refused as Qdrant refuses them, with 400, whether they say their length or come in chunks', async () => {
    await collection();
    const payload = { text: 'x'.repeat(20_000) };
    const body = { points: [{ id: 1, vector: [1, 0], payload }] };
    const reply = await place.ask('PUT', '/collections/c/points?wait=true', body);
    expect([reply.status, reply.text]).toEqual([
      400,
      expect.stringContaining('is larger than allowed (limit: 20000 bytes)'),
    ]);
    const chunked = await fetch(`${place.service.url}/collections/c/points?wait=true`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: new Blob([JSON.stringify(body)]).stream(),
      duplex: 'half',
    });
    expect([chunked.status, await chunked.text()]).toEqual([
      400,
      expect.stringContaining('JSON payload has exceeded limit (20000 bytes)'),
    ]);
    expect(await place.client.count('c')).toEqual({ count: 0 });
  });
});

describe('strings', () => {
  it.each(['\\ud800', '\\ude00', '\\ude00\\ud83d', '\\ud83d\\n\\ude00', '\\ud83d\\ud83d\\ude00', '\\ud83dx'])(
    'with half a pair of surrogates are refused: %s',
    async (text) => {
      await collection();
      const body = `{"points":[{"id":1,"vector":[1,0],"payload":{"a":"${text}"}}]}`;
      const reply = await place.ask('PUT', '/collections/c/points?wait=true', body);
      expect([reply.status, reply.text]).toEqual([400, expect.stringContaining('Format error in JSON body')]);
    },
  );

  it.each(['\\ud83d\\ude00', '\\\\ud800', '\\u0000', '\\uD83D\\uDE00\\ud83d\\ude00'])(
    'that are whole are kept: %s',
    async (text) => {
      await collection();
      const body = `{"points":[{"id":1,"vector":[1,0],"payload":{"a":"${text}"}}]}`;
      expect(await place.ask('PUT', '/collections/c/points?wait=true', body)).toMatchObject({ status: 200 });
      expect(await payloadOf(1)).toEqual({ a: JSON.parse(`"${text}"`) as string });
    },
  );

  it('that are not UTF-8 are refused', async () => {
    await collection();
    const response = await fetch(`${place.service.url}/collections/c/points/count`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: Uint8Array.from([123, 34, 255, 34, 58, 49, 125]),
    });
    expect(response.status).toBe(400);
  });
});
