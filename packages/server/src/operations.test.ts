import { createConversations, IbidError } from '@ibid/core';
import type { Engine } from '@ibid/core/types';
import { memoryState } from '@ibid/drivers/state/state';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { App } from './call.ts';
import type { RequestReport } from './app-options.ts';
import { createMetrics } from './metrics.ts';
import { postJson } from './testing/post.ts';
import { smallEngine } from './testing/small-index.ts';
import { serve } from './serve.ts';
import { testApp } from './testing/test-app.ts';

let engine: Engine;
let app: App;
const reports: RequestReport[] = [];

const ask = (query: string, headers: Record<string, string> = {}): RequestInit => postJson({ query }, headers);

beforeAll(async () => {
  engine = await smallEngine();
  const conversations = createConversations({
    driver: memoryState().sessions,
    now: () => new Date(0),
    newId: randomUUID,
    countTokens: (text) => text.length,
  });
  app = testApp({ engine, conversations, report: (entry) => reports.push(entry) });
});
afterAll(() => engine.close());

describe('an embedder that hangs (R28)', () => {
  it('does not keep the server from being ready', async () => {
    const hung = await smallEngine(undefined, () => new Promise(() => {}));
    const response = await testApp({ engine: hung }).request('/ready');
    expect([response.status, await response.json()]).toMatchObject([200, { status: 'ready', title: 'the docs' }]);
  });

  it('is noticed even if earlier questions could be answered from memory', async () => {
    let isDown = false;
    const { space } = (await engine.info())!;
    const flaky = await smallEngine(undefined, async ({ texts }) => {
      if (isDown) throw new IbidError('TIMED_OUT', 'Nobody there.', { retryable: true });
      return Promise.resolve({ vectors: texts.map(() => new Float32Array(space.dimensions).with(0, 1)) });
    });
    const health = async (): Promise<unknown> => (await testApp({ engine: flaky }).request('/api/agent/health')).json();
    expect(await health()).toMatchObject({ dependencies: { embedding_model: true } });
    isDown = true;
    await flaky.search({ text: 'a new question', limit: 1 });
    expect(await health()).toMatchObject({ dependencies: { vector_store: true, embedding_model: false } });
  });
});

describe('metrics (R28)', () => {
  it('count calls of the embedder by purpose and result, and the texts', async () => {
    const metrics = createMetrics();
    metrics.embedder({ purpose: 'query', texts: 1, result: 'ok' });
    metrics.embedder({ purpose: 'query', texts: 1, result: 'TIMED_OUT' });
    const text = await metrics.text();
    expect(text).toContain('ibid_embedder_calls_total{purpose="query",result="ok"} 1');
    expect(text).toContain('ibid_embedder_calls_total{purpose="query",result="TIMED_OUT"} 1');
    expect(text).toContain('ibid_embedder_texts_total{purpose="query"} 2');
  });

  it('need a value, except those that count', async () => {
    const metrics = createMetrics();
    metrics.record('answers_total', { outcome: 'answered' });
    metrics.record('runs', {}, 2);
    // @ts-expect-error A gauge without a value would show 1.
    const unset = (): void => metrics.record('runs', {});
    // @ts-expect-error A time without a value would be one second.
    const untimed = (): void => metrics.record('stage_seconds', { stage: 'answer' });
    expect([unset, untimed]).toHaveLength(2);
    const text = await metrics.text();
    expect(text).toContain('ibid_answers_total{outcome="answered"} 1');
    expect(text).toContain('ibid_runs 2');
  });

  it('count requests, answers, failures, stages and tokens, and contain nothing that a client wrote', async () => {
    const canary = 'CANARY-question';
    await app.request('/api/ask', ask('What is the default for retries?'));
    await app.request('/api/ask', ask(`Who is ${canary}?`));
    await app.request('/api/ask', ask(''));
    await app.request(`/${canary}`, { method: 'PROPFIND' });
    const response = await app.request('/metrics');
    expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/u);
    const text = await response.text();
    expect(text).toContain('ibid_answers_total{outcome="answered"} 1');
    expect(text).toContain('ibid_answers_total{outcome="insufficient"} 1');
    expect(text).toContain('ibid_http_requests_total{route="/api/ask",method="POST",status="200"} 2');
    expect(text).toContain('ibid_http_requests_total{route="other",method="other",status="404"} 1');
    expect(text).toContain('ibid_failures_total{code="INVALID_REQUEST"} 1');
    expect(text).toContain('ibid_stage_seconds_count{stage="retrieval"} 2');
    expect(text).toMatch(/ibid_tokens_total\{of="answer"\} [1-9]/u);
    expect(text).toContain('ibid_index_pages 3');
    expect(text).toContain('ibid_sessions 0');
    expect(text).not.toContain(canary);
  });
});

describe('the request log (R20)', () => {
  it('has the route, the outcome and the length of a question, never its words', async () => {
    reports.length = 0;
    await app.request('/api/ask?CANARY', ask('What is CANARY about?'));
    await app.request('/api/ask', ask('What is CANARY about?'));
    await app.request('/api/ask', ask('What is CANARY about!'));
    await app.request('/api/agent/session/CANARY');
    expect(JSON.stringify(reports)).not.toContain('CANARY');
    expect(reports[0]).toMatchObject({
      route: '/api/ask',
      status: 200,
      outcome: expect.any(String),
      retrievalMilliseconds: 0,
      question: { characters: 21 },
    });
    const hashes = reports.slice(0, 3).map(({ question }) => question?.hash);
    expect(hashes[1]).toBe(hashes[0]);
    expect(hashes[2]).not.toBe(hashes[0]);
    expect(reports[3]).toMatchObject({ route: '/api/agent/session/{session_id}', status: 400 });
  });

  it('has the words if the owner enables that', async () => {
    const kept: RequestReport[] = [];
    const open = testApp({ engine, report: (entry) => kept.push(entry), logQuestions: true });
    await open.request('/api/ask', ask('What is it?'));
    expect(kept[0]?.question?.text).toBe('What is it?');
  });

  it('has a stream once it has ended, with its outcome', async () => {
    reports.length = 0;
    const response = await app.request('/api/ask/stream', ask('What is the default for retries?'));
    await response.text();
    expect(reports).toEqual([expect.objectContaining({ route: '/api/ask/stream', outcome: 'answered' })]);
  });
});

const from = (address: string, query = 'What is the default for retries?', key?: string): RequestInit =>
  ask(query, { 'X-Forwarded-For': address, ...(key === undefined ? {} : { 'X-Ibid-Site-Key': key }) });

describe('limits by client (R27)', () => {
  it("refuse with the time to wait in the vocabulary's format, and count site keys separately", async () => {
    const limited = testApp({
      engine,
      rateLimits: { perClient: 1, perSiteKey: 1 },
      siteKeys: ['site-key-1'],
      trustedProxies: 1,
    });
    const statuses: number[] = [];
    for (const init of [from('192.0.2.1'), from('192.0.2.1'), from('192.0.2.2')]) {
      statuses.push((await limited.request('/api/ask', init)).status);
    }
    expect(statuses).toEqual([200, 429, 200]);
    const refused = await limited.request('/api/ask', from('192.0.2.2'));
    expect(refused.headers.get('retry-after')).toBe('60');
    expect(await refused.json()).toMatchObject({
      code: 'RATE_LIMITED',
      message: 'One client may send 1 questions a minute, 1 of them at once; ask again in 60 seconds.',
      details: { retry_after_seconds: 60 },
    });
    // A site key limits all its readers together and exempts none from their own limit.
    expect((await limited.request('/api/ask', from('192.0.2.1', undefined, 'site-key-1'))).status).toBe(429);
    expect((await limited.request('/api/ask', from('192.0.2.3', undefined, 'site-key-1'))).status).toBe(200);
    expect((await limited.request('/api/ask', from('192.0.2.4', undefined, 'site-key-1'))).status).toBe(429);
    expect((await limited.request('/api/ask', from('192.0.2.5', undefined, 'made-up'))).status).toBe(200);
    // Other programs that send the key take nothing from the site's readers.
    const full = await limited.request('/llms-full.txt', from('192.0.2.6', undefined, 'site-key-1'));
    expect(full.status).not.toBe(429);
    // Health checks and metrics do not count as questions.
    expect((await limited.request('/health')).status).toBe(200);
  });
});

const fewQuestions = (): App => testApp({ engine, rateLimits: { perClient: 4 }, trustedProxies: 1 });
const statusOf = async (of: App, query: string): Promise<number> =>
  (await of.request('/query', from('192.0.2.1', query))).status;

describe('health by contract', () => {
  it("reports only the index as down while it cannot be read, because the embedder's probe needs it", async () => {
    const away = testApp({
      engine: {
        checkIndex: () => Promise.reject(new Error('gone')),
        embedderWorks: () => Promise.reject(new Error('no index')),
      },
    });
    const response = await away.request('/api/health/answer');
    expect([response.status, await response.json()]).toMatchObject([
      503,
      { dependencies: { vector_store: false, embedding_model: true } },
    ]);
  });
});

describe('the limit of questions', () => {
  it('ignores malformed requests, up to a limit of their own', async () => {
    const of = fewQuestions();
    for (let i = 0; i < 10; i += 1) expect(await statusOf(of, '')).toBe(400);
    expect(await statusOf(of, 'Which port?')).toBe(200);
    for (let i = 0; i < 9; i += 1) await statusOf(of, '');
    expect(await statusOf(of, '')).toBe(429);
  });

  it('is in the headers of each reply, also for pages of listed origins', async () => {
    const of = testApp({ engine, rateLimits: { perClient: 4 }, origins: ['https://docs.example.org'] });
    const { headers } = await of.request('/query', ask('Which port?', { Origin: 'https://docs.example.org' }));
    expect(headers.get('ratelimit-policy')).toBe('"questions";q=4;w=60');
    expect(headers.get('ratelimit')).toBe('"questions";r=1;t=15');
    expect(headers.get('access-control-expose-headers')).toContain('RateLimit, RateLimit-Policy');
  });

  it('exempts clients on this machine if so configured, but none behind a proxy', async () => {
    const spared = testApp({ engine, rateLimits: { perClient: 1, requests: 1, exemptLoopback: true } });
    const server = await serve(spared, { port: 0 });
    try {
      const statuses = async (headers: Record<string, string>): Promise<readonly number[]> => {
        const found: number[] = [];
        for (let i = 0; i < 3; i += 1) {
          const init = ask('Which port?', headers);
          found.push((await fetch(`${server.url}/query`, init)).status);
        }
        return found;
      };
      expect(await statuses({})).toEqual([200, 200, 200]);
      expect(await statuses({ 'X-Forwarded-For': '192.0.2.7' })).toEqual([200, 429, 429]);
    } finally {
      server.endNow();
      await server.close();
    }
  });
});

const limitedApp = (): App => testApp({ engine, rateLimits: { requests: 10 }, trustedProxies: 1 });
const passed = async (path: string, limited: App, address = '192.0.2.1'): Promise<number> => {
  let count = 0;
  while ((await limited.request(path, { headers: { 'X-Forwarded-For': address } })).status !== 429) count += 1;
  return count;
};

describe('rate limits of other requests', () => {
  it.each([
    ['/read/guide/install', 5],
    ['/read/nothing', 5],
    ['/metrics', 5],
    ['/llms.txt', 5],
    ['/guide/install.md', 5],
    ['/ingest/00000000-0000-4000-8000-000000000000', 5],
    ['/health', 50],
    ['/ready', 50],
    ['/openapi.json', 50],
    ['/api/docs', 50],
    ['/ask', 50],
    ['/widget/nothing.js', 50],
    ['/nothing', 50],
  ])('%s is answered %i times at once, then refused', async (path, count) => {
    expect(await passed(path, limitedApp())).toBe(count);
  });

  it('refuse with the time to wait, and count each client and its health checks separately', async () => {
    const limited = limitedApp();
    await passed('/nothing', limited);
    const refused = await limited.request('/nothing', { headers: { 'X-Forwarded-For': '192.0.2.1' } });
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(await refused.json()).toMatchObject({ code: 'RATE_LIMITED' });
    expect(await passed('/nothing', limited, '192.0.2.2')).toBe(50);
    expect(await passed('/health', limited)).toBe(50);
  });
});

describe('the API description', () => {
  it('is served as JSON and as a page that loads nothing from elsewhere', async () => {
    const json = (await (await app.request('/openapi.json')).json()) as { openapi: string };
    expect(json.openapi).toBe('3.1.0');
    const page = await app.request('http://127.0.0.1:7/docs');
    expect(page.headers.get('content-type')).toMatch(/^text\/html/u);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await page.text()).toContain('http://127.0.0.1:7/api/agent/query');
  });
});
