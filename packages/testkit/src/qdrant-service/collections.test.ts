import { describe, expect, it } from 'vitest';
import { uuid, withClient } from './testing/with-client.ts';

const place = withClient();
const DENSE = { vectors: { size: 2, distance: 'Dot' } } as const;

describe('collections', () => {
  it('are made, described, listed and deleted', async () => {
    const { client } = place;
    await client.createCollection('c', {
      ...DENSE,
      sparse_vectors: { bm25: { modifier: 'idf' } },
      replication_factor: 2,
    });
    await client.createPayloadIndex('c', { field_name: 'from', field_schema: 'integer', wait: true });
    await client.upsert('c', { wait: true, points: [{ id: 1, vector: [1, 2], payload: { from: 3 } }] });
    const { config, payload_schema: schema, points_count: count } = await client.getCollection('c');
    expect(config.params).toMatchObject({
      ...DENSE,
      sparse_vectors: { bm25: { modifier: 'idf' } },
      replication_factor: 2,
    });
    expect(schema).toEqual({ from: { data_type: 'integer', points: 1 } });
    expect(count).toBe(1);
    expect(await client.getCollections()).toEqual({ collections: [{ name: 'c' }] });
    expect(await client.deleteCollection('c')).toBe(true);
    expect(await client.deleteCollection('c')).toBe(false);
    expect(await client.collectionExists('c')).toEqual({ exists: false });
  });

  it('may have no vectors at all', async () => {
    await place.client.createCollection('c', { vectors: {} });
    await place.client.upsert('c', { wait: true, points: [{ id: uuid(1), vector: {}, payload: { kind: 'state' } }] });
    const { points } = await place.client.scroll('c', { with_vector: true });
    expect(points).toEqual([{ id: uuid(1), payload: { kind: 'state' }, vector: {} }]);
  });

  it.each([
    [
      'an unknown one is not found',
      'GET',
      '/collections/none',
      undefined,
      404,
      "Not found: Collection `none` doesn't exist!",
    ],
    ['one there is cannot be made', 'PUT', '/collections/c', DENSE, 409, 'Wrong input: Collection `c` already exists!'],
    ['nor one named as an alias', 'PUT', '/collections/a', DENSE, 400, 'Alias with the same name already exists'],
    [
      'vectors have a size',
      'PUT',
      '/collections/d',
      { vectors: { size: 0, distance: 'Dot' } },
      422,
      'must be from 1 to 65536',
    ],
  ])('%s', async (_, method, path, body, status, error) => {
    await place.client.createCollection('c', DENSE);
    await place.client.updateCollectionAliases({
      actions: [{ create_alias: { collection_name: 'c', alias_name: 'a' } }],
    });
    const reply = await place.ask(method, path, body);
    expect(reply.status).toBe(status);
    const said = JSON.parse(reply.text) as { readonly status: { readonly error: string } };
    expect(said.status.error).toContain(error);
    expect(said).not.toHaveProperty('result');
    expect(said).toHaveProperty('time');
  });
});

describe('aliases', () => {
  it('move from one collection to another in one step, and are followed', async () => {
    const { client } = place;
    for (const [at, name] of ['old', 'new'].entries()) {
      await client.createCollection(name, DENSE);
      await client.upsert(name, { wait: true, points: [{ id: at, vector: [1, 1] }] });
    }
    await client.updateCollectionAliases({ actions: [{ create_alias: { collection_name: 'old', alias_name: 'a' } }] });
    expect((await client.scroll('a')).points[0]!.id).toBe(0);
    await client.updateCollectionAliases({
      actions: [{ delete_alias: { alias_name: 'a' } }, { create_alias: { collection_name: 'new', alias_name: 'a' } }],
    });
    expect((await client.scroll('a')).points[0]!.id).toBe(1);
    expect(await client.getAliases()).toEqual({ aliases: [{ alias_name: 'a', collection_name: 'new' }] });
    expect(await client.getCollectionAliases('old')).toEqual({ aliases: [] });
    expect(place.service.collections().map(({ name, aliases }) => [name, aliases])).toEqual([
      ['old', []],
      ['new', ['a']],
    ]);
  });

  it('change one after another, so that what comes before a refused one is done', async () => {
    await place.client.createCollection('c', DENSE);
    await place.client.updateCollectionAliases({
      actions: [{ create_alias: { collection_name: 'c', alias_name: 'a' } }],
    });
    const reply = await place.ask('POST', '/collections/aliases', {
      actions: [{ delete_alias: { alias_name: 'a' } }, { create_alias: { collection_name: 'none', alias_name: 'a' } }],
    });
    expect(reply.status).toBe(404);
    expect(await place.client.getAliases()).toEqual({ aliases: [] });
  });

  it('that are there already lead elsewhere, and one that is not there may be deleted', async () => {
    await place.client.createCollection('c', DENSE);
    await place.client.createCollection('d', DENSE);
    for (const name of ['c', 'd']) {
      await place.client.updateCollectionAliases({
        actions: [
          { delete_alias: { alias_name: 'none' } },
          { create_alias: { collection_name: name, alias_name: 'a' } },
        ],
      });
    }
    expect(await place.client.getAliases()).toEqual({ aliases: [{ alias_name: 'a', collection_name: 'd' }] });
  });

  it('go with their collection', async () => {
    await place.client.createCollection('c', DENSE);
    await place.client.updateCollectionAliases({
      actions: [{ create_alias: { collection_name: 'c', alias_name: 'a' } }],
    });
    await place.client.deleteCollection('c');
    expect(await place.client.getAliases()).toEqual({ aliases: [] });
  });
});

describe('the rest', () => {
  it('health checks and version are answered', async () => {
    expect(await place.ask('GET', '/readyz')).toMatchObject({ status: 200, text: 'all shards are ready' });
    for (const path of ['/livez', '/healthz']) expect((await place.ask('GET', path)).text).toBe('healthz check passed');
    expect(await place.client.versionInfo()).toMatchObject({ version: '1.18.0' });
  });
});
