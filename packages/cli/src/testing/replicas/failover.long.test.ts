/** The primary database of the state is lost under load: no reader loses an answer they received, and no server needs a restart. */
import { setTimeout as sleep } from 'node:timers/promises';
import { debianPostgresFolder } from '@ibid/testkit';
import { describe, expect, it, vi } from 'vitest';
import { post, type Served } from '../run-ibid.ts';
import { openDeployment } from './deployment.ts';
import { startPostgresPair } from './postgres-pair.ts';

vi.setConfig({ testTimeout: 120_000 });

const isMissing = debianPostgresFolder() === undefined;
const note = isMissing ? ' (skipped: no PostgreSQL of Debian under /usr/lib/postgresql)' : '';

const FILES = {
  'docs/fan.md': '# Fan\n\nThe fan turns at 900 rpm. Its blades are made of steel.\n',
  'docs/pump.md': '# Pump\n\nThe pump needs oil every 90 days.\n',
  'ibid.config.json': JSON.stringify({
    server: { questionsPerMinute: 0, requestsPerMinute: 0, connectionsPerAddress: 0 },
  }),
};
const QUESTION = 'How fast does the fan turn?';
const READERS = 6;
const MOST_TURNS = 8;

interface Conversation {
  readonly id: string;
  /** Number of answered turns, including the first. */
  answered: number;
  /** Number of failed questions; each may have been stored nevertheless. */
  failed: number;
}

interface Reading {
  readonly conversations: readonly Conversation[];
  /** Status of each question that was not answered. */
  readonly failures: readonly number[];
  /** Number of questions answered since the last call. */
  answered(): number;
  stop(): Promise<void>;
}

/** Simulates readers who continue their conversations, alternating between replicas, however often they are refused. */
function read(replicas: readonly Served[]): Reading {
  const conversations: Conversation[] = [];
  const failures: number[] = [];
  let answered = 0;
  const stopping = new AbortController();
  const reader = async (own: number): Promise<void> => {
    let conversation: Conversation | undefined;
    for (let at = own; !stopping.signal.aborted; at++) {
      const body = { query_text: QUESTION, score_threshold: 0, session_id: conversation?.id };
      const reply = await post(`${replicas[at % replicas.length]!.url}/api/agent/query`, body);
      const text = await reply.text();
      if (reply.status === 200 && text.includes('900 rpm')) {
        answered += 1;
        const { conversation_id: id } = JSON.parse(text) as { readonly conversation_id: string };
        if (conversation === undefined) conversations.push((conversation = { id, answered: 0, failed: 0 }));
        conversation.answered += 1;
      } else {
        failures.push(reply.status);
        if (conversation !== undefined) conversation.failed += 1;
        await sleep(50);
      }
      if (conversation !== undefined && conversation.answered + conversation.failed >= MOST_TURNS)
        conversation = undefined;
    }
  };
  const all = Promise.all(Array.from({ length: READERS }, (_, own) => reader(own)));
  return {
    conversations,
    failures,
    answered() {
      const before = answered;
      answered = 0;
      return before;
    },
    async stop() {
      stopping.abort();
      await all;
    },
  };
}

async function readiness({ url }: Served, status: number): Promise<string> {
  return vi.waitFor(
    async () => {
      const reply = await fetch(`${url}/ready`);
      const text = await reply.text();
      expect(reply.status).toBe(status);
      return text;
    },
    { timeout: 20_000, interval: 50 },
  );
}

describe.skipIf(isMissing)(`two replicas over a primary and its standby${note}`, () => {
  it('lose no turn that was answered when the primary goes, are not ready until a standby is promoted, and go on', async () => {
    const pair = await startPostgresPair();
    try {
      await using deployment = await openDeployment(FILES, {}, { url: pair.url, freshSchema: () => 'ibid' });
      await deployment.index();
      const replicas = await Promise.all([deployment.start(), deployment.start()]);
      for (const replica of replicas) await readiness(replica, 200);
      const reading = read(replicas);
      await vi.waitFor(() => expect(reading.conversations.length).toBeGreaterThan(READERS), { timeout: 40_000 });

      await pair.killPrimary();
      for (const replica of replicas)
        expect(JSON.parse(await readiness(replica, 503))).toMatchObject({ cause: 'state' });
      // A standby that has not been promoted is as good as no database.
      pair.leadToStandby();
      await sleep(1_000);
      reading.answered();
      await sleep(1_000);
      expect(reading.answered()).toBe(0);
      for (const { url } of replicas) {
        expect((await fetch(`${url}/health`)).status).toBe(200);
        expect((await fetch(`${url}/ready`)).status).toBe(503);
        expect(await (await post(`${url}/query`, { query: QUESTION })).text()).toContain('900 rpm');
      }
      await pair.promote();
      for (const replica of replicas) await readiness(replica, 200);
      await vi.waitFor(() => expect(reading.answered()).toBeGreaterThan(0), { timeout: 20_000, interval: 50 });
      await sleep(1_000);
      await reading.stop();

      expect(new Set(reading.failures).difference(new Set([503, 504]))).toEqual(new Set());
      for (const { id, answered, failed } of reading.conversations) {
        const session = await (await fetch(`${replicas[0]!.url}/api/agent/session/${id}`)).json();
        const { current_turn: kept } = session as { readonly current_turn: number };
        expect(kept).toBeGreaterThanOrEqual(answered);
        expect(kept).toBeLessThanOrEqual(answered + failed);
      }
      for (const { run } of replicas) expect(run.child.exitCode).toBeNull();
    } finally {
      await pair.close();
    }
  });
});
