import { openStore } from '@ibid/core';
import { arbitraryOperations, openQdrantService, playOperations } from '@ibid/testkit';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { qdrantStore } from './qdrant.ts';

test('equals the model after every step of many histories', { timeout: 600_000 }, async () => {
  const space = { id: 'test/random@5', dimensions: 5, data: new Uint8Array() };
  await using service = await openQdrantService({ strictMode: true });
  await using store = await openStore(qdrantStore({ url: service.url, collection: 'histories' }));
  await fc.assert(
    fc.asyncProperty(arbitraryOperations(space), (operations) => playOperations(store, operations, space)),
    { numRuns: 300 },
  );
  expect(service.violations).toEqual([]);
});
