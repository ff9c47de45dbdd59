import { randomUUID } from 'node:crypto';
import { debianPostgresFolder, startDebianPostgres } from './start-debian-postgres.ts';

/**
 * For tests that need PostgreSQL: ``describe.skipIf(needsServer.isMissing)(`rule${needsServer.note}`, …)``, so that a skipped
 * case shows the reason.
 */
export const needsServer: { readonly isMissing: boolean; readonly note: string } = missing(
  process.env['IBID_TEST_POSTGRES_URL'] === undefined && debianPostgresFolder() === undefined,
);

function missing(isMissing: boolean): typeof needsServer {
  const why = ' (skipped: IBID_TEST_POSTGRES_URL names no server, and there is none under /usr/lib/postgresql)';
  return { isMissing, note: isMissing ? why : '' };
}

export interface PostgresService {
  readonly url: string;
  /** Returns an unused schema name. A caller that creates the schema must drop it. */
  freshSchema(): string;
  close(): Promise<void>;
}

/**
 * Opens the database for tests: the server named by `IBID_TEST_POSTGRES_URL`, otherwise a Debian one. Open one per test file,
 * with a fresh schema per case, and only if `needsServer` finds a server.
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
