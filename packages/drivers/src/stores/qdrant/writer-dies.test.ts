import { openQdrantService, type QdrantService } from '@ibid/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { QdrantCalls } from './client/qdrant-calls.ts';
import { qdrantCalls } from './client/rest-calls.ts';
import { dieAt, openOver } from './die-at-fixture.ts';
import { buildRound } from './rounds-fixture.ts';

/** `writer-dies.long.test.ts` stops at every call; these are odd, so that all of them come up over many rounds of different length. */
const FIRST_STRIDE = 13;
const LATER_STRIDE = 7;

let service: QdrantService;
let calls: QdrantCalls;

beforeAll(async () => {
  service = await openQdrantService({ strictMode: true });
  calls = qdrantCalls({ url: service.url });
});
afterAll(async () => {
  await calls.close();
  await service.close();
});

describe('a writer that dies', () => {
  test('during the very first build leaves what the next can go on from', { timeout: 120_000 }, async () => {
    let at = 1;
    for (let died = true; died; at += FIRST_STRIDE) ({ died } = await dieAt(calls, `first-${at}`, at, 0));
    expect(at).toBeGreaterThan(60);
  });

  test('during later builds leaves the old or the new generation, whole', { timeout: 120_000 }, async () => {
    const base = 'later';
    await using store = await openOver(calls, base);
    await buildRound(store, 1);
    let shown = 1;
    let at = 1;
    // A change of the space takes more calls than other rounds do.
    for (let lived = 0; lived < 4; at += LATER_STRIDE) {
      const outcome = await dieAt(calls, base, at, shown);
      ({ shown } = outcome);
      if (!outcome.died) lived++;
    }
    expect(at).toBeGreaterThan(60);
  });
});

test('every request so far fits the published shapes', () => {
  expect(service.violations).toEqual([]);
});
