/** A database that stops answering while a server runs: what needs none of it goes on, and the server can still be stopped. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openPostgresService, type PostgresService } from '@ibid/testkit';
import { openGate, type Gate } from '../replicas/gate-fixture.ts';
import { ibid, openWorkplace, startIbid, type Started, type Workplace } from '../testing/run-ibid.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

let place: Workplace;
let service: PostgresService;
let gate: Gate;
let env: Readonly<Record<string, string>>;

beforeAll(async () => {
  place = await openWorkplace();
  await place.write({
    'docs/install.md': '# Install\n\n## From npm\n\nRun the installer once. It needs Node 24.\n',
    'docs/settings.md': '# Settings\n\nThe server listens on port 4000 unless another one is named.\n',
  });
  const { code, stderr } = await ibid(place.path, 'index', 'docs', '--quiet');
  if (code !== 0) throw new Error(stderr);
  service = await openPostgresService();
  const url = new URL(service.url);
  gate = await openGate({ host: url.hostname, port: Number(url.port) });
  url.port = String(gate.port);
  url.searchParams.set('schema', service.freshSchema());
  env = { IBID_STATE_URL: url.href };
});
afterAll(async () => {
  await gate[Symbol.asyncDispose]();
  await service.close();
  await place[Symbol.asyncDispose]();
});

async function started(): Promise<{ readonly run: Started; readonly url: string }> {
  const run = startIbid(place.path, ['serve', '--port', '0'], { env });
  const url = /http:\/\/127\.0\.0\.1:\d+/u.exec(await run.seen(/answers at http:\/\/\S+\d/u))![0];
  return { run, url };
}

async function post(url: string, body: object): Promise<Response> {
  const headers = { 'Content-Type': 'application/json' };
  return fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
}

describe.each(['shut', 'freeze'] as const)('a database that is gone (%s)', (how) => {
  it('is told as state, keeps no question waiting that needs none of it, and is not waited for at the end', async () => {
    gate.open();
    const { run, url } = await started();
    await vi.waitFor(async () => expect((await fetch(`${url}/ready`)).status).toBe(200), { timeout: 20_000 });
    gate[how]();
    const ready = await fetch(`${url}/ready`, { signal: AbortSignal.timeout(10_000) });
    expect([ready.status, await ready.json()]).toMatchObject([
      503,
      { cause: 'state', down: expect.arrayContaining(['sessions', 'feedback']) },
    ]);
    expect((await fetch(`${url}/health`)).status).toBe(200);
    expect((await fetch(`${url}/ready?needs=index`)).status).toBe(200);
    const answer = await post(`${url}/api/ask`, { query: 'Which port does the server listen on?' });
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('port 4000')]);
    const turn = await post(`${url}/api/agent/query`, { query_text: 'Which port does the server listen on?' });
    expect(turn.status).toBeGreaterThanOrEqual(500);
    gate.open();
    await vi.waitFor(async () => expect((await fetch(`${url}/ready`)).status).toBe(200), { timeout: 20_000 });
    gate[how]();
    run.child.kill('SIGTERM');
    const ended = await Promise.race([run.finished, sleep(30_000, undefined)]);
    run.child.kill('SIGKILL');
    expect(ended?.code).toBe(0);
  });
});
