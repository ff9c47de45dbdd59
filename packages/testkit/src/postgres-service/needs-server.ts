import { TEST_SERVER_URL } from './test-server-fixture.ts';

/**
 * For what only a server can show, such as true concurrency: ``test.skipIf(needsServer.isMissing)(`rule${needsServer.note}`, …)``, so
 * that a skipped case says why.
 */
export const needsServer: { readonly isMissing: boolean; readonly note: string } = {
  isMissing: TEST_SERVER_URL === undefined,
  note: TEST_SERVER_URL === undefined ? ' (skipped: IBID_TEST_POSTGRES_URL names no server)' : '',
};
