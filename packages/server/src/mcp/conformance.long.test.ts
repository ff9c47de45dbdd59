/** Runs the server scenarios of the protocol's own conformance runner. `conformance.yaml` names those that do not concern us, with the reason. */
import { execFile } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { serveSmallIndex } from '../testing/serve-small-index.ts';

const RUNNER = fileURLToPath(import.meta.resolve('@modelcontextprotocol/conformance/dist/index.js'));
const EXCEPTIONS = join(import.meta.dirname, 'conformance.yaml');

let server: Awaited<ReturnType<typeof serveSmallIndex>>;
let deaf: Server;

beforeAll(async () => {
  server = await serveSmallIndex();
  deaf = createServer((_, response) => response.end('{}')).listen(0, '127.0.0.1');
});
afterAll(async () => {
  deaf.close();
  await server[Symbol.asyncDispose]();
});

/** Resolves to the summary, or rejects with it where a scenario fails that may not, or passes although it is an exception. */
async function conformance(url: string, revision: string, scenarios: readonly string[]): Promise<string> {
  const args = [RUNNER, 'server', '--url', url, '--spec-version', revision, ...scenarios];
  const { stdout } = await promisify(execFile)(process.execPath, [...args, '--expected-failures', EXCEPTIONS], {
    maxBuffer: 2 ** 26,
  });
  return stdout;
}

it.each([
  ['2025-06-18', ['server-initialize', 'ping', 'tools-list']],
  ['2025-11-25', ['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection']],
  [
    '2026-07-28',
    [
      'tools-list',
      'server-sse-multiple-streams',
      'dns-rebinding-protection',
      'http-header-validation',
      'input-required-result-unsupported-methods',
      'input-required-result-validate-input',
    ],
  ],
])('the revision %s: all scenarios that concern the server pass', { timeout: 120_000 }, async (revision, passing) => {
  const summary = await conformance(`${server.url}/mcp`, revision, ['--suite', 'all']);
  for (const scenario of passing) expect(summary).toMatch(new RegExp(`✓ ${scenario}: [1-9]\\d* passed, 0 failed`, 'u'));
});

it('notices a server that does not speak the protocol (control)', async () => {
  const { port } = deaf.address() as AddressInfo;
  const wrong = conformance(`http://127.0.0.1:${port}/`, '2026-07-28', ['--scenario', 'tools-list']);
  await expect(wrong).rejects.toMatchObject({ code: 1 });
});
