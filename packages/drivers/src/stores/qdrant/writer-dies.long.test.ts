import { openQdrantService, type QdrantService } from '@ibid/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { QdrantCalls } from './client/qdrant-calls.ts';
import { qdrantCalls } from './client/rest-calls.ts';
import { dieAt, openOver } from './die-at-fixture.ts';
import { buildRound } from './rounds-fixture.ts';

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

describe('a writer that dies at any call', () => {
  test('of the very first build leaves what the next can go on from', { timeout: 300_000 }, async () => {
    let at = 1;
    for (let died = true; died; at++) ({ died } = await dieAt(calls, `first-${at}`, at, 0));
    expect(at).toBeGreaterThan(60);
  });

  test('of later builds leaves the old or the new generation, whole', { timeout: 300_000 }, async () => {
    const base = 'later';
    await using store = await openOver(calls, base);
    await buildRound(store, 1);
    let shown = 1;
    let at = 1;
    // A change of the space takes more calls than other rounds do.
    for (let lived = 0; lived < 4; at++) {
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
