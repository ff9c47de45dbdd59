/** The server goes, in order and by a crash, while two replicas write: they go on by themselves, and nothing that was acknowledged is lost. */
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { IbidError } from '@ibid/core';
import type { SessionDriver } from '@ibid/core/types';
import { debianPostgresFolder, startDebianPostgres, type DebianPostgres } from '@ibid/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPostgres } from '../../postgres/open-postgres.ts';
import type { Postgres } from '../../postgres/postgres.ts';
import { postgresSessions } from '../postgres.ts';
import { KILL_CAPS, killAppended, killSessionId } from '../testing/kill-turns.ts';

const isMissing = debianPostgresFolder() === undefined;
const MAY_HAPPEN = new Set(['UPSTREAM_FAILED', 'TIMED_OUT', 'STORE_BUSY', 'RATE_LIMITED']);

let server: DebianPostgres;
beforeAll(async () => {
  if (!isMissing) server = await startDebianPostgres();
}, 60_000);
afterAll(() => server?.close());

interface Writing {
  /** Of each session, the newest turn that was acknowledged. */
  readonly acknowledged: ReadonlyMap<number, number>;
  /** Codes of the failures, and whether their outcome was unknown. */
  readonly failures: readonly string[];
  stop(): Promise<void>;
}

/** Appends to one session by each driver, as fast as it goes, until it is stopped; after a failure it reads what is there. */
function write(drivers: readonly SessionDriver[]): Writing {
  const acknowledged = new Map<number, number>();
  const failures: string[] = [];
  const stopping = new AbortController();
  const one = async (driver: SessionDriver, session: number): Promise<void> => {
    let next: number | undefined;
    while (!stopping.signal.aborted) {
      try {
        next ??= ((await driver.read(killSessionId(session)))?.currentTurn ?? 0) + 1;
        await driver.append(killAppended(session, next), KILL_CAPS);
        acknowledged.set(session, next);
        next += 1;
      } catch (error) {
        if (!IbidError.is(error) || !MAY_HAPPEN.has(error.code)) throw error;
        failures.push(error.details['outcome'] === undefined ? error.code : `${error.code} unknown`);
        next = undefined;
        await sleep(20);
      }
    }
  };
  const all = Promise.all(drivers.map(one));
  return {
    acknowledged,
    failures,
    stop: async () => {
      stopping.abort();
      await all;
    },
  };
}

async function growth(writing: Writing): Promise<void> {
  const before = new Map(writing.acknowledged);
  const grown = (): boolean =>
    [...writing.acknowledged].filter(([session, newest]) => newest > (before.get(session) ?? 0) + 3).length >= 4;
  while (!grown()) await sleep(5);
}

describe.skipIf(isMissing)(
  `a server that goes and comes back${isMissing ? ' (skipped: no /usr/lib/postgresql)' : ''}`,
  () => {
    test('leaves every acknowledged turn, and everybody goes on by themselves', async () => {
      const replicas: Postgres[] = [1, 2].map(() => openPostgres({ url: server.url, statementTimeoutMs: 2000 }));
      const drivers = await Promise.all(
        [...replicas, ...replicas].map(async (postgres) => {
          const driver = postgresSessions({ postgres });
          await driver.open();
          return driver;
        }),
      );
      const writing = write(drivers);
      for (const how of ['fast', 'kill', 'kill', 'fast', 'kill'] as const) {
        await growth(writing);
        await server.stop(how);
        await sleep(50);
        await server.start();
      }
      await growth(writing);
      await writing.stop();
      // Otherwise nobody was in the middle of anything.
      expect(writing.failures.filter((code) => code.startsWith('UPSTREAM_FAILED')).length).toBeGreaterThan(4);
      for (const [session, newest] of writing.acknowledged) {
        const kept = (await drivers[0]!.read(killSessionId(session)))!;
        expect([newest, newest + 1]).toContain(kept.currentTurn);
        const expected = kept.turns.map(({ number }) => killAppended(session, number).turn);
        expect(isDeepStrictEqual(kept.turns, expected)).toBe(true);
      }
      for (const postgres of replicas) await postgres.close();
    }, 90_000);

    test('that is set to acknowledge before its disk has it still keeps what was acknowledged to us, and nothing else (planted)', async () => {
      const admin = openPostgres({ url: server.url });
      await admin.query('ALTER ROLE ibid SET synchronous_commit = off');
      await admin.query('CREATE TABLE planted (id int8)');
      await admin.close();
      let lost = 0;
      for (let crash = 0; crash < 8 && lost === 0; crash++) {
        const postgres = openPostgres({ url: server.url });
        await postgres.query('DELETE FROM planted');
        await postgres.transaction((query) => query('INSERT INTO planted VALUES (1)'));
        await postgres.query('INSERT INTO planted VALUES (2)');
        await server.stop('kill');
        await server.start();
        const rows = await postgres.query<{ readonly id: number }>('SELECT id FROM planted ORDER BY id');
        expect(rows[0]).toEqual({ id: 1 });
        lost = 2 - rows.length;
        await postgres.close();
      }
      // So the crash is one that would show what was acknowledged too early.
      expect(lost).toBe(1);
    }, 60_000);
  },
);
