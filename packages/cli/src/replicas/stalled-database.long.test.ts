/** A database that takes no commits costs readers seconds, not minutes, however many come, and a server over it still ends when it is told to. */
import { debianPostgresFolder, startDebianPostgres } from '@ibid/testkit';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { openDeployment, post, type Replica } from './replicas-fixture.ts';

vi.setConfig({ testTimeout: 180_000 });

const isMissing = debianPostgresFolder() === undefined;
const note = isMissing ? ' (skipped: needs a PostgreSQL of Debian, to harm it)' : '';

const FILES = {
  'docs/fan.md': '# Fan\n\nThe fan turns at 900 rpm. Its blades are made of steel.\n',
  'docs/pump.md': '# Pump\n\nThe pump needs oil every 90 days.\n',
  'ibid.config.json': JSON.stringify({
    server: { questionsPerMinute: 0, requestsPerMinute: 0, connectionsPerAddress: 0, finishSeconds: 2 },
  }),
};
/** Longer than all patience together; a reader who is still waiting then waits in a line that nobody bounds. */
const FAR_TOO_LONG_MS = 20_000;

function psql(url: string, ...commands: readonly string[]): void {
  const args = commands.flatMap((command) => ['-c', command]);
  execFileSync(join(debianPostgresFolder()!, 'psql'), [url, '-q', '-o', '/dev/null', ...args]);
}

async function begin({ url }: Replica, leaveAfterMs = FAR_TOO_LONG_MS): Promise<number | 'left'> {
  const body = JSON.stringify({ query_text: 'How fast does the fan turn?', score_threshold: 0 });
  const headers = { 'Content-Type': 'application/json' };
  const signal = AbortSignal.timeout(leaveAfterMs);
  try {
    const reply = await fetch(`${url}/api/agent/query`, { method: 'POST', headers, body, signal });
    await reply.arrayBuffer();
    return reply.status;
  } catch {
    return 'left';
  }
}

describe.skipIf(isMissing)(`a database whose commits wait for ever${note}`, () => {
  it('fails every new conversation in its time, holds up nobody else, and lets the server end', async () => {
    const postgres = await startDebianPostgres();
    try {
      await using deployment = await openDeployment(FILES, {}, { url: postgres.url, freshSchema: () => 'ibid' });
      await deployment.index();
      const replica = await deployment.start('--drain', '1');
      expect(await begin(replica)).toBe(200);
      // A standby that must confirm each commit, and is not there.
      psql(postgres.url, "ALTER SYSTEM SET synchronous_standby_names = 'gone'", 'SELECT pg_reload_conf()');
      await vi.waitFor(async () => expect((await fetch(`${replica.url}/ready`)).status).toBe(503), { timeout: 20_000 });

      const crowd = await Promise.all(Array.from({ length: 12 }, () => begin(replica)));
      expect(crowd.every((status) => status === 503 || status === 504)).toBe(true);
      expect(await Promise.all(Array.from({ length: 15 }, () => begin(replica, 1_000)))).toContain('left');
      expect([503, 504]).toContain(await begin(replica));
      expect(await (await post(`${replica.url}/query`, { query: 'How fast does the fan turn?' })).text()).toContain(
        '900 rpm',
      );

      const waiting = Array.from({ length: 5 }, () => begin(replica));
      const { code } = await replica.stop();
      expect(code).toBe(0);
      expect(await Promise.all(waiting)).not.toContain(200);
    } finally {
      await postgres.close();
    }
  });
});
