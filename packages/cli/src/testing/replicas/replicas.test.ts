/** Several servers over one index in Qdrant and one state in PostgreSQL act as one service: it does not matter which one answers. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { post, type Served } from '../run-ibid.ts';
import { openDeployment, TOKEN, type Deployment } from './deployment.ts';

const FILES = {
  'ibid.config.json': JSON.stringify({ server: { questionsPerMinute: 0, requestsPerMinute: 0 } }),
  'docs/install.md': '# Install\n\n## From npm\n\nRun the installer once. It needs Node 24.\n',
  'docs/settings.md': '# Settings\n\nThe server listens on port 4000 unless another one is named.\n',
  'docs/colours.md': '# Colours\n\nThe lamp is green while the battery is full.\n',
};

// Each case uses real processes, which are slow on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let deployment: Deployment;
let first: Served;
let second: Served;

beforeAll(async () => {
  deployment = await openDeployment(FILES);
  await deployment.index();
  [first, second] = await Promise.all([deployment.start('docs'), deployment.start('docs')]);
});
afterAll(() => deployment[Symbol.asyncDispose]());

interface Turn {
  readonly conversation_id: string;
  readonly answer?: string;
}

async function ask(url: string, query_text: string, session_id?: string): Promise<Turn> {
  const response = await post(`${url}/api/agent/query`, { query_text, score_threshold: 0, session_id });
  expect(response.status).toBe(200);
  return (await response.json()) as Turn;
}

describe('two replicas', () => {
  it('give the same answer to the same question, byte for byte (R15)', async () => {
    const replies = await Promise.all(
      [first, second].map(async ({ url }) =>
        (await post(`${url}/query`, { query: 'Which port does the server listen on?' })).json(),
      ),
    );
    expect(replies[0]).toEqual(replies[1]);
    expect(JSON.stringify(replies[0])).toContain('port 4000');
  });

  it('go on with a conversation that began on the other, and forget it together (R19)', async () => {
    const { conversation_id } = await ask(first.url, 'Which port does the server listen on?');
    await ask(second.url, 'How do I install it?', conversation_id);
    await ask(first.url, 'When is the lamp green?', conversation_id);
    const session = (url: string): string => `${url}/api/agent/session/${conversation_id}`;
    expect(await (await fetch(session(second.url))).json()).toMatchObject({
      current_turn: 3,
      conversation_history: [
        { user_input: 'Which port does the server listen on?' },
        { user_input: 'How do I install it?' },
        { user_input: 'When is the lamp green?' },
      ],
    });
    expect((await fetch(session(second.url), { method: 'DELETE' })).status).toBe(200);
    expect((await fetch(session(first.url))).status).toBe(404);
  });

  it('take turns on one session when both are asked at once', async () => {
    const { conversation_id } = await ask(first.url, 'Which port does the server listen on?');
    const replies = await Promise.all(
      Array.from({ length: 6 }, (_, i) =>
        post(`${(i % 2 === 0 ? first : second).url}/api/agent/query`, {
          query_text: `How do I install it, ${i}?`,
          score_threshold: 0,
          session_id: conversation_id,
        }),
      ),
    );
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
    const reply = await fetch(`${second.url}/api/agent/session/${conversation_id}`);
    const session = (await reply.json()) as { conversation_history: readonly { user_input: string }[] };
    expect(session).toMatchObject({ current_turn: 1 + replies.length });
    const asked = session.conversation_history.map(({ user_input }) => user_input);
    expect(asked.slice(1).toSorted()).toEqual(replies.map((_, i) => `How do I install it, ${i}?`));
  });

  it('index one at a time, and both show what was indexed (R24)', async () => {
    await writeFile(join(deployment.place.path, 'docs/doors.md'), '# Doors\n\nThe cellar door opens inwards.\n');
    const owner = { Authorization: `Bearer ${TOKEN}` };
    const replies = await Promise.all([first, second].map(({ url }) => post(`${url}/ingest`, {}, owner)));
    expect(replies.map(({ status }) => status).sort()).toEqual([202, 409]);
    const bodies = (await Promise.all(replies.map((reply) => reply.json()))) as { job_id?: string }[];
    const id = bodies.find(({ job_id }) => job_id !== undefined)!.job_id!;
    for (const { url } of [first, second]) {
      await vi.waitFor(
        async () => {
          const job = await (await fetch(`${url}/ingest/${id}`, { headers: owner })).json();
          expect(job).toMatchObject({ state: 'succeeded' });
        },
        { timeout: 60_000, interval: 200 },
      );
      const answer = await (await post(`${url}/query`, { query: 'How does the cellar door open?' })).json();
      expect(JSON.stringify(answer)).toContain('opens inwards');
    }
  });
});
