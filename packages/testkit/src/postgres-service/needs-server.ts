import { TEST_SERVER_URL } from './test-server-fixture.ts';

/**
 * For what only a server can show, such as true concurrency: `test.skipIf(needsServer.isMissing)(needsServer.title('…'), …)`, so that
 * a skipped case says why.
 */
export const needsServer: { readonly isMissing: boolean; title(rule: string): string } = {
  isMissing: TEST_SERVER_URL === undefined,
  title: (rule: string): string =>
    TEST_SERVER_URL === undefined ? `${rule} (skipped: IBID_TEST_POSTGRES_URL names no server)` : rule,
};
