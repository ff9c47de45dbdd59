import { IbidError } from '@ibid/core';
import type { AnswerEvent, Conversations, Engine } from '@ibid/core/types';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { App } from './call.ts';
import { post } from './testing/post.ts';
import { smallEngine } from './testing/small-index.ts';
import { testApp, type TestOptions } from './testing/test-app.ts';

let engine: Engine;

function appWith(over: Partial<TestOptions> = {}): App {
  return testApp({ engine, ...over });
}

beforeAll(async () => void (engine = await smallEngine()));
afterAll(() => engine.close());

/** Options of an app whose every part fails. */
function failing(error: unknown): Partial<TestOptions> {
  const fail = (): never => {
    throw error;
  };
  return { engine: { ask: fail, page: async () => fail(), info: async () => fail() } };
}

describe('failures', () => {
  it.each<[unknown, number, string]>([
    [new Error('CANARY'), 503, 'UPSTREAM_FAILED'],
    [new IbidError('NOT_INDEXED', 'CANARY'), 503, 'NOT_INDEXED'],
    [new IbidError('INDEX_DAMAGED', 'CANARY /srv/index.db'), 503, 'INDEX_DAMAGED'],
    [new IbidError('TIMED_OUT', 'CANARY'), 504, 'TIMED_OUT'],
  ])('gives %s a status of its own, also to streams, and keeps its text inside', async (error, status, code) => {
    for (const path of ['/api/ask', '/api/ask/stream']) {
      const response = await appWith(failing(error)).request(path, post('{"query":"x"}'));
      const text = await response.text();
      expect([response.status, (JSON.parse(text) as { code: string }).code]).toEqual([status, code]);
      expect(text).not.toContain('CANARY');
    }
  });

  it('says when to come back where a run found the index busy, in the header and inside a stream', async () => {
    const busy = new IbidError('STORE_BUSY', 'CANARY');
    const response = await appWith(failing(busy)).request('/api/ask', post('{"query":"x"}'));
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1']);
    async function* late(): AsyncGenerator<AnswerEvent> {
      yield { type: 'retrieval-end', passages: [] };
      throw busy;
    }
    const stream = await appWith({ engine: { ask: late } }).request('/query/stream', post('{"query":"x"}'));
    expect(await stream.text()).toMatch(/event: error\ndata: .*"details":\{"retry_after_seconds":1\}/u);
  });

  it('hides what a page view throws, and tells the owner', async () => {
    const reports: unknown[] = [];
    const broken = appWith({ ...failing(new Error('CANARY')), report: (entry) => reports.push(entry) });
    const response = await broken.request('/read/guide/install?quote=secret');
    const text = await response.text();
    expect([response.status, text.includes('CANARY')]).toEqual([500, false]);
    expect(reports).toEqual([
      expect.objectContaining({
        status: 500,
        code: 'INTERNAL',
        route: '/read/{path}',
        cause: new Error('CANARY'),
      }),
    ]);
  });

  it('is alive even when it is not ready, and names what is down (R28)', async () => {
    const down = appWith(failing(new Error('CANARY')));
    expect((await down.request('/health')).status).toBe(200);
    const response = await down.request('/ready');
    expect([response.status, await response.json()]).toEqual([
      503,
      {
        status: 'unavailable',
        cause: 'index',
        down: ['store'],
        message: 'The index cannot be read.',
        title: 'the docs',
      },
    ]);
    const empty = await appWith({ engine: await smallEngine({}) }).request('/ready');
    expect([empty.status, await empty.json()]).toMatchObject([503, { down: ['index'] }]);
  });

  it('is ready for questions alone while the state is down, for whoever asks that', async () => {
    const conversations = { count: () => Promise.reject(new Error('CANARY')) } as unknown as Conversations;
    const half = appWith({ conversations });
    const all = await half.request('/ready');
    expect([all.status, await all.json()]).toMatchObject([503, { cause: 'state', down: ['sessions'] }]);
    expect((await half.request('/ready?needs=index')).status).toBe(200);
    expect((await half.request('/api/ask', post('{"query":"x"}'))).status).toBe(200);
  });

  it('refuses new questions while it shuts down', async () => {
    const stopping = appWith({ shutdown: AbortSignal.abort() });
    expect((await stopping.request('/api/ask', post('{"query":"x"}'))).status).toBe(503);
    expect(await (await stopping.request('/ready')).json()).toMatchObject({ down: ['server'] });
  });
});
