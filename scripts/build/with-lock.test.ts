import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { withLock } from './with-lock.ts';

let scratch: string;
let file: string;

beforeEach(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'ibid-lock-'));
  file = join(scratch, 'deep', 'lock');
});

afterEach(() => rm(scratch, { recursive: true, force: true }));

test('a lock waits for its holder, and a process that is killed frees it', async () => {
  const module = JSON.stringify(new URL('with-lock.ts', import.meta.url).href);
  const holds = `const { withLock } = await import(${module});
    await withLock(${JSON.stringify(file)}, () => { console.log('held'); return new Promise((resolve) => setTimeout(resolve, 60000)); });`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', holds], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  let isTaken = false;
  const waiting = withLock(file, async () => (isTaken = true));
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(isTaken).toBe(false);
  child.kill('SIGKILL');
  await waiting;
  expect(isTaken).toBe(true);
});
