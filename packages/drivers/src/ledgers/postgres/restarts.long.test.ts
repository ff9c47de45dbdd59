import { setTimeout as sleep } from 'node:timers/promises';
import { IbidError } from '@ibid/core';
import type { LedgerDriver } from '@ibid/core/types';
import {
  booking,
  debianPostgresFolder,
  ledgerAccount,
  newReservationId,
  startDebianPostgres,
  tokensOf,
  type DebianPostgres,
} from '@ibid/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPostgres } from '../../postgres/open-postgres.ts';
import type { Postgres } from '../../postgres/postgres.ts';
import { postgresLedger } from '../postgres.ts';

const REPLICAS = 2;
const LANES = 4;
const KILLS = 5;
/** Too little for all lanes at once, so that they meet the cap again and again. */
const CAP = 1000;
const SHARED = ledgerAccount('all', { maxTokens: CAP, maxMicroCost: undefined });

const isMissing = debianPostgresFolder() === undefined;
let server: DebianPostgres;
beforeAll(async () => {
  if (!isMissing) server = await startDebianPostgres();
}, 60_000);
afterAll(async () => {
  if (!isMissing) await server.close();
}, 60_000);

interface Lane {
  /** Tokens that were acknowledged as settled. */
  settled: number;
  refused: number;
  failed: number;
  /** An error that leaves it open whether it was booked. */
  odd: unknown;
}

/** Books and settles until it is told to stop. What was not acknowledged is not to be there, or is settled until it is. */
async function bookOn(driver: LedgerDriver, key: string, lane: Lane, { signal }: AbortController): Promise<void> {
  const accounts = [SHARED, ledgerAccount(key, { day: '' })];
  for (let number = 1; !signal.aborted; number++) {
    const id = newReservationId();
    const reservation = { id, day: SHARED.day, accounts, most: booking(150 + (number % 50)) };
    let refusedBy: string | undefined;
    try {
      refusedBy = await driver.reserve(reservation);
    } catch (error) {
      if (!IbidError.is(error) || !error.retryable) lane.odd = error;
      lane.failed++;
      await sleep(20);
      continue;
    }
    if (refusedBy !== undefined) {
      lane.refused++;
      await sleep(1);
      continue;
    }
    const used = number % 5 === 0 ? 1 : 0;
    for (;;) {
      const error: unknown = await driver.settle(id, booking(used)).catch((one: unknown) => one);
      if (error === undefined) break;
      await sleep(20);
    }
    lane.settled += used;
  }
}

interface Outcome {
  readonly lanes: readonly Lane[];
  /** What each lane holds in the end, settled and reserved. */
  readonly held: readonly (readonly [number, number])[];
  /** The highest that was ever seen on the shared account. */
  readonly highest: number;
}

function keyOf(lane: number): string {
  return `session:${lane}`;
}

/** Kills the server again and again while all lanes of all replicas book. */
async function playKills(schema: string): Promise<Outcome> {
  const grounds: Postgres[] = Array.from({ length: REPLICAS + 1 }, () => openPostgres({ url: server.url, schema }));
  const drivers = grounds.map((postgres) => postgresLedger({ postgres, patienceMs: 60_000 }));
  for (const driver of drivers) await driver.open();
  const [watcher, ...replicas] = drivers;
  const lanes = Array.from({ length: REPLICAS * LANES }, (): Lane => ({
    settled: 0,
    refused: 0,
    failed: 0,
    odd: undefined,
  }));
  const over = new AbortController();
  let highest = 0;
  const bookings = lanes.map((lane, i) => bookOn(replicas[i % REPLICAS]!, keyOf(i), lane, over));
  const watching = (async () => {
    while (!over.signal.aborted) {
      const [settled, reserved] = await tokensOf(watcher!, SHARED).catch(() => [0, 0] as const);
      highest = Math.max(highest, settled + reserved);
      await sleep(2);
    }
  })();
  for (let kill = 0; kill < KILLS; kill++) {
    await sleep(300 + 37 * kill);
    await server.stop('kill');
    await server.start();
  }
  await sleep(300);
  over.abort();
  await Promise.all([...bookings, watching]);
  for (const driver of replicas) await driver.close();
  const held = await Promise.all(lanes.map((_, i) => tokensOf(watcher!, ledgerAccount(keyOf(i), { day: '' }))));
  await watcher!.close();
  for (const postgres of grounds) await postgres.close();
  return { lanes, held, highest };
}

describe.skipIf(isMissing)(
  `a server that is killed${isMissing ? ' (skipped: PostgreSQL is not installed)' : ''}`,
  () => {
    test(`has lost no acknowledged booking and kept no other in ${KILLS} kills, and no cap is passed`, async () => {
      const { lanes, held, highest } = await playKills('sound');
      expect(held).toEqual(lanes.map(({ settled }) => [settled, 0]));
      expect(lanes.map(({ odd }) => odd)).toEqual(lanes.map(() => undefined));
      expect(highest).toBeLessThanOrEqual(CAP);
      // Otherwise the kills have hit nothing, or there was room for all.
      for (const side of ['settled', 'refused', 'failed'] as const) {
        expect(lanes.reduce((sum, lane) => sum + lane[side], 0)).toBeGreaterThan(0);
      }
    }, 120_000);

    test('that acknowledges before it has written is found out (planted)', async () => {
      const ground = openPostgres({ url: server.url });
      await ground.query('ALTER ROLE ibid SET synchronous_commit = off');
      await ground.close();
      const { lanes, held } = await playKills('hasty');
      expect(held).not.toEqual(lanes.map(({ settled }) => [settled, 0]));
    }, 120_000);
  },
);
