import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LedgerDriver, LedgerTotals } from '@ibid/core/types';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sqliteLedger } from '../sqlite.ts';
import { KILL_CAP, KILL_LANES, laneAccount, reservedTokens, sharedAccount, usedTokens } from './kill-bookings.ts';

const KILLS = 12;
const LANES = Array.from({ length: KILL_LANES }, (_, lane) => lane);

interface Writer {
  readonly child: ChildProcess;
  readonly reader: Interface;
  readonly lines: string[];
  readonly ready: Promise<unknown>;
}

/** Settled and reserved tokens. */
type Sums = readonly [settled: number, reserved: number];

let folder: string;
const running = new Set<ChildProcess>();

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ibid-ledger-kill-'));
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

/** Lets the writer book, kills it shortly after so many acknowledgements, and returns them. */
async function killAfter(
  { child, reader, lines, ready }: Writer,
  day: string,
  acknowledgements: number,
  delay: number,
): Promise<readonly string[]> {
  await ready;
  child.stdin?.write(`${day}\n`);
  while (lines.length <= acknowledgements) await once(reader, 'line');
  await sleep(delay);
  await end(child);
  return lines.slice(1);
}

function sumsOf({ settled, reserved }: LedgerTotals): Sums {
  return [settled.tokens, reserved.tokens];
}

/** What a lane may hold after its acknowledgements: the call that was under way was written or was not. */
function possibleSums(before: Sums, lines: readonly string[]): readonly Sums[] {
  let [settled, reserved] = before;
  let [kind, number] = ['settled', 0];
  for (const line of lines) {
    kind = line.split(' ')[1]!;
    number = Number(line.split(' ')[2]);
    const sign = kind === 'reserved' ? 1 : -1;
    reserved += sign * reservedTokens(number);
    if (kind === 'settled') settled += usedTokens(number);
  }
  const known: Sums = [settled, reserved];
  if (kind === 'reserved') return [known, [settled + usedTokens(number), reserved - reservedTokens(number)]];
  // Which number the lane had come to when it found room again is not known, but what it can have reserved is.
  return [known, ...Array.from({ length: 50 }, (_, more): Sums => [settled, reserved + 100 + more])];
}

/** What is not as it was acknowledged, and where the sums of each lane stand now. */
async function faults(
  driver: LedgerDriver,
  day: string,
  before: readonly Sums[],
  lines: readonly string[],
): Promise<{ readonly lost: readonly string[]; readonly after: readonly Sums[] }> {
  const after = await Promise.all(LANES.map(async (lane) => sumsOf(await driver.read(laneAccount(lane)))));
  const lost = LANES.flatMap((lane) => {
    const possible = possibleSums(
      before[lane]!,
      lines.filter((line) => line.startsWith(`${lane} `)),
    );
    const isKnown = possible.some(([settled, reserved]) => `${settled} ${reserved}` === after[lane]!.join(' '));
    return isKnown ? [] : [`lane ${lane} holds ${after[lane]!.join(' ')} instead of ${possible[0]!.join(' ')}`];
  });
  const shared = sumsOf(await driver.read(sharedAccount(day)));
  const sumOverLanes = [0, 1].map((i) => LANES.reduce((sum, lane) => sum + after[lane]![i]! - before[lane]![i]!, 0));
  if (sumOverLanes.join() !== shared.join()) lost.push(`together ${shared.join()} instead of ${sumOverLanes.join()}`);
  if (shared[0] + shared[1] > KILL_CAP) lost.push(`${shared.join()} passes the cap`);
  return { lost, after };
}

/** Kills one writer after the other, each on a day of its own. */
async function playKills(
  file: string,
  mode: string,
): Promise<{ readonly lost: readonly string[]; readonly after: readonly Sums[] }> {
  let after: readonly Sums[] = LANES.map(() => [0, 0]);
  const lost: string[] = [];
  let next = startWriter(file, mode);
  for (let kill = 0; kill < KILLS && lost.length === 0; kill++) {
    const writer = next;
    // Started meanwhile, so that starting costs no time.
    next = startWriter(file, mode);
    const day = `2026-11-${10 + kill}`;
    const lines = await killAfter(writer, day, 5 + ((kill * 5) % 23), (kill * 7) % 10);
    const driver = sqliteLedger({ file });
    await driver.open();
    const found = await faults(driver, day, after, lines);
    after = found.after;
    lost.push(...found.lost);
    await driver.close();
  }
  await end(next.child);
  return { lost, after };
}

test(`no acknowledged booking is lost or torn in ${KILLS} kills at any moment, and no cap is passed`, async () => {
  const { lost, after } = await playKills(join(folder, 'ledger.db'), 'sound');
  expect(lost).toEqual([]);
  // Otherwise no kill has hit a call that was under way: what it had reserved stays counted.
  expect(after.some(([, reserved]) => reserved > 0)).toBe(true);
  // Otherwise nothing was booked. Not every lane need have settled: under the cap they race for room.
  expect(after.some(([settled]) => settled > 0)).toBe(true);
});

test('a writer that acknowledges too early is found out (planted)', async () => {
  const { lost } = await playKills(join(folder, 'early.db'), 'early');
  expect(lost.join()).toMatch(/^lane \d holds \d+ \d+ instead of \d+ \d+/);
});
