import { openModelService, type ModelService } from '@ibid/testkit';
import { openSqlite } from '@ibid/drivers/state/sqlite';
import { stateOver } from '@ibid/drivers/state/state';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { comesTrue } from './comes-true-fixture.ts';
import { MODEL } from './model-engine-fixture.ts';
import { billOf } from './money-fixture.ts';
import { wordedAnswer } from './pump-pages-fixture.ts';

/** Room for eleven calls at the worst, and some thirty as they are. */
const CAP = 30_000;
/** Calls that a process has begun when it is killed. */
const KILLED_AFTER = [2, 3, 4];

let folder: string;
const running = new Set<ChildProcess>();
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ibid-money-kill-'));
});
afterAll(async () => {
  await Promise.all([...running].map(kill));
  await rm(folder, { recursive: true });
});

interface Spender {
  readonly child: ChildProcess;
  readonly said: () => string;
  readonly closed: Promise<unknown>;
}

function start(file: string, { url, apiKey }: ModelService, mode: string): Spender {
  const program = join(import.meta.dirname, 'money-child.ts');
  const child = spawn(process.execPath, [program, file, url, apiKey, String(CAP), mode], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  running.add(child);
  let said = '';
  child.stdout.on('data', (data: Buffer) => (said += data.toString()));
  return { child, said: () => said, closed: once(child, 'close').then(() => running.delete(child)) };
}

async function kill(child: ChildProcess): Promise<void> {
  const closed = once(child, 'close');
  child.kill('SIGKILL');
  await closed;
}

/** Kills one process after the other with calls under way, then lets one spend what is left. */
async function spend(
  file: string,
  mode: string,
  killedAfter: readonly number[],
): Promise<{ readonly tokens: number; readonly cut: number; readonly last: string }> {
  await using service = await openModelService({
    answer: (call) => ({ kind: 'text', text: wordedAnswer(call), everyMs: 2 }),
    models: [MODEL],
  });
  let next = start(file, service, mode);
  for (const calls of killedAfter) {
    const spender = next;
    // Started meanwhile, so that starting costs no time.
    next = start(file, service, mode);
    const earlier = service.requests.length;
    await comesTrue(() => /ready/u.test(spender.said()), 60_000);
    spender.child.stdin?.end('go');
    await comesTrue(() => service.requests.length >= earlier + calls && service.openReplies() > 0, 20_000);
    spender.child.kill('SIGKILL');
    await spender.closed;
    await service.idle();
  }
  next.child.stdin?.end('go');
  await next.closed;
  return {
    tokens: billOf(service).tokens,
    cut: service.closedEarly.length,
    last: next.said().trim().split('\n').at(-1) ?? '',
  };
}

test(`killed ${KILLED_AFTER.length} times with money in flight, no more is billed than the day may cost`, async () => {
  const file = join(folder, 'state.db');
  const { tokens, cut, last } = await spend(file, 'sound', KILLED_AFTER);
  expect(tokens).toBeLessThanOrEqual(CAP);
  expect(cut).toBeGreaterThanOrEqual(KILLED_AFTER.length);
  expect(last).toBe('answered over-budget');
  await using state = stateOver(await openSqlite(file));
  const { settled, reserved } = await state.ledger.read({ key: 'all', day: '2026-11-22' });
  expect(settled.tokens + reserved.tokens).toBeLessThanOrEqual(CAP);
  expect(settled.tokens + reserved.tokens).toBeGreaterThanOrEqual(tokens);
  // What was under way when a process was killed is never given back.
  expect(reserved.tokens).toBeGreaterThan(0);
}, 120_000);

test('a ledger that ends with its process is found out (planted)', async () => {
  const { tokens } = await spend(join(folder, 'forgotten.db'), 'forgetful', [8]);
  expect(tokens).toBeGreaterThan(CAP);
}, 120_000);
