import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { openSessionStore } from '@ibid/core';
import type { SessionStore } from '@ibid/core/types';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sqliteSessions } from '../sqlite.ts';
import { KILL_SESSIONS, killAppended, killSessionId } from '../testing/kill-turns.ts';

const KILLS = 12;

interface Writer {
  readonly child: ChildProcess;
  readonly reader: Interface;
  readonly lines: string[];
  readonly ready: Promise<unknown>;
}

let folder: string;
const running = new Set<ChildProcess>();

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ibid-session-kill-'));
});
afterAll(async () => {
  await Promise.all([...running].map(end));
  rmSync(folder, { recursive: true });
});

async function end(child: ChildProcess): Promise<void> {
  const closed = once(child, 'close');
  child.kill('SIGKILL');
  await closed;
  running.delete(child);
}

function startWriter(file: string, mode: string): Writer {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'kill-writer.ts'), file, mode], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  running.add(child);
  const lines: string[] = [];
  const reader = createInterface(child.stdout);
  const ready = once(reader, 'line');
  reader.on('line', (line) => lines.push(line));
  return { child, reader, lines, ready };
}

/** Lets the writer append, kills it shortly after so many acknowledgements, and returns the last one of each session. */
async function killAfter(
  writer: Writer,
  acknowledgements: number,
  delay: number,
): Promise<ReadonlyMap<number, number>> {
  const { child, reader, lines, ready } = writer;
  await ready;
  child.stdin?.write('go\n');
  while (lines.length <= acknowledgements) await once(reader, 'line');
  await sleep(delay);
  await end(child);
  return new Map(lines.slice(1).map((line) => line.split(' ').map(Number) as [number, number]));
}

/** What of the session is not as it was acknowledged. */
async function faults(store: SessionStore, session: number, acknowledged: number): Promise<readonly string[]> {
  const kept = await store.read(killSessionId(session));
  const newest = kept?.currentTurn ?? 0;
  // An append may have happened without its acknowledgement getting out.
  if (newest !== acknowledged && newest !== acknowledged + 1) return [`turn ${newest} instead of ${acknowledged}`];
  const turns = kept?.turns ?? [];
  const expected = turns.map((_, i) => killAppended(session, newest - turns.length + 1 + i).turn);
  return isDeepStrictEqual(turns, expected) ? [] : [`the turns before ${newest}`];
}

/** Kills one writer after the other; gives what was lost or torn, and the newest turn of the session that has least. */
async function playKills(
  file: string,
  mode: string,
): Promise<{ readonly lost: readonly string[]; readonly least: number }> {
  const newest = new Map<number, number>();
  const lost: string[] = [];
  let next = startWriter(file, mode);
  for (let kill = 0; kill < KILLS && lost.length === 0; kill++) {
    const writer = next;
    // Started meanwhile, so that starting costs no time.
    next = startWriter(file, mode);
    const acknowledged = await killAfter(writer, 3 + ((kill * 5) % 12), (kill * 7) % 10);
    const store = await openSessionStore(sqliteSessions({ file }));
    for (let session = 0; session < KILL_SESSIONS; session++) {
      lost.push(...(await faults(store, session, acknowledged.get(session) ?? newest.get(session) ?? 0)));
      newest.set(session, (await store.read(killSessionId(session)))?.currentTurn ?? 0);
    }
    await store.close();
  }
  await end(next.child);
  return { lost, least: Math.min(...newest.values()) };
}

test(`no acknowledged turn is lost or torn in ${KILLS} kills at any moment`, async () => {
  const { lost, least } = await playKills(join(folder, 'state.db'), 'sound');
  expect(lost).toEqual([]);
  // Otherwise the kills came too early to prove anything.
  expect(least).toBeGreaterThan(KILLS);
});

test('a writer that acknowledges too early is found out (planted)', async () => {
  const { lost } = await playKills(join(folder, 'early.db'), 'early');
  expect(lost.join()).toMatch(/^turn \d+ instead of \d+/);
});
