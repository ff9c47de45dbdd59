/** Limits of clients, as flag, environment and the address that is listened at decide them, and what requests may leave out. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { ibid, openWorkplace, startIbid, type Workplace } from '../testing/run-ibid.ts';

/** A field that may be null, and its default. */
function by(preset: number): object {
  return { anyOf: expect.arrayContaining([expect.objectContaining({ default: preset })]) };
}

// Each case starts a real process, which a busy machine may keep waiting.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let place: Workplace;
beforeAll(async () => {
  place = await openWorkplace();
  await place.write({ 'docs/settings.md': '# Settings\n\nThe server listens on port 4000.\n' });
  const { code, stderr } = await ibid(place.path, 'index', 'docs', '--quiet');
  if (code !== 0) throw new Error(stderr);
});
afterAll(() => place[Symbol.asyncDispose]());

/** How many of as many questions in a row are answered. */
async function answered(questions: number, ...flags: string[]): Promise<number> {
  const run = startIbid(place.path, ['serve', '--port', '0', ...flags]);
  const [url] = /http:\/\/[\w.]+:\d+/u.exec(await run.seen(/answers at http:\/\/\S+\d/u))!;
  let count = 0;
  for (let i = 0; i < questions; i += 1) {
    const reply = await fetch(`${url}/api/ask`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"query":"Which port does the server listen on?"}',
    });
    if (reply.status === 200) count += 1;
  }
  run.child.kill('SIGTERM');
  await run.finished;
  return count;
}

it('none hold for this machine where nobody else can ask, unless one is asked for', async () => {
  expect(await answered(35)).toBe(35);
  expect(await answered(5, '--questions-per-minute', '2')).toBe(1);
});

it('hold for everybody where others can ask', async () => {
  expect(await answered(35, '--host', '0.0.0.0')).toBeLessThan(35);
});

it("the owner's values of what a request leaves out hold without a model", async () => {
  await place.write({ 'owner.config.json': JSON.stringify({ model: { topK: 2, maxTurns: 3, scoreThreshold: 0.1 } }) });
  const run = startIbid(place.path, ['serve', '--port', '0', '--config', 'owner.config.json']);
  const [url] = /http:\/\/[\w.]+:\d+/u.exec(await run.seen(/answers at http:\/\/\S+\d/u))!;
  const { components } = (await (await fetch(`${url}/openapi.json`)).json()) as {
    components: { schemas: Record<string, { properties: object }> };
  };
  run.child.kill('SIGTERM');
  await run.finished;
  const owners = { top_k: by(2), max_turns: by(3), score_threshold: by(0.1) };
  expect(components.schemas['AgentRequest']!.properties).toMatchObject(owners);
});
