/** Acknowledged writes are complete after a process was killed at any moment. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { ANY_NUMBER, DAY, needsServer, openPostgresService, sessionIdOf, tried } from '@ibid/testkit';
import { expect, test, vi } from 'vitest';
import { openPostgres } from './postgres.ts';
import { openSqlite } from './sqlite.ts';
import { stateOver } from './state.ts';

// Each kill starts a process, which may be slow on a busy machine.
vi.setConfig({ testTimeout: 180_000 });

const KILLS = 5;
const PROGRAM = join(import.meta.dirname, 'testing/keep-writing.ts');

/** Kills one writer after another. Returns the acknowledged data that were lost, and the last acknowledged number. */
async function playKills(
  address: string,
  mode: string,
): Promise<{ readonly lost: readonly string[]; readonly last: number }> {
  const lost: string[] = [];
  let last = 0;
  for (let kill = 0; kill < KILLS && lost.length === 0; kill++) {
    const child = spawn(process.execPath, [PROGRAM, address, mode], { stdio: ['ignore', 'pipe', 'inherit'] });
    const closed = once(child, 'close');
    let lines = 0;
    for await (const line of createInterface(child.stdout)) {
      last = Number(line);
      if (++lines === 3 + ((kill * 5) % 12)) {
        await sleep((kill * 7) % 10);
        child.kill('SIGKILL');
      }
    }
    await closed;
    const isUrl = address.includes('://');
    await using state = stateOver(await (isUrl ? openPostgres({ url: address }) : openSqlite(address)));
    const session = await state.sessions.read(sessionIdOf(1));
    const { settled, reserved } = await state.ledger.read({ key: 'all', day: DAY });
    const verdicts = await state.feedback.list({ since: '', limit: ANY_NUMBER });
    // One more turn than acknowledged may exist, and its reservation stays.
    if ((session?.currentTurn ?? 0) < last) lost.push(`turn ${session?.currentTurn} instead of ${last}`);
    const response = session?.turns.find(({ number }) => number === last)?.response;
    if (response !== undefined && !response.endsWith('end')) lost.push(`turn ${last} is torn`);
    if (settled.tokens < lines || reserved.tokens % 5 !== 0) lost.push(`${settled.tokens} of ${lines} calls`);
    if (!verdicts.some(({ requestId }) => Number.parseInt(requestId.slice(-12), 16) === last))
      lost.push(`verdict ${last}`);
  }
  return { lost, last };
}

async function inFolder(work: (file: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'ibid-state-kill-'));
  try {
    await work(join(folder, 'state.db'));
  } finally {
    await rm(folder, { recursive: true });
  }
}

test(`SQLite loses nothing in ${KILLS} kills`, (context) =>
  inFolder(async (file) => {
    tried(context, KILLS);
    const { lost, last } = await playKills(file, 'sound');
    expect([lost, last > 3 * KILLS]).toEqual([[], true]);
  }));

test('a writer that acknowledges too early is found out (planted)', () =>
  inFolder(async (file) => {
    expect((await playKills(file, 'early')).lost).not.toEqual([]);
  }));

test.skipIf(needsServer.isMissing)(`PostgreSQL loses nothing in ${KILLS} kills${needsServer.note}`, async () => {
  const service = await openPostgresService();
  try {
    const { lost, last } = await playKills(`${service.url}?schema=${service.freshSchema()}`, 'sound');
    expect([lost, last > 3 * KILLS]).toEqual([[], true]);
  } finally {
    await service.close();
  }
});
