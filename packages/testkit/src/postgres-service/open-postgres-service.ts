import { randomUUID } from 'node:crypto';
import { startDebianPostgres } from './start-debian-postgres.ts';

export interface PostgresService {
  readonly url: string;
  /** A name that no schema has yet; who makes one of it drops it. */
  freshSchema(): string;
  close(): Promise<void>;
}

/**
 * The database that tests run against: the server that `IBID_TEST_POSTGRES_URL` names, otherwise one of Debian's. One for each file
 * of tests, with a fresh schema for each case. For tests that `needsServer` lets run.
 */
export async function openPostgresService(): Promise<PostgresService> {
  const url = process.env['IBID_TEST_POSTGRES_URL'];
  if (url !== undefined) return { url, freshSchema, close: () => Promise.resolve() };
  const server = await startDebianPostgres({ settings: ['fsync=off'], initdb: ['--no-sync'] });
  return { url: server.url, freshSchema, close: server.close };
}

function freshSchema(): string {
  return `t_${randomUUID().replaceAll('-', '')}`;
}
