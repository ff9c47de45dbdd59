import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Feedback } from '@ibid/core/types';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sqliteFeedback } from '../sqlite.ts';
import { KILL_MOST, killFeedback } from './kill-feedback.ts';

const KILLS = 12;

let folder: string;
const running = new Set<ChildProcess>();

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ibid-feedback-kill-'));
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

/** Lets a writer go on from `from`, kills it shortly after so many acknowledgements, and returns the last of them. */
async function killAfter(
  file: string,
  mode: string,
  {
    from,
    acknowledgements,
    delay,
  }: { readonly from: number; readonly acknowledgements: number; readonly delay: number },
): Promise<number> {
  const writer = join(import.meta.dirname, 'kill-writer.ts');
  const child = spawn(process.execPath, [writer, file, String(from), mode], { stdio: ['ignore', 'pipe', 'inherit'] });
  running.add(child);
  const lines: string[] = [];
  const reader = createInterface(child.stdout);
  reader.on('line', (line) => lines.push(line));
  while (lines.length < acknowledgements) await once(reader, 'line');
  await sleep(delay);
  await end(child);
  return Number(lines.at(-1));
}

/** What must be kept after everything up to a number was put. */
function expected(last: number): readonly Feedback[] {
  const kept = new Map<string, Feedback>();
  for (let number = 0; number <= last; number++) {
    const feedback = killFeedback(number);
    kept.delete(feedback.requestId);
    kept.set(feedback.requestId, feedback);
    if (kept.size > KILL_MOST) kept.delete(kept.keys().next().value!);
  }
  return [...kept.values()].toReversed();
}

/** Kills one writer after the other; the numbers after which the file was not as it was acknowledged. */
async function playKills(file: string, mode: string): Promise<readonly number[]> {
  const wrong: number[] = [];
  let from = 0;
  for (let kill = 0; kill < KILLS && wrong.length === 0; kill++) {
    const last = await killAfter(file, mode, { from, acknowledgements: 5 + ((kill * 5) % 23), delay: (kill * 7) % 10 });
    const driver = sqliteFeedback({ file });
    await driver.open();
    const kept = JSON.stringify(await driver.list({ since: '', limit: 100 }));
    await driver.close();
    // The call that was under way was written or was not.
    const found = [last, last + 1].find((number) => JSON.stringify(expected(number)) === kept);
    if (found === undefined) wrong.push(last);
    from = (found ?? last) + 1;
  }
  return wrong;
}

test(`nothing acknowledged is lost or torn in ${KILLS} kills at any moment`, async () => {
  expect(await playKills(join(folder, 'feedback.db'), 'sound')).toEqual([]);
});

test('a writer that acknowledges too early is found out (planted)', async () => {
  expect(await playKills(join(folder, 'early.db'), 'early')).toHaveLength(1);
});
