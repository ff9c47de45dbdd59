/**
 * As `with-debian-postgres.ts`, with PgBouncer between, in transaction mode over four connections. The first argument is where it is,
 * `/usr/sbin/pgbouncer` where Debian's package is installed:
 *
 *     node packages/testkit/src/postgres-service/with-debian-pooler.ts /usr/sbin/pgbouncer npx vitest run packages/drivers/src/sessions
 *
 * Two cases cannot hold behind it: one makes a role that the pooler does not know, one shows what a pooler refuses.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';
import { startDebianPostgres } from './start-debian-postgres.ts';

const NOBODY = 65_534;

const [pgbouncer = '/usr/sbin/pgbouncer', ...command] = process.argv.slice(2);
const folder = await mkdtemp(join(tmpdir(), 'ibid-pooler-'));
await chmod(folder, 0o755);
const [users, settings] = [join(folder, 'users.txt'), join(folder, 'pgbouncer.ini')];
const server = await startDebianPostgres();
const { port, username, password } = new URL(server.url);
const own = await freePort();
await writeFile(users, `"${username}" "${password}"\n`);
await writeFile(
  settings,
  `[databases]
postgres = host=127.0.0.1 port=${port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = transaction
default_pool_size = 4
max_client_conn = 200
`,
);
// It refuses to run as root.
const who = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
const pooler = spawn(pgbouncer, [settings], { ...who, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
try {
  let said = '';
  await new Promise<void>((resolve, reject) => {
    pooler.stderr.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-10_000);
      if (said.includes('process up')) resolve();
    });
    pooler.once('error', reject);
    pooler.once('exit', () => reject(new Error(`PgBouncer ended while it started:\n${said}`)));
  });
  const url = new URL(server.url);
  url.port = String(own);
  const child = spawn('env', [`IBID_TEST_POSTGRES_URL=${url.href}`, ...command], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  const [code] = await once(child, 'exit');
  process.exitCode = code ?? 1;
} finally {
  if (pooler.exitCode === null && pooler.pid !== undefined) {
    pooler.kill();
    await once(pooler, 'exit');
  }
  await server.close();
  await rm(folder, { recursive: true });
}
