import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '@ibid/core';
import { START } from '@ibid/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sqliteStore } from '../sqlite.ts';
import { toFault } from './database.ts';
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

test('an abandoned build and a closed store give the lock back', async () => {
  await using store = await openStore(sqliteStore({ file }));
  for (const end of [() => store.abandonBuild(), () => store.close()]) {
    await store.beginBuild(START);
    expect(refusal()).toBe('STORE_BUSY');
    await end();
    expect(refusal()).toBe('none');
  }
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
