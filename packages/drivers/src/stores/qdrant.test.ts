import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openStore } from '@ibid/core';
import { describeStore, openQdrantService, putPages, sketchPage, START, type StorePlace } from '@ibid/testkit';
import { afterAll, describe, expect, test } from 'vitest';
import { QdrantClient } from './qdrant/client.ts';
import { pointId } from './qdrant/layout.ts';
import { checkOptions } from './qdrant/options.ts';
import { isExternal } from './qdrant/read.ts';
import { qdrantStore } from './qdrant.ts';

const service = await openQdrantService();
const apiKey = process.env['QDRANT_API_KEY'];
let places = 0;

afterAll(async () => {
  await service.close();
});

function clientOf(url: string): QdrantClient {
  return new QdrantClient(checkOptions({ url, apiKey }), new AbortController().signal);
}

/** A separate collection, deleted afterwards with everything that belongs to it. */
function placeAt(url: string): StorePlace {
  const collection = `ibid-test-${process.pid}-${places++}`;
  return {
    driver: () => qdrantStore({ url, collection, apiKey }),
    remove: async () => {
      const client = clientOf(url);
      for (const name of await client.collections()) {
        if (name.startsWith(`${collection}-`)) await client.drop(name);
      }
    },
  };
}

// Few runs, because every step takes several requests here.
describeStore({ name: 'qdrant', lacks: [], make: async () => placeAt(service.url), runs: 5 });

const real = process.env['QDRANT_URL'];
describe.skipIf(real === undefined)(
  `against a real server${real === undefined ? ' (skipped: QDRANT_URL names none)' : ''}`,
  { timeout: 600_000 },
  () => {
    describeStore({ name: 'qdrant', lacks: [], make: async () => placeAt(real ?? ''), runs: 2 });
  },
);

describe('a collection that another program made', () => {
  test('is not written to, and the error says what to do', async () => {
    const client = clientOf(service.url);
    await client.create('of-others', [], 8);
    const before = await client.collections();
    await using store = await openStore(qdrantStore({ url: service.url, collection: 'of-others', spaceId: 'other@8' }));
    await expect(store.beginBuild(START)).rejects.toThrow('Ibid writes only to its own; name another collection');
    expect(await client.collections()).toEqual(before);
  });

  test.each(['other@16', 'other@16;query=ab12'])('is refused for an embedder of another size: %s', async (spaceId) => {
    await clientOf(service.url).create('of-eight', [], 8);
    const opening = openStore(qdrantStore({ url: service.url, collection: 'of-eight', spaceId }));
    await expect(opening).rejects.toMatchObject({
      code: 'INDEX_MISMATCH',
      message: expect.stringContaining(`vectors of 8 dimensions, and the embedder \`${spaceId}\` makes 16`),
    });
  });

  test('is not written to when it came after the store was opened', async () => {
    await using store = await openStore(qdrantStore({ url: service.url, collection: 'of-others-later' }));
    const client = clientOf(service.url);
    await client.create('of-others-later', [], 8);
    await expect(store.beginBuild(START)).rejects.toMatchObject({ code: 'INVALID_CONFIG' });
  });
});

test('a build that ended without a word is gone on with once its writer is gone', async () => {
  const place = placeAt(service.url);
  const dead = await openStore(place.driver());
  await dead.beginBuild(START);
  await putPages(dead, [sketchPage({ path: '/a', passages: [{ heading: 'Top', text: 'alpha' }] })]);
  await using other = await openStore(place.driver());
  await expect(other.beginBuild(START)).rejects.toMatchObject({ code: 'STORE_BUSY', retryable: true });
  await dead.close();
  expect(await other.beginBuild(START)).toMatchObject({ resumed: true, pages: [{ revision: '1' }] });
  await place.remove();
});

async function start(collection: string): Promise<Awaited<ReturnType<typeof openStore>>> {
  const store = await openStore(qdrantStore({ url: service.url, collection }));
  await store.beginBuild(START);
  await putPages(store, [sketchPage({ path: '/a', passages: [{ heading: 'Top', text: 'alpha' }] })]);
  return store;
}

describe('a build', () => {
  test('that was published although its writer does not know is not deleted when the writer gives up', async () => {
    const client = clientOf(service.url);
    await using store = await start('gives-up');
    await client.create('gives-up-v1', [], 8);
    await client.switchAlias('gives-up', 'gives-up-v1');
    await store.abandonBuild();
    expect(await client.collections()).toEqual(expect.arrayContaining(['gives-up-v1', 'gives-up-v1-meta']));
  });

  test('is not resumed if its pages have another layout', async () => {
    await (await start('of-before')).close();
    const meta = 'of-before-v1-meta';
    await clientOf(service.url).setPayload(meta, pointId('state', ''), { layout: 1 });
    await using store = await openStore(qdrantStore({ url: service.url, collection: 'of-before' }));
    expect(await store.beginBuild(START)).toMatchObject({ resumed: false, pages: [] });
  });

  test('begins although an earlier one left passages without pages', async () => {
    await clientOf(service.url).create('left-over-v7', [], 8);
    await using store = await start('left-over');
    expect(await Array.fromAsync(store.listBuild())).toHaveLength(1);
    expect(await clientOf(service.url).collections()).not.toContain('left-over-v7');
  });

  test('of ours is not taken for a collection of another program where its alias appears meanwhile', async () => {
    const client = { alias: async () => undefined, collections: async () => ['book-v1', 'book-v1-meta'] };
    expect(await isExternal(client, 'book')).toBe(false);
  });
});

test('a reader does not wait as long for a server that is away as a build does', async () => {
  let attempts = 0;
  const server = createServer((_, response) => {
    attempts += 1;
    response.writeHead(503).end('{"status":{"error":"restarting"}}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await expect(qdrantStore({ url }).info()).rejects.toMatchObject({ code: 'UPSTREAM_FAILED', retryable: true });
  // The pauses between them double from a tenth of a second.
  expect(attempts).toBeGreaterThan(3);
  expect(attempts).toBeLessThan(9);
  server.closeAllConnections();
  server.close();
});
