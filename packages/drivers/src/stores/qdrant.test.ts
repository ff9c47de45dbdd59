import { openStore } from '@ibid/core';
import { describeStore, openQdrantService, START, type StorePlace } from '@ibid/testkit';
import { afterAll, describe, expect, test } from 'vitest';
import { qdrantCalls } from './qdrant/client/rest-calls.ts';
import { qdrantStore } from './qdrant.ts';

const service = await openQdrantService({ strictMode: true });
let places = 0;

afterAll(async () => {
  await service.close();
});

/** A collection of its own, removed afterwards with all that belongs to it. */
function placeAt(url: string): StorePlace {
  const collection = `ibid-test-${process.pid}-${places++}`;
  return {
    driver: () => qdrantStore({ url, collection, apiKey: process.env['QDRANT_API_KEY'] }),
    remove: async () => {
      const calls = qdrantCalls({ url, apiKey: process.env['QDRANT_API_KEY'] });
      for (const name of await calls.collections()) {
        if (name.startsWith(`${collection}-`)) await calls.deleteCollection(name);
      }
      await calls.close();
    },
  };
}

// Every step is some requests here; `qdrant.long.test.ts` plays more histories.
describeStore({ name: 'qdrant', lacks: ['terms'], make: async () => placeAt(service.url), runs: 20 });

const real = process.env['QDRANT_URL'];
describe.skipIf(real === undefined)(
  `against a real server${real === undefined ? ' (skipped: QDRANT_URL names none)' : ''}`,
  { timeout: 600_000 },
  () => {
    describeStore({ name: 'qdrant', lacks: ['terms'], make: async () => placeAt(real ?? ''), runs: 20 });
  },
);

describe('a collection that another program made', () => {
  test('is not written to, and the error says what to do', async () => {
    const calls = qdrantCalls({ url: service.url });
    const settings = { dense: { '': { size: 8, distance: 'Cosine' } }, sparse: {} } as const;
    await calls.createCollection('of-others', settings);
    const before = service.collections();
    const store = await openStore(qdrantStore({ url: service.url, collection: 'of-others', spaceId: 'other@8' }));
    await expect(store.beginBuild(START)).rejects.toThrow('Ibid writes only to its own; name another collection');
    await store.close();
    expect(service.collections()).toEqual(before);
    await calls.close();
  });

  test('is not written to when it came after the store was opened', async () => {
    await using store = await openStore(qdrantStore({ url: service.url, collection: 'of-others-later' }));
    const calls = qdrantCalls({ url: service.url });
    const settings = { dense: { '': { size: 8, distance: 'Cosine' } }, sparse: {} } as const;
    await calls.createCollection('of-others-later', settings);
    await expect(store.beginBuild(START)).rejects.toMatchObject({ code: 'INVALID_CONFIG' });
    expect(await calls.collections()).not.toContain('of-others-later-ibid');
    await calls.close();
  });
});

test('every request so far fits the published shapes', () => {
  expect(service.violations).toEqual([]);
});
