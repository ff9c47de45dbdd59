import { openQdrantService } from '@ibid/testkit';
import { expect, test } from 'vitest';
import { qdrantCalls } from './client/rest-calls.ts';
import { dieAt } from './die-at-fixture.ts';

test('a writer that dies at any call of the very first build leaves what the next can go on from', async () => {
  await using service = await openQdrantService({ strictMode: true });
  const calls = qdrantCalls({ url: service.url });
  let at = 1;
  for (let died = true; died; at++) ({ died } = await dieAt(calls, `first-${at}`, at, 0));
  expect(at).toBeGreaterThan(60);
  await calls.close();
  expect(service.violations).toEqual([]);
}, 300_000);
