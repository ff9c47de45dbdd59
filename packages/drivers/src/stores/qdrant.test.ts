import { describeStore, openQdrantService } from '@ibid/testkit';
import { afterAll, expect, test } from 'vitest';
import { qdrantStore } from './qdrant.ts';

const service = await openQdrantService({ strictMode: true });
let places = 0;

afterAll(async () => {
  await service.close();
});

describeStore({
  name: 'qdrant',
  lacks: [],
  make: async () => {
    const collection = `place-${places++}`;
    return {
      driver: () => qdrantStore({ url: service.url, collection }),
      remove: async () => undefined,
    };
  },
});

test('every request so far fits the published shapes', () => {
  expect(service.violations).toEqual([]);
});
