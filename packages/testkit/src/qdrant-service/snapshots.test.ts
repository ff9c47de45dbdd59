import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { uuid, withClient } from './testing/with-client.ts';

const place = withClient();

const SETTINGS = {
  vectors: { d: { size: 3, distance: 'Cosine' }, e: { size: 2, distance: 'Dot' } },
  sparse_vectors: { bm25: { modifier: 'idf' } },
} as const;

beforeEach(async () => {
  const { client } = place;
  await client.createCollection('c', SETTINGS);
  await client.createPayloadIndex('c', { field_name: 'from', field_schema: 'integer', wait: true });
  await client.upsert('c', {
    wait: true,
    points: [
      {
        id: 7,
        vector: { d: [1, 2, 3], e: [0.1, 0.7], bm25: { indices: [9, 3], values: [0.3, 1] } },
        payload: { from: 1 },
      },
      { id: uuid(1), vector: { d: [0, 0, 0] }, payload: { text: 'Grüße, 世界 🌍\r\n--' } },
    ],
  });
});

async function taken(): Promise<{
  readonly name: string;
  readonly text: string;
  readonly size: number;
  readonly checksum: string;
}> {
  const { name, size, checksum } = (await place.client.createSnapshot('c'))!;
  const { status, text } = await place.ask('GET', `/collections/c/snapshots/${name}`);
  expect(status).toBe(200);
  return { name, text, size, checksum: checksum! };
}

async function upload(collection: string, text: string, query = ''): Promise<{ status: number; text: string }> {
  const form = new FormData();
  form.append('snapshot', new Blob([text]), 'any-name.snapshot');
  const reply = await fetch(`${place.service.url}/collections/${collection}/snapshots/upload${query}`, {
    method: 'POST',
    body: form,
  });
  return { status: reply.status, text: await reply.text() };
}

describe('snapshots', () => {
  it('are made, listed and deleted by name', async () => {
    const { name } = await taken();
    expect((await place.client.listSnapshots('c')).map((one) => one.name)).toEqual([name]);
    await place.client.deleteSnapshot('c', name);
    expect(await place.client.listSnapshots('c')).toEqual([]);
    expect((await place.ask('GET', `/collections/c/snapshots/${name}`)).status).toBe(404);
  });

  it('say their size and checksum', async () => {
    const { text, size, checksum } = await taken();
    expect(size).toBe(Buffer.byteLength(text));
    expect(checksum).toBe(createHash('sha256').update(text).digest('hex'));
  });

  it('bring back settings, indexes and points, vectors bit for bit, and no alias', async () => {
    const { client, service } = place;
    await client.updateCollectionAliases({ actions: [{ create_alias: { collection_name: 'c', alias_name: 'a' } }] });
    const { text } = await taken();
    const points = async (): Promise<unknown> => (await client.scroll('c', { with_vector: true })).points;
    const [before, described] = [await points(), service.collections()];
    await client.deleteCollection('c');
    expect(await upload('c', text, '?priority=snapshot&wait=true')).toMatchObject({ status: 200 });
    expect(await points()).toEqual(before);
    expect(service.collections()).toEqual(described.map((one) => ({ ...one, aliases: [] })));
    expect((await client.getCollection('c')).config.params).toMatchObject(SETTINGS);
    expect(await client.query('c', { query: { indices: [3], values: [1] }, using: 'bm25' })).toMatchObject({
      points: [{ id: 7 }],
    });
  });

  it('replace what is there, under its own name or another, and leave aliases alone', async () => {
    const { client } = place;
    await client.updateCollectionAliases({ actions: [{ create_alias: { collection_name: 'c', alias_name: 'a' } }] });
    const { text } = await taken();
    await client.delete('c', { wait: true, points: [7] });
    await upload('c', text);
    await upload('copy', text);
    expect([(await client.count('a')).count, (await client.count('copy')).count]).toEqual([2, 2]);
  });

  it('that are cut off, empty, or not those whose checksum was given are refused and change nothing', async () => {
    const { text, checksum } = await taken();
    await place.client.delete('c', { wait: true, points: [7] });
    const refused = [
      await upload('c', text.slice(0, -1)),
      await upload('c', ''),
      await upload('c', text.replace('Gr', 'gr'), `?checksum=${checksum}`),
    ];
    expect(refused.map(({ status }) => status)).toEqual([400, 400, 400]);
    expect((await place.client.count('c')).count).toBe(1);
    expect(await upload('c', text, `?checksum=${checksum}`)).toMatchObject({ status: 200 });
  });

  it('come in a form with a file of that name', async () => {
    const plain = await place.ask('POST', '/collections/c/snapshots/upload', {});
    const form = 'multipart/form-data; boundary=x';
    const other = '--x\r\nContent-Disposition: form-data; name="other"\r\n\r\nno\r\n--x--\r\n';
    const unnamed = await place.ask('POST', '/collections/c/snapshots/upload', other, { 'content-type': form });
    const endless = await place.ask('POST', '/collections/c/snapshots/upload', other.slice(0, -6), {
      'content-type': form,
    });
    expect([plain.status, unnamed.status, endless.status]).toEqual([400, 400, 400]);
    expect(unnamed.text).toContain('no file snapshot');
    expect(endless.text).toContain('its end is missing');
  });
});
