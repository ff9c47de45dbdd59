/**
 * Runs the command given as arguments with `IBID_TEST_POSTGRES_URL` naming a Debian PostgreSQL of its own, and ends as the command does:
 *
 *     node packages/testkit/src/postgres-service/with-debian-postgres.ts npx vitest run packages/drivers/src/sessions
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { startDebianPostgres } from './start-debian-postgres.ts';

const server = await startDebianPostgres();
try {
  const command = ['env', `IBID_TEST_POSTGRES_URL=${server.url}`, ...process.argv.slice(2)];
  const child = spawn(command[0]!, command.slice(1), { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  const [code] = await once(child, 'exit');
  process.exitCode = code ?? 1;
} finally {
  await server.close();
}
