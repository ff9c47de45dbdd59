import { openStore } from '@ibid/core';
import type { ChunkStore } from '@ibid/core/types';
import { collect, openQdrantService, type QdrantFault, type QdrantService } from '@ibid/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { qdrantStore } from '../qdrant.ts';
import type { QdrantOptions } from './client/qdrant-options.ts';
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

function open(
  service: QdrantService,
  collection: string,
  options: Pick<QdrantOptions, 'retryMs' | 'timeoutMs'>,
): Promise<ChunkStore> {
  return openStore(qdrantStore({ url: service.url, collection, ...options }));
}

/** Only what is never answered should be waited for in vain, and then not for long. */
function patience({ kind }: QdrantFault): Pick<QdrantOptions, 'timeoutMs'> {
  return kind === 'hang' ? { timeoutMs: 1000 } : {};
}

/** Some request of a build, of which each has more than this many. */
function moment(round: number, i: number): number {
  return 1 + ((round * 13 + i * 5) % 60);
}

function hits(service: QdrantService, collection: string): number {
  return service.requests.filter(({ path, fault }) => fault !== undefined && path.includes(`/${collection}`)).length;
}

/** Plans the fault for the `at`-th request for this collection from now on, and for those after it. */
function plan(service: QdrantService, collection: string, fault: QdrantFault, at: number, times: number): void {
  let seen = 0;
  service.fault({ ...fault, times, on: ({ path }) => path.includes(`/${collection}`) && ++seen >= at });
}

/** Meets every fault in the middle of so many builds, each time at other requests. */
export function describeHttpFaults(rounds: number): void {
  let service: QdrantService;
  beforeAll(async () => {
    service = await openQdrantService({ strictMode: true });
  });
  afterAll(async () => {
    await service.close();
  });
  describe('a build in Qdrant', () => {
    for (const [i, fault] of PASSING.entries()) {
      test(`gets past ${fault.kind} at any moment`, async () => {
        const collection = `past-${fault.kind}`;
        await using store = await open(service, collection, patience(fault));
        await buildRound(store, 1);
        for (let round = 2; round <= 1 + rounds; round++) {
          plan(service, collection, fault, moment(round, i), 2);
          await buildRound(store, round);
          service.heal();
          await expectRound(store, round);
          expect(await collect(store.check())).toEqual([]);
        }
        expect(hits(service, collection)).toBeGreaterThanOrEqual(rounds);
      });
    }

    for (const [i, fault] of [...PASSING, ...FINAL].entries()) {
      test(`that ends with ${fault.kind} shows the old or the new, and goes on when it is over`, async () => {
        const collection = `over-${fault.kind}`;
        await using store = await open(service, collection, { ...patience(fault), retryMs: 0 });
        await using reader = await open(service, collection, {});
        await buildRound(store, 1);
        for (let round = 2; round <= 1 + rounds; round++) {
          plan(service, collection, fault, moment(round, i), 3);
          await buildRound(store, round).catch(() => undefined);
          service.heal();
          const shown = await shownRound(reader);
          expect([round - 1, round]).toContain(shown);
          await expectRound(reader, shown);
          await buildRound(store, round);
          await expectRound(reader, round);
          expect(await collect(reader.check())).toEqual([]);
        }
        expect(hits(service, collection)).toBeGreaterThanOrEqual(rounds);
      });
    }
  });

  test('every request so far fits the published shapes', () => {
    expect(service.violations).toEqual([]);
  });
}
