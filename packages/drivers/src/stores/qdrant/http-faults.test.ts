import { openStore, type ChunkStore } from '@ibid/core';
import { collect, openQdrantService, type QdrantFault, type QdrantService } from '@ibid/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { qdrantStore } from '../qdrant.ts';
import { buildRound, expectRound, shownRound } from './rounds-fixture.ts';

/** After which the request is made again. */
const PASSING: readonly QdrantFault[] = [
  { kind: 'hang' },
  { kind: 'rate-limit' },
  { kind: 'unavailable' },
  { kind: 'broken' },
  { kind: 'gateway' },
  { kind: 'half-applied' },
  { kind: 'reply-lost' },
  { kind: 'dropped' },
  { kind: 'cut-reply' },
  { kind: 'accepted' },
  { kind: 'wait-timeout' },
];
/** After which it is not. */
const FINAL: readonly QdrantFault[] = [{ kind: 'garbage' }, { kind: 'other-shape' }];

let service: QdrantService;

beforeAll(async () => {
  service = await openQdrantService({ strictMode: true });
});
afterAll(async () => {
  await service.close();
});

function open(collection: string, retryMs: number): Promise<ChunkStore> {
  return openStore(qdrantStore({ url: service.url, collection, timeoutMs: 500, retryMs }));
}

/** Plans the fault for the `at`-th request for this collection from now on, and for those after it. */
function plan(collection: string, fault: QdrantFault, at: number, times: number): void {
  let seen = 0;
  service.fault({ ...fault, times, on: ({ path }) => path.includes(`/${collection}`) && ++seen >= at });
}

describe('a build in Qdrant', () => {
  for (const [i, fault] of PASSING.entries()) {
    test(`gets past ${fault.kind} at any moment`, async () => {
      const collection = `past-${fault.kind}`;
      await using store = await open(collection, 20_000);
      await buildRound(store, 1);
      for (let round = 2; round <= 3; round++) {
        plan(collection, fault, round * 11 + i * 3, 2);
        await buildRound(store, round);
        service.heal();
        await expectRound(store, round);
        expect(await collect(store.check())).toEqual([]);
      }
    });
  }

  for (const [i, fault] of [...PASSING, ...FINAL].entries()) {
    test(`that ends with ${fault.kind} shows the old or the new, and goes on when it is over`, async () => {
      const collection = `over-${fault.kind}`;
      await using store = await open(collection, 0);
      await using reader = await open(collection, 5000);
      await buildRound(store, 1);
      for (let round = 2; round <= 3; round++) {
        plan(collection, fault, round * 13 + i * 5, 3);
        await buildRound(store, round).catch(() => undefined);
        service.heal();
        const shown = await shownRound(reader);
        expect([round - 1, round]).toContain(shown);
        await expectRound(reader, shown);
        await buildRound(store, round);
        await expectRound(reader, round);
        expect(await collect(reader.check())).toEqual([]);
      }
    });
  }
});

test('every request so far fits the published shapes', () => {
  expect(service.violations).toEqual([]);
});
