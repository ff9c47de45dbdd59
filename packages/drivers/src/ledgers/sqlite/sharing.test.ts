import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ledgerAccount, tokensOf } from '@ibid/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sqliteLedger } from '../sqlite.ts';

const CAP = 100_000;
const CALLS = 1000;

let folder: string;
const running = new Set<ChildProcess>();
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ibid-ledger-share-'));
});
afterEach(() => {
  for (const child of running) child.kill('SIGKILL');
  running.clear();
  rmSync(folder, { recursive: true });
});

/** A process that is ready to ask; `go` gives what it was granted. */
async function startWriter(file: string, sizes: readonly number[]): Promise<{ go(): Promise<number> }> {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, 'share-writer.ts'), file, `${CAP}`, sizes.join(',')],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  running.add(child);
  const reader = createInterface(child.stdout);
  await once(reader, 'line');
  return {
    async go() {
      child.stdin.write('go\n');
      const [line] = await once(reader, 'line');
      return Number(line);
    },
  };
}

test.each([2, 4])('%i processes share a cap: together they fill it and never pass it', async (processes) => {
  const file = join(folder, 'ledger.db');
  const writers = await Promise.all(
    [...Array(processes).keys()].map((one) =>
      startWriter(
        file,
        Array.from({ length: CALLS / processes }, (_, i) => 1 + ((i * 7919 + one * 104_729) % 999)),
      ),
    ),
  );
  const granted = await Promise.all(writers.map(({ go }) => go()));
  const total = granted.reduce((sum, tokens) => sum + tokens);
  expect(total).toBeLessThanOrEqual(CAP);
  expect(total).toBeGreaterThan(CAP * 0.95);

  const driver = sqliteLedger({ file });
  await driver.open();
  expect(await tokensOf(driver, ledgerAccount('all'))).toEqual([0, total]);
  await driver.close();
});
