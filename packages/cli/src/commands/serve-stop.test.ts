/** A server that is told to stop, as an orchestrator does it: nobody who asked is left without an answer. */
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ibid, openWorkplace, startIbid, type Started, type Workplace } from '../testing/run-ibid.ts';

// Each case starts a real process, which a busy machine may keep waiting.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const PAGES = {
  'docs/install.md': '# Install\n\n## From npm\n\nRun the installer once. It needs Node 24.\n',
  'docs/settings.md': '# Settings\n\nThe server listens on port 4000 unless another one is named.\n',
};
const ASKED = '{"query":"Which port does the server listen on?"}';

let place: Workplace;
beforeAll(async () => {
  place = await openWorkplace();
  await place.write(PAGES);
  const { code, stderr } = await ibid(place.path, 'index', 'docs', '--quiet');
  if (code !== 0) throw new Error(stderr);
});
afterAll(() => place[Symbol.asyncDispose]());

async function started(...flags: string[]): Promise<{ readonly run: Started; readonly url: string }> {
  const run = startIbid(place.path, ['serve', '--port', '0', ...flags]);
  const url = /http:\/\/127\.0\.0\.1:\d+/u.exec(await run.seen(/answers at http:\/\/\S+\d/u))![0];
  return { run, url };
}

async function ask(url: string): Promise<Response> {
  return fetch(`${url}/api/ask`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: ASKED,
  });
}

describe('a server that is told to stop', () => {
  it('says that it is not ready, answers on while it drains, then ends with 0', async () => {
    const { run, url } = await started('--drain', '1');
    expect((await fetch(`${url}/ready`)).status).toBe(200);
    run.child.kill('SIGTERM');
    await run.seen(/Not ready any more/u);
    const ready = await fetch(`${url}/ready`);
    expect([ready.status, await ready.json()]).toMatchObject([503, { cause: 'server', down: ['server'] }]);
    expect((await fetch(`${url}/health`)).status).toBe(200);
    const answer = await ask(url);
    expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close']);
    expect(await answer.text()).toContain('port 4000');
    expect((await run.finished).code).toBe(0);
    await expect(ask(url)).rejects.toThrow('fetch failed');
  });
});

describe('a server without time to drain', () => {
  it('still answers a request that is on its way', async () => {
    const { run, url } = await started();
    const headers = { 'Content-Type': 'application/json', 'Content-Length': ASKED.length };
    const call = request(`${url}/api/ask`, { method: 'POST', headers, agent: false });
    const reply = new Promise<string>((resolve, reject) => {
      call.on('error', reject);
      call.on('response', (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () => resolve(`${response.statusCode} ${Buffer.concat(parts).toString()}`));
      });
    });
    call.write(ASKED.slice(0, 5));
    await expect.poll(async () => (await fetch(`${url}/health`)).status).toBe(200);
    run.child.kill('SIGTERM');
    await run.seen(/may finish/u);
    call.end(ASKED.slice(5));
    expect(await reply).toMatch(/^200 .*port 4000/su);
    expect((await run.finished).code).toBe(0);
  });

  it('is ended at once by a second signal', async () => {
    const { run } = await started('--drain', '300');
    run.child.kill('SIGTERM');
    await run.seen(/Not ready any more/u);
    // Two signals within moments count as one press.
    await new Promise((resolve) => setTimeout(resolve, 500));
    run.child.kill('SIGTERM');
    expect((await run.finished).code).toBe(130);
  });
});
