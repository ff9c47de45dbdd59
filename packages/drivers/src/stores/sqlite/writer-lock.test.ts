import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '@ibid/core';
import { show, sketchPage, START } from '@ibid/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sqliteStore } from '../sqlite.ts';
import { toFault } from './faults.ts';
import { acquireWriterLock } from './session.ts';

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ibid-lock-'));
  file = join(folder, 'site.ibid');
});
afterEach(() => rmSync(folder, { recursive: true }));

function refusal(): string {
  try {
    acquireWriterLock(file).release();
    return 'none';
  } catch (error) {
    return toFault(error, file).code;
  }
}

test('one build at a time has the lock, also within a process, and gives it back', async () => {
  const [one, other] = [await openStore(sqliteStore({ file })), await openStore(sqliteStore({ file }))];
  await one.beginBuild(START);
  await expect(other.beginBuild(START)).rejects.toMatchObject({ code: 'STORE_BUSY', retryable: true });
  await one.abandonBuild();
  await show(other, [sketchPage({ path: '/a', passages: [{ heading: 'Top', text: 'alpha' }] })]);
  await one.beginBuild(START);
  expect(refusal()).toBe('STORE_BUSY');
  await one.close();
  expect(refusal()).toBe('none');
  await other.close();
});

test('the lock of a process that is killed is free at once', async () => {
  const program = `new (require('node:sqlite').DatabaseSync)(process.argv[1]).exec('BEGIN EXCLUSIVE'); console.log('held'); setInterval(() => {}, 1000)`;
  const child = spawn(process.execPath, ['-e', program, `${file}-lock`], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  expect(refusal()).toBe('STORE_BUSY');
  child.kill('SIGKILL');
  await once(child, 'close');
  expect(refusal()).toBe('none');
});
