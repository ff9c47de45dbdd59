import { openStore } from '@ibid/core';
import type { ChunkStore } from '@ibid/core/types';
import { collect } from '@ibid/testkit';
import { expect } from 'vitest';
import type { QdrantCalls } from './client/qdrant-calls.ts';
import { keepingOf } from './layout.ts';
import { mortalCalls } from './mortal-calls-fixture.ts';
import { buildRound, expectRound, shownRound } from './rounds-fixture.ts';
import { stateWhere } from './state/change-state.ts';
import { storeOverCalls } from './store-over-calls.ts';

/** No process has this number. */
const NOBODY = 2 ** 30;

/** A store over these calls that does not wait long for a writer without life. */
export function openOver(calls: QdrantCalls, base: string): Promise<ChunkStore> {
  return openStore(storeOverCalls({ calls: { ...calls, close: async () => undefined }, base, patienceMs: 60 }));
}

/** Makes the writer look like one whose process is gone. */
export async function bury(calls: QdrantCalls, base: string): Promise<void> {
  await calls.setPayload(keepingOf(base), { pid: NOBODY }, stateWhere({})).catch(() => undefined);
}

/**
 * Lets a writer lose its connection for ever at its `at`-th call on the way to the round after the one on show, then another one go on;
 * asserts what readers see after each. Resolves with whether the first writer died, and with the round on show at the end.
 */
export async function dieAt(
  calls: QdrantCalls,
  base: string,
  at: number,
  onShow: number,
): Promise<{ readonly died: boolean; readonly shown: number }> {
  const mortal = mortalCalls(calls);
  const writer = await openOver(mortal.calls, base);
  mortal.die(at, at % 2 === 0 ? 'before' : 'half');
  const built = await buildRound(writer, onShow + 1).then(
    () => true,
    () => false,
  );
  const died = mortal.isDead();
  expect(built || died).toBe(true);

  await using reader = await openOver(calls, base);
  const between = await shownRound(reader);
  expect([onShow, onShow + 1]).toContain(between);
  await expectRound(reader, between);
  const seen = await collect(reader.check());
  expect(seen.filter(({ severity }) => severity === 'error')).toEqual([]);

  await bury(calls, base);
  await using next = await openOver(calls, base);
  await buildRound(next, between + 1);
  await expectRound(reader, between + 1);
  expect(await collect(reader.check())).toEqual([]);
  await writer.close();
  return { died, shown: between + 1 };
}
