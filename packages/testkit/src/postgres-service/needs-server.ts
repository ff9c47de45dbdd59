import { debianPostgresFolder } from './start-debian-postgres.ts';

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
