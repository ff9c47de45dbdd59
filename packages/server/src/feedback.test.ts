import { IbidError, openFeedback } from '@ibid/core';
import type { Feedback, FeedbackStore } from '@ibid/core/types';
import { memoryState } from '@ibid/drivers/state/state';
import { beforeEach, describe, expect, it } from 'vitest';
import type { RequestReport } from './app-options.ts';
import type { App } from './call.ts';
import { createMetrics } from './metrics.ts';
import { postJson } from './testing/post.ts';
import { testApp, type TestOptions } from './testing/test-app.ts';

const ID = '3f0c2a86-5b1d-4c5e-9f57-0d6f3f1c9a41';
const JUDGED = { request_id: ID, verdict: 'down', reasons: ['wrong'], note: 'No.', page: '/guide/install' };
const INFO = { generation: 7, pages: 1, chunks: 1, publishedAt: '2026-01-02T03:04:05.678Z' };

let store: FeedbackStore;
const reports: RequestReport[] = [];

beforeEach(async () => {
  store = openFeedback({ driver: memoryState().feedback, now: () => new Date('2026-01-02T03:04:05.678Z') });
  reports.length = 0;
});

function send(body: unknown, over: Partial<TestOptions> = {}, headers: Record<string, string> = {}): Promise<Response> {
  const app = testApp({
    engine: { info: async () => INFO as never },
    feedback: store,
    report: (entry) => reports.push(entry),
    ...over,
  });
  return Promise.resolve(app.request('/api/feedback', postJson(body, headers)));
}

function kept(): Promise<readonly Feedback[]> {
  return store.list({ limit: 10 });
}

function postTo(app: App): (path: string, body: unknown) => Promise<Response> {
  return async (path, body) => app.request(path, postJson(body, { 'X-Request-Id': ID }));
}

/** A run without any event. */
async function* silence(): AsyncGenerator<never> {}

describe('POST /api/feedback', () => {
  it('saves the verdict with page, time and generation, and nothing about the reader (R33)', async () => {
    const response = await send(JUDGED, {}, { 'X-Forwarded-For': '192.0.2.1', 'User-Agent': 'Somebody' });
    expect([response.status, await response.json()]).toEqual([200, { request_id: ID, status: 'kept', known: false }]);
    expect(await kept()).toEqual([
      {
        requestId: ID,
        verdict: 'down',
        reasons: ['wrong'],
        note: 'No.',
        question: '',
        page: '/guide/install',
        generation: 7,
        at: '2026-01-02T03:04:05.678Z',
      },
    ]);
  });

  it('replaces a verdict by a later one', async () => {
    await send(JUDGED);
    await send({ request_id: ID.toUpperCase(), verdict: 'up' });
    expect(await kept()).toMatchObject([{ requestId: ID, verdict: 'up', reasons: [], note: '', page: '' }]);
  });

  it('logs nothing that a reader wrote (R20)', async () => {
    await send(JUDGED);
    await send({ ...JUDGED, note: 7 });
    expect(JSON.stringify(reports)).not.toMatch(/No\.|guide|down/u);
    expect(reports.map(({ route, status }) => [route, status])).toEqual([
      ['/api/feedback', 200],
      ['/api/feedback', 400],
    ]);
  });

  it('counts verdicts', async () => {
    const metrics = createMetrics();
    await send(JUDGED, { metrics });
    await send(JUDGED, { metrics });
    await send({ request_id: ID, verdict: 'up' }, { metrics });
    const text = await metrics.text();
    expect(text).toContain('ibid_feedback_total{verdict="down",known="false"} 2\n');
    expect(text).toContain('ibid_feedback_total{verdict="up",known="false"} 1\n');
  });

  it('saves it even if the index cannot be read', async () => {
    const damaged = new IbidError('INDEX_DAMAGED', 'CANARY');
    expect((await send(JUDGED, { engine: { info: () => Promise.reject(damaged) } })).status).toBe(200);
    expect(await kept()).toMatchObject([{ generation: 0 }]);
  });

  it.each([
    ['INDEX_DAMAGED', 'UPSTREAM_FAILED'],
    ['STORE_BUSY', 'STORE_BUSY'],
  ] as const)('reports a store that fails with %s as %s (R26)', async (thrown, code) => {
    const response = await send(JUDGED, { feedback: { keep: () => Promise.reject(new IbidError(thrown, 'CANARY')) } });
    const text = await response.text();
    expect([response.status, JSON.parse(text)]).toMatchObject([503, { code, request_id: 'req-1' }]);
    expect(text).not.toContain('CANARY');
  });

  it('refuses malformed feedback and bodies above the limit', async () => {
    expect((await send({ request_id: ID })).status).toBe(400);
    expect((await send({ ...JUDGED, answer: 'What was said?' })).status).toBe(400);
    expect((await send({ ...JUDGED, note: 'x'.repeat(100_000) })).status).toBe(413);
    expect(await kept()).toEqual([]);
  });

  it('marks feedback as known only if its request was answered', async () => {
    const post = postTo(testApp({ engine: { ask: silence, info: async () => undefined }, feedback: store }));
    expect((await post('/api/ask', {})).status).toBe(400);
    expect(await (await post('/api/feedback', JUDGED)).json()).toMatchObject({ known: false });
  });

  it('has a rate limit separate from that of questions (R27)', async () => {
    const app = testApp({
      engine: { ask: silence, info: async () => undefined },
      feedback: store,
      rateLimits: { perClient: 2, perSiteKey: 0 },
    });
    const post = postTo(app);
    expect((await post('/api/feedback', JUDGED)).status).toBe(200);
    const second = await post('/api/feedback', JUDGED);
    expect([second.status, second.headers.get('retry-after')]).toEqual([429, '30']);
    expect(second.headers.get('ratelimit-policy')).toBe('"ratings";q=2;w=60');
    expect(await second.text()).toContain('2 ratings a minute');
    expect((await post('/api/ask', { query: 'x' })).status).not.toBe(429);
    expect((await post('/api/ask', { query: 'x' })).status).toBe(429);
  });
});
