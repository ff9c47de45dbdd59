/** `ibid serve` as a process: its limits, its shutdown, and the data it has after a restart. */
import { openEmbeddingService } from '@ibid/testkit';
import { readdir, readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ibid, openWorkplace, post, runIbid, serveIbid, type Served, type Workplace } from '../testing/run-ibid.ts';
import { connectionLimits } from './serve.ts';

// Each case starts a real process, which is slow on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const PAGES = {
  'docs/install.md': '# Install\n\n## From npm\n\nRun the installer once. It needs Node 24.\n',
  'docs/settings.md': '# Settings\n\nThe server listens on port 4000 unless another one is named.\n',
};
const QUESTION = { query: 'Which port does the server listen on?' };

let place: Workplace;
beforeAll(async () => {
  place = await openWorkplace();
  await place.write(PAGES);
  const { code, stderr } = await ibid(place.path, 'index', 'docs', '--quiet');
  if (code !== 0) throw new Error(stderr);
});
afterAll(() => place[Symbol.asyncDispose]());

const served = (...flags: string[]): Promise<Served> => serveIbid(place.path, flags);

/** Number of answered questions out of `questions` asked at once. */
async function answered(questions: number, { url }: Served): Promise<number> {
  const replies = await Promise.all(Array.from({ length: questions }, () => post(`${url}/api/ask`, QUESTION)));
  return replies.filter(({ status }) => status === 200).length;
}

/** Status and warnings of a reply, and whether it answers. */
async function ask({ url }: Served): Promise<readonly unknown[]> {
  const response = await post(`${url}/api/ask`, QUESTION);
  const reply = (await response.json()) as { readonly warnings: unknown };
  return [response.status, reply.warnings, JSON.stringify(reply).includes('port 4000')];
}

/** Schema of a nullable field with a default. */
const by = (preset: number): object => ({
  anyOf: expect.arrayContaining([expect.objectContaining({ default: preset })]),
});

describe('limits of clients', () => {
  it('do not hold for this machine where nobody else can ask, unless one is asked for', async () => {
    const [free, limited] = await Promise.all([served(), served('--questions-per-minute', '2')]);
    expect([await answered(45, free), await answered(5, limited)]).toEqual([45, 1]);
    await Promise.all([free.stop(), limited.stop()]);
  });

  it('hold for everybody where others can ask; what a request leaves out is as the owner says, without a model too', async () => {
    const model = { topK: 2, maxTurns: 3, scoreThreshold: 0.1 };
    await place.write({ 'owner.config.json': JSON.stringify({ model }) });
    const open = await served('--host', '0.0.0.0', '--config', 'owner.config.json');
    const { components } = (await (await fetch(`${open.url}/openapi.json`)).json()) as {
      components: { schemas: Record<string, { properties: object }> };
    };
    const owners = { top_k: by(2), max_turns: by(3), score_threshold: by(0.1) };
    expect(components.schemas['AgentRequest']!.properties).toMatchObject(owners);
    expect(await answered(45, open)).toBeLessThan(45);
    await open.stop();
  });
});

describe('a server whose index is made anew with another embedder', () => {
  it('answers by words where its configuration does not say how to reach that embedder, and says why', async () => {
    await using service = await openEmbeddingService();
    const ollama = { name: 'ollama', baseUrl: service.origin };
    await place.write({
      'named.config.json': JSON.stringify({ embedder: 'builtin' }),
      'ollama.config.json': JSON.stringify({ embedder: ollama }),
    });
    const index = ['--index', 'changed.db'];
    const right = [200, [], true];
    await ibid(place.path, 'index', 'docs', '--quiet', ...index);
    const [free, named] = await Promise.all([served(...index), served('--config', 'named.config.json', ...index)]);
    expect([await ask(free), await ask(named)]).toEqual([right, right]);
    await ibid(place.path, 'index', 'docs', '--quiet', '--config', 'ollama.config.json', ...index);
    const byWords = [200, [expect.objectContaining({ code: 'vector_leg_missing' })], true];
    expect([await ask(free), await ask(named)]).toEqual([byWords, byWords]);
    await free.run.seen(/does not say how to reach/u);
    expect(await named.run.seen(/put `embedder` back/u)).toContain('the configuration asks for');
    await ibid(place.path, 'index', 'docs', '--quiet', '--embedder', 'builtin', ...index);
    expect([await ask(free), await ask(named)]).toEqual([right, right]);
    await Promise.all([free.stop(), named.stop()]);
  });
});

describe('a server that is told to stop', () => {
  it('says that it is not ready, answers on while it drains, then ends with 0', async () => {
    const { run, url } = await served('--drain', '1');
    expect((await fetch(`${url}/ready`)).status).toBe(200);
    run.child.kill('SIGTERM');
    await run.seen(/Not ready any more/u);
    const ready = await fetch(`${url}/ready`);
    expect([ready.status, await ready.json()]).toMatchObject([503, { cause: 'server', down: ['server'] }]);
    expect((await fetch(`${url}/health`)).status).toBe(200);
    const answer = await post(`${url}/api/ask`, QUESTION);
    expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close']);
    expect(await answer.text()).toContain('port 4000');
    expect((await run.finished).code).toBe(0);
    await expect(post(`${url}/api/ask`, QUESTION)).rejects.toThrow('fetch failed');
  });

  it('still answers a request that is on its way when it has no time to drain', async () => {
    const { run, url } = await served();
    const body = JSON.stringify(QUESTION);
    const headers = { 'Content-Type': 'application/json', 'Content-Length': body.length };
    const call = request(`${url}/api/ask`, { method: 'POST', headers, agent: false });
    const reply = new Promise<string>((resolve, reject) => {
      call.on('error', reject);
      call.on('response', async (response) => {
        resolve(`${response.statusCode} ${Buffer.concat(await Array.fromAsync(response)).toString()}`);
      });
    });
    call.write(body.slice(0, 5));
    await expect.poll(async () => (await fetch(`${url}/health`)).status).toBe(200);
    run.child.kill('SIGTERM');
    await run.seen(/may finish/u);
    call.end(body.slice(5));
    expect(await reply).toMatch(/^200 .*port 4000/su);
    expect((await run.finished).code).toBe(0);
  });

  it('is ended at once by a second signal', async () => {
    const { run, stop } = await served('--drain', '300');
    run.child.kill('SIGTERM');
    await run.seen(/Not ready any more/u);
    // Two signals within milliseconds count as one Ctrl-C.
    await sleep(500);
    expect((await stop()).code).toBe(130);
  });
});

async function converse({ url }: Served, query_text: string, session_id?: string): Promise<string> {
  const response = await post(`${url}/api/agent/query`, { query_text, score_threshold: 0, session_id });
  expect(response.status).toBe(200);
  return ((await response.json()) as { conversation_id: string }).conversation_id;
}

describe('what a server has acknowledged (A1, R19)', () => {
  it('is there after it was killed, and leaves no words in the log or in the files when it is ended', async () => {
    const first = await served();
    const id = await converse(first, 'Which port is the CANARY one?');
    first.run.child.kill('SIGKILL');
    await first.run.finished;

    const second = await served();
    await converse(second, 'How do I install it?', id);
    const session = `${second.url}/api/agent/session/${id}`;
    expect(await (await fetch(session)).json()).toMatchObject({
      current_turn: 2,
      conversation_history: [{ user_input: 'Which port is the CANARY one?' }, { user_input: 'How do I install it?' }],
    });
    expect((await fetch(session, { method: 'DELETE' })).status).toBe(200);
    const { code, stdout, stderr } = await second.stop();
    expect(code).toBe(0);
    expect(stdout).toContain('"route":"/api/agent/query"');
    expect(stdout + stderr).not.toContain('CANARY');
    const state = join(place.path, '.ibid');
    const files = await readdir(state);
    const contents = await Promise.all(files.map((name) => readFile(join(state, name))));
    expect(files.filter((_, index) => contents[index]!.includes('CANARY'))).toEqual([]);
  });

  it('cannot be kept in a file that is none, which keeps the server from starting and says how to fix it', async () => {
    await using broken = await openWorkplace();
    await broken.write({ ...PAGES, '.ibid/state.db': 'no database at all' });
    const { code, stderr } = await runIbid(broken.path, ['serve', 'docs', '--port', '0']);
    expect(stderr).toMatch(/state\.db[^]*move the file away/u);
    expect(stderr).not.toMatch(/--fresh/u);
    expect(code).toBeGreaterThan(0);
  });
});

it('keeps a connection longer than a proxy does, briefly without one, or as the owner says', () => {
  const times = [undefined, { trustedProxies: 0 }, { trustedProxies: 1 }, { trustedProxies: 1, keepAliveSeconds: 120 }];
  expect(times.map((server) => connectionLimits(server).limits?.keepAliveMs)).toEqual([5_000, 5_000, 65_000, 120_000]);
});
