/** When Qdrant or PostgreSQL goes away, the error says which one at once, nothing is invented, and both recover without a restart. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { post, type Served } from '../run-ibid.ts';
import { openDeployment, type Deployment } from './deployment.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let deployment: Deployment;
let replica: Served;

beforeAll(async () => {
  deployment = await openDeployment({
    'docs/fan.md': '# Fan\n\nThe fan turns at 900 rpm. Its blades are made of steel.\n',
    'docs/pump.md': '# Pump\n\nThe pump needs oil every 90 days.\n',
  });
  await deployment.index();
  replica = await deployment.start();
});
afterAll(() => deployment[Symbol.asyncDispose]());

const QUESTION = 'How fast does the fan turn?';

async function ready(): Promise<{ status: number; body: { down?: string[]; message?: string } }> {
  const response = await fetch(`${replica.url}/ready`);
  return { status: response.status, body: (await response.json()) as { down?: string[] } };
}

async function recovered(): Promise<void> {
  await vi.waitFor(async () => expect((await ready()).status).toBe(200), { timeout: 15_000, interval: 100 });
}

describe('without the index', () => {
  it('readiness names the index and not the state, questions fail honestly, and all is well once it is back', async () => {
    await recovered();
    await deployment.qdrant.stop();
    const { status, body } = await ready();
    expect(status).toBe(503);
    expect(body.down).toEqual(['store']);
    expect((await fetch(`${replica.url}/health`)).status).toBe(200);
    const reply = await post(`${replica.url}/query`, { query: QUESTION });
    expect(reply.status).toBe(503);
    expect(await reply.text()).not.toMatch(/900 rpm|no_matches|do not answer/u);
    await deployment.qdrant.start();
    await recovered();
    expect(await (await post(`${replica.url}/query`, { query: QUESTION })).text()).toContain('900 rpm');
  });

  it('one that never answers is as good as away', async () => {
    await recovered();
    deployment.qdrant.isHanging = true;
    const { status, body } = await ready();
    expect(status).toBe(503);
    expect(body.down).toContain('store');
    deployment.qdrant.isHanging = false;
    await recovered();
  });
});

describe.each([
  ['that is away', (gate: Deployment['gate']) => gate.shut(), 503],
  ['that never answers', (gate: Deployment['gate']) => gate.freeze(), 504],
])('without the state: a database %s', (_, harm, status) => {
  it('readiness names the state and not the index, questions of no conversation are answered, and all is well once it is back', async () => {
    await recovered();
    const { conversation_id } = (await (
      await post(`${replica.url}/api/agent/query`, { query_text: QUESTION, score_threshold: 0 })
    ).json()) as { conversation_id: string };
    harm(deployment.gate);
    try {
      const { status: readiness, body } = await ready();
      expect(readiness).toBe(503);
      expect(body.down).toContain('sessions');
      expect(body.down).not.toContain('store');
      expect((await fetch(`${replica.url}/health`)).status).toBe(200);
      expect(await (await post(`${replica.url}/query`, { query: QUESTION })).text()).toContain('900 rpm');
      const reply = await post(`${replica.url}/api/agent/query`, {
        query_text: QUESTION,
        score_threshold: 0,
        session_id: conversation_id,
      });
      expect(reply.status).toBe(status);
      expect(await reply.text()).not.toMatch(/postgres|127\.0\.0\.1|AGENT_SESSION_NOT_FOUND/iu);
    } finally {
      deployment.gate.open();
    }
    await recovered();
    const session = await fetch(`${replica.url}/api/agent/session/${conversation_id}`);
    expect(await session.json()).toMatchObject({ current_turn: 1 });
  });
});

it('a server whose database never answers still ends when it is told to', async () => {
  const doomed = await deployment.start();
  deployment.gate.freeze();
  try {
    expect((await doomed.stop()).code).toBe(0);
  } finally {
    deployment.gate.open();
  }
});
