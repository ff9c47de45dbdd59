/** What a server has acknowledged is still there when it comes back, however it ended (A1, R19). */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openWorkplace, runIbid, startIbid, type Started, type Workplace } from './testing/run-ibid.ts';

const FILES = {
  'docs/install.md': '# Install\n\n## From npm\n\nRun the installer once. It needs Node 24.\n',
  'docs/settings.md': '# Settings\n\nThe server listens on port 4000 unless another one is named.\n',
};

// Each case starts several real processes, which a busy machine may keep waiting.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

let place: Workplace;
beforeAll(async () => {
  place = await openWorkplace();
  await place.write(FILES);
});
afterAll(() => place[Symbol.asyncDispose]());

async function started(): Promise<{ readonly run: Started; readonly url: string }> {
  const run = startIbid(place.path, ['serve', 'docs', '--port', '0']);
  const url = /http:\/\/127\.0\.0\.1:\d+/u.exec(await run.seen(/answers at http:\/\/\S+\d/u))![0];
  return { run, url };
}

async function ask(url: string, body: object): Promise<{ readonly conversation_id: string }> {
  const response = await fetch(`${url}/api/agent/query`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ score_threshold: 0, ...body }),
  });
  expect(response.status).toBe(200);
  return (await response.json()) as { conversation_id: string };
}

describe('state that cannot be used', () => {
  it('keeps the server from starting, and says how to mend it', async () => {
    await using broken = await openWorkplace();
    await broken.write({ ...FILES, '.ibid/state.db': 'no database at all' });
    const { code, stderr } = await runIbid(broken.path, ['serve', 'docs', '--port', '0']);
    expect(stderr).toMatch(/state\.db/u);
    expect(stderr).toMatch(/move the file away/u);
    expect(stderr).not.toMatch(/--fresh/u);
    expect(code).toBeGreaterThan(0);
  });
});

describe('a conversation', () => {
  it('goes on after the server was killed, and leaves no words in the log or in the files when it is ended', async () => {
    const first = await started();
    const { conversation_id: session_id } = await ask(first.url, { query_text: 'Which port is the CANARY one?' });
    first.run.child.kill('SIGKILL');
    await first.run.finished;

    const second = await started();
    await ask(second.url, { query_text: 'How do I install it?', session_id });
    const session = `${second.url}/api/agent/session/${session_id}`;
    expect(await (await fetch(session)).json()).toMatchObject({
      current_turn: 2,
      conversation_history: [{ user_input: 'Which port is the CANARY one?' }, { user_input: 'How do I install it?' }],
    });
    expect((await fetch(session, { method: 'DELETE' })).status).toBe(200);
    second.run.child.kill('SIGINT');
    const { code, stdout, stderr } = await second.run.finished;
    expect(code).toBe(0);
    expect(stdout).toContain('"route":"/api/agent/query"');
    expect(stdout + stderr).not.toContain('CANARY');
    const state = join(place.path, '.ibid');
    const files = await readdir(state);
    const contents = await Promise.all(files.map((name) => readFile(join(state, name))));
    expect(files.filter((_, index) => contents[index]!.includes('CANARY'))).toEqual([]);
  });
});
