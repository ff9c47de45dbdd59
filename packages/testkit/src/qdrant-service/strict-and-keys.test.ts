import { describe, expect, it } from 'vitest';
import { withClient } from './testing/with-client.ts';

const strict = withClient({ strictMode: true });
const late = withClient({ preventUnoptimized: true, applyAfterMs: 60_000 });
const locked = withClient({ apiKey: 'secret', applyAfterMs: 1 });

describe('strict mode', () => {
  it.each([
    ['keyword', { key: 'a', match: { value: 'x' } }],
    ['keyword', { key: 'a', match: { any: ['x', 'y'] } }],
    ['keyword', { key: 'a', match: { any: [] } }],
    ['integer', { key: 'a', match: { any: [1] } }],
    ['integer', { key: 'a', range: { lte: 1 } }],
    ['float', { key: 'a', range: { lte: 1 } }],
    ['bool', { key: 'a', match: { value: true } }],
    ['integer', { is_empty: { key: 'a' } }],
    ['keyword', { must: [{ should: [{ key: 'a', match: { value: 'x' } }] }] }],
  ])('wants an index that serves the comparison: %s', async (kind, condition) => {
    const { client } = strict;
    await client.createCollection('c', {});
    const filter = { must_not: [condition] };
    const asked = async (): Promise<readonly number[]> => {
      const replies = [
        await strict.ask('POST', '/collections/c/points/count', { filter }),
        await strict.ask('POST', '/collections/c/points/scroll', { filter }),
        await strict.ask('POST', '/collections/c/points/delete?wait=true', { filter }),
        await strict.ask('POST', '/collections/c/points/payload?wait=true', { payload: {}, filter }),
      ];
      return replies.map(({ status }) => status);
    };
    expect(await asked()).toEqual([400, 400, 400, 400]);
    await client.createPayloadIndex('c', { field_name: 'a', field_schema: 'geo', wait: true });
    const isAny = 'is_empty' in condition;
    expect(await asked()).toEqual(isAny ? [200, 200, 200, 200] : [400, 400, 400, 400]);
    await client.createPayloadIndex('c', { field_name: 'a', field_schema: kind as 'keyword', wait: true });
    expect(await asked()).toEqual([200, 200, 200, 200]);
  });

  it('says which field lacks one, and of which kind', async () => {
    await strict.client.createCollection('c', {});
    const filter = { must: [{ key: 'from', range: { lte: 1 } }] };
    const reply = await strict.ask('POST', '/collections/c/points/count', { filter });
    expect(reply.text).toContain(
      String.raw`Bad request: Index required but not found for \"from\" of one of the following types: [float, integer]`,
    );
  });

  it('asks for none to decide whether a point that is named is replaced', async () => {
    await strict.client.createCollection('c', {});
    const points = [{ id: 1, vector: {} }];
    const condition = { update_filter: { must: [{ key: 'a', match: { value: 'x' } }] } };
    expect(await strict.client.upsert('c', { wait: true, points, ...condition })).toMatchObject({
      status: 'completed',
    });
  });

  it('asks for none where nothing of the payload is compared', async () => {
    await strict.client.createCollection('c', {});
    const filter = { must: [{ has_id: [1] }] };
    expect(await strict.client.count('c', { filter })).toEqual({ count: 0 });
  });

  it('may be a matter of one collection', async () => {
    const filter = { must: [{ key: 'a', match: { value: 'x' } }] };
    const config = { enabled: true, unindexed_filtering_retrieve: false };
    await locked.client.createCollection('c', { strict_mode_config: config });
    await locked.client.createCollection('d', {});
    const headers = { 'api-key': 'secret' };
    const asked = [
      await locked.ask('POST', '/collections/c/points/count', { filter }, headers),
      await locked.ask('POST', '/collections/d/points/count', { filter }, headers),
    ];
    expect(asked.map(({ status }) => status)).toEqual([400, 200]);
  });
});

it('writes that nobody waits for are applied by themselves after a while', async () => {
  const { client } = locked;
  await client.createCollection('c', {});
  await client.upsert('c', { wait: false, points: [{ id: 1, vector: {} }] });
  await expect.poll(async () => client.count('c')).toEqual({ count: 1 });
});

describe('prevent_unoptimized', () => {
  const VECTORS = { vectors: { size: 1, distance: 'Dot' } } as const;

  it.each([
    ['where the server is set up so', VECTORS, 'wait_timeout', 0],
    [
      'not where the collection says otherwise',
      { ...VECTORS, optimizers_config: { prevent_unoptimized: false } },
      'completed',
      1,
    ],
    ['nor where there are no vectors', {}, 'completed', 1],
  ] as const)('lets points be seen late %s', async (_, settings, status, count) => {
    const { client } = late;
    await client.createCollection('c', settings);
    const points = [{ id: 1, vector: 'vectors' in settings ? [1] : {} }];
    expect((await client.upsert('c', { wait: true, points })).status).toBe(status);
    expect(await client.count('c')).toEqual({ count });
    late.service.settle();
    expect(await client.count('c')).toEqual({ count: 1 });
  });
});

describe('a key', () => {
  it('is asked for by everything but the version and the health checks', async () => {
    expect(await locked.ask('GET', '/collections')).toMatchObject({
      status: 401,
      text: 'Must provide an API key or an Authorization bearer token',
    });
    expect(await locked.ask('GET', '/collections', undefined, { 'api-key': 'wrong' })).toMatchObject({
      status: 401,
      text: 'Invalid API key or JWT',
    });
    expect(await locked.ask('GET', '/collections', undefined, { authorization: 'Bearer secret' })).toMatchObject({
      status: 200,
    });
    expect((await locked.ask('GET', '/readyz')).status).toBe(200);
    expect((await locked.ask('GET', '/')).status).toBe(200);
  });
});
