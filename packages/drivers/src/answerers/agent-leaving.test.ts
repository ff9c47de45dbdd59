import { IbidError } from '@ibid/core';
import { quotingModel, searchingModel, type ModelScript } from '@ibid/testkit';
import { channel } from 'node:diagnostics_channel';
import process from 'node:process';
import { describe, expect, it } from 'vitest';
import { agentPlace, briefOf, drafted, furtherSearch, makeSearchTool } from './testing/agent-place.ts';

/** A sentence every few milliseconds, for a long time. */
const LONG: ModelScript = () => ({
  kind: 'text',
  text: '',
  pieces: Array.from({ length: 2_000 }, (_, at) => `Topic ${at} is a bus. [p1] `),
  everyMs: 5,
});

const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;

describe('a reader who leaves a draft', () => {
  it('by stopping to read closes the connection, and everything is settled', async () => {
    const place = await agentPlace({ script: LONG });
    for await (const event of place.agent.draft(briefOf())) {
      expect(event.type).toBe('statement-proposed');
      break;
    }
    expect(place.spending.open()).toBe(0);
    await place.service.idle();
    expect(place.service.closedEarly).toHaveLength(1);
  });

  it('leaves no connection, reservation or timer behind, however often', async () => {
    const place = await agentPlace({ script: LONG });
    const before = timers();
    const planted = setTimeout(() => undefined, 60_000);
    expect(timers()).toBe(before + 1);
    clearTimeout(planted);
    for (let round = 0; round < 16; round++) {
      const leaves = new AbortController();
      const timer = setTimeout(() => leaves.abort(), round % 8);
      await drafted(place.agent, briefOf(), leaves.signal);
      clearTimeout(timer);
    }
    await place.service.idle();
    expect(place.spending.open()).toBe(0);
    expect(place.service.openReplies()).toBe(0);
    await place.service.close();
    // The HTTP client keeps one slow timer for all connections.
    expect(timers()).toBeLessThanOrEqual(before + 1);
  });
});

it('a reader who has left before costs nothing', async () => {
  const place = await agentPlace({ script: quotingModel() });
  const { error } = await drafted(place.agent, briefOf(), AbortSignal.abort());
  expect(IbidError.is(error, 'ABORTED')).toBe(true);
  expect(place.service.requests).toEqual([]);
  expect(place.spending.settled.every((used) => used === 'not-called')).toBe(true);
});

it('a reader who leaves during a search stops the search', async () => {
  const leaves = new AbortController();
  let wasStopped = false;
  const place = await agentPlace({
    script: searchingModel(),
    searchTool: (find) => ({
      ...makeSearchTool(find),
      execute: (_, options) =>
        new Promise((_resolve, reject) => {
          options?.signal?.addEventListener('abort', () => {
            wasStopped = true;
            reject(new IbidError('ABORTED', 'The search was stopped.'));
          });
          leaves.abort();
        }),
    }),
  });
  const { error } = await drafted(place.agent, briefOf({ search: furtherSearch().search }), leaves.signal);
  expect(IbidError.is(error, 'ABORTED')).toBe(true);
  expect(wasStopped).toBe(true);
  expect(place.service.requests).toHaveLength(1);
  expect(place.spending.open()).toBe(0);
});

it('connects to the configured service alone, and sends nothing of the environment', async () => {
  const planted = {
    OPENAI_ORG_ID: 'org-planted',
    OPENAI_PROJECT_ID: 'proj-planted',
    OPENAI_API_KEY: 'sk-planted',
    OPENAI_ADMIN_KEY: 'sk-planted-admin',
    OPENAI_BASE_URL: 'http://127.0.0.1:9/planted',
    OPENAI_CUSTOM_HEADERS: 'x-planted: yes',
    OPENAI_LOG: 'debug',
  };
  const hosts = new Set<string>();
  const onSocket = (message: unknown): void => {
    const { socket } = message as {
      readonly socket: { once(event: string, listen: () => void): void; remotePort?: number };
    };
    socket.once('connect', () => hosts.add(String(socket.remotePort)));
  };
  const place = await agentPlace({ script: searchingModel() });
  Object.assign(process.env, planted);
  channel('net.client.socket').subscribe(onSocket);
  try {
    await drafted(place.agent, briefOf({ search: furtherSearch().search }));
  } finally {
    channel('net.client.socket').unsubscribe(onSocket);
    for (const name of Object.keys(planted)) delete process.env[name];
  }
  expect([...hosts]).toEqual([new URL(place.service.url).port]);
  expect(place.service.requests).toHaveLength(2);
  expect(place.service.requests.every(({ isKeyAccepted }) => isKeyAccepted)).toBe(true);
  expect(JSON.stringify(place.service.requests.map(({ headers, body }) => [headers, body]))).not.toContain('planted');
  expect(Object.keys(place.service.requests[0]!.headers).toSorted()).toEqual([
    'accept',
    'accept-encoding',
    'accept-language',
    'authorization',
    'connection',
    'content-length',
    'content-type',
    'host',
    'sec-fetch-mode',
    'user-agent',
  ]);
});
