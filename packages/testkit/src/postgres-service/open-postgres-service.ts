import { randomUUID } from 'node:crypto';
import { TEST_SERVER_URL } from './test-server-fixture.ts';

export interface PostgresService {
  readonly url: string;
  readonly kind: 'pglite' | 'server';
  /** A name that no schema has yet; who makes one of it on a server drops it. */
  freshSchema(): string;
  close(): Promise<void>;
}

/**
 * The database that tests run against: the server that `IBID_TEST_POSTGRES_URL` names, otherwise PGlite. One for each file of tests,
 * with a fresh schema for each case.
 */
export async function openPostgresService(): Promise<PostgresService> {
  if (TEST_SERVER_URL !== undefined)
    return { url: TEST_SERVER_URL, kind: 'server', freshSchema, close: () => Promise.resolve() };
  // Loaded where it is needed alone: most files of tests never need it.
  const { startPglite } = await import('./start-pglite-fixture.ts');
  return { ...(await startPglite()), kind: 'pglite', freshSchema };
}

function freshSchema(): string {
  return `t_${randomUUID().replaceAll('-', '')}`;
}
