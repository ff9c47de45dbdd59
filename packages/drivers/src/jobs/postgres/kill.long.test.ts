import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { needsServer, openPostgresService, type PostgresService } from '@ibid/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPostgres } from '../../postgres/open-postgres.ts';
import type { Postgres } from '../../postgres/postgres.ts';
import { postgresJobs } from '../postgres.ts';
import { KILL_STEPS, killStep } from '../sqlite/kill-steps.ts';

const ROUNDS = 12;

let service: PostgresService;
let schema: string;
let postgres: Postgres;
beforeAll(async () => {
  service = await openPostgresService();
  schema = service.freshSchema();
  postgres = openPostgres({ url: service.url, schema });
});
afterAll(async () => {
  await postgres.query(`DROP SCHEMA IF EXISTS ${postgres.schema} CASCADE`);
  await postgres.close();
  await service.close();
});

interface Acknowledged {
  readonly number: number;
  readonly step: number;
}

/** Lets a writer begin with job `number`, kills it shortly after so many acknowledgements, and returns the last one. */
async function killAfter(number: number, acknowledgements: number, delay: number): Promise<Acknowledged> {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, 'kill-writer.ts'), service.url, schema, String(number)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const lines: string[] = [];
  const reader = createInterface(child.stdout);
  const closed = once(child, 'close');
  reader.on('line', (line) => lines.push(line));
  while (lines.length < acknowledgements) {
    await Promise.race([once(reader, 'line'), closed.then(() => expect.unreachable('the writer ended by itself'))]);
  }
  await sleep(delay);
  child.kill('SIGKILL');
  await closed;
  // What it had sent may still be done.
  const connections = (): Promise<readonly unknown[]> =>
    postgres.query('SELECT pid FROM pg_stat_activity WHERE application_name = $1', [schema]);
  await expect.poll(connections, { timeout: 10_000 }).toEqual([]);
  const [last = 0, step = 0] = lines.at(-1)!.split(' ').map(Number);
  return { number: last, step };
}

test.skipIf(needsServer.isMissing)(
  `nothing acknowledged is lost, and every job left behind is to be had at once, in ${ROUNDS} kills${needsServer.note}`,
  async () => {
    let next = 1;
    let leftBehind = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const { number, step } = await killAfter(next, 1 + ((round * 5) % 9), (round * 3) % 5);
      const driver = postgresJobs({ postgres, patienceMs: 3_600_000 });
      await driver.open();
      const [newest] = await driver.list(1);
      const found = { number: Number(newest?.createdAt), step: newest?.progress.done ?? -1 };
      // What came after the last acknowledgement may be there, whole.
      const ahead = (found.number - number) * KILL_STEPS + found.step - step;
      expect([0, 1]).toContain(ahead);
      expect(newest).toEqual(killStep(found.number, found.step));
      for (let one = Math.max(1, found.number - 90); one < found.number; one++) {
        expect(await driver.get(`job ${one}`)).toEqual(killStep(one, KILL_STEPS - 1));
      }
      if (newest?.state !== 'succeeded') {
        leftBehind++;
        const taken = await driver.takeOver(`job ${found.number}`, 'dead');
        await taken?.hold.put(killStep(found.number, KILL_STEPS - 1));
      }
      expect((await driver.list(1))[0]?.state).toBe('succeeded');
      await driver.close();
      next = found.number + 1;
    }
    // Otherwise the kills came too early or too late to prove anything.
    expect(leftBehind).toBeGreaterThan(3);
  },
  120_000,
);
