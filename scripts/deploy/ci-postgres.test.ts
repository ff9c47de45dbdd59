/** `.ci/postgres.sh`, which `.ci/run` sources. Where Debian's PostgreSQL is not installed there is nothing to start, and the case says so. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../..');
const INSTALLED = [15, 16, 17, 18].some((version) => existsSync(`/usr/lib/postgresql/${version}/bin/initdb`));
const ifInstalled = INSTALLED ? describe : describe.skip;

interface Output {
  readonly stdout: string;
  readonly stderr: string;
}

function bash(script: string, env: NodeJS.ProcessEnv = {}): Promise<Output> {
  const { IBID_TEST_POSTGRES_URL: _, ...inherited } = process.env;
  const words = ['-c', `set -u; . .ci/postgres.sh; trap stop_postgres EXIT; start_postgres; ${script}`];
  return run('bash', words, { cwd: ROOT, env: { ...inherited, ...env } });
}

test('where PostgreSQL cannot be had, one loud line says so and the run goes on without an address', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ibid-no-apt-'));
  try {
    await writeFile(join(folder, 'apt-get'), '#!/bin/sh\nexit 100\n');
    await chmod(join(folder, 'apt-get'), 0o755);
    const hidden = { PATH: `${folder}:${process.env['PATH']}`, IBID_CI_POSTGRES_LIB: join(folder, 'nowhere') };
    const { stdout, stderr } = await bash('echo "address: ${IBID_TEST_POSTGRES_URL:-none}"', hidden);
    expect(stdout).toBe('address: none\n');
    expect(stderr).toMatch(/^!!! NO POSTGRESQL: .+ skipped\.\n$/u);
  } finally {
    await rm(folder, { recursive: true });
  }
});

ifInstalled(`with PostgreSQL${INSTALLED ? '' : ' (skipped: it is not installed)'}`, () => {
  test('a server of its own answers on this machine, and is gone with its files at the end', async () => {
    const asks = '"$bin/psql" "$IBID_TEST_POSTGRES_URL" --no-psqlrc -Atc "select 6 * 7"';
    const says = 'echo "$postgres_pid $postgres_folder $IBID_TEST_POSTGRES_URL"';
    const { stdout } = await bash(`bin=$(find_postgres); ${asks}; ${says}`);
    const [, answer, state] = stdout.trim().split('\n');
    expect(answer).toBe('42');
    const [pid, folder, url] = state!.split(' ');
    expect(url).toMatch(/^postgres:\/\/ibid@127\.0\.0\.1:\d+\/postgres$/u);
    expect(() => process.kill(Number(pid), 0)).toThrow(/ESRCH/u);
    expect(existsSync(folder!)).toBe(false);
  });
});
