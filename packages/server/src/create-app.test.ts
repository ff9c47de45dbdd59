import { IbidError } from '@ibid/core';
import type { Answer, AnswerEvent, Conversations, Engine } from '@ibid/core/types';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { App } from './call.ts';
import type { RequestReport } from './app-options.ts';
import { JSON_TYPE, post } from './testing/post.ts';
import { smallEngine } from './testing/small-index.ts';
import { testApp, type TestOptions } from './testing/test-app.ts';

let engine: Engine;
let app: App;

function appWith(over: Partial<TestOptions> = {}): App {
  return testApp({ engine, ...over });
}

beforeAll(async () => {
  engine = await smallEngine();
  app = appWith();
});
afterAll(() => engine.close());

describe('answers', () => {
  it('gives one JSON reply', async () => {
    const response = await app.request('/api/ask', post('{"query":"What is the default for retries?"}'));
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.json()).toMatchObject({
      request_id: 'req-1',
      outcome: 'answered',
      answer: expect.stringContaining('retries | 3 |'),
      citations: expect.arrayContaining([expect.objectContaining({ title: 'Settings' })]),
    });
  });

  it.each(['/api/ask', '/api/ask/stream'])('streams the same reply as its last event at %s', async (path) => {
    const question = { query: 'What is the default for retries?' };
    const reply = await (await app.request('/api/ask', post(JSON.stringify(question)))).json();
    const response = await app.request(path, post(JSON.stringify({ ...question, stream: true })));
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    });
    const frames = (await response.text()).trimEnd().split('\n\n');
    expect(frames[0]).toBe('event: run-start\ndata: {"request_id":"req-1"}');
    expect(frames.filter((frame) => /^event: run-(?:end|error)/u.test(frame))).toHaveLength(1);
    expect(JSON.parse(frames.at(-1)!.split('\ndata: ')[1]!)).toEqual(reply);
  });

  it('returns status 200 if the pages do not answer (R11)', async () => {
    const response = await app.request('/api/ask', post('{"query":"Who won the world cup in 1998?"}'));
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ outcome: 'insufficient', citations: [], answer: '' });
  });
});

async function requestIdFor(given: string): Promise<string | null> {
  return (await app.request('/health', { headers: { 'X-Request-Id': given } })).headers.get('x-request-id');
}

describe('every response', () => {
  it('forbids inline code, framing and foreign hosts', async () => {
    for (const path of ['/', '/read/guide/install', '/api/ask', '/nothing', '/api/assets/base.css', '/health']) {
      const { headers } = await app.request(path);
      expect(headers.get('content-security-policy')).toBe(
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
      );
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('x-request-id')).toBe('req-1');
    }
  });

  it("keeps a client's request id if it has only plain characters (R28)", async () => {
    expect(await requestIdFor('abc-123')).toBe('abc-123');
    expect(await requestIdFor('a b')).toBe('req-1');
    expect(await requestIdFor('x'.repeat(65))).toBe('req-1');
  });

  it('sends CORS headers to listed origins alone (R27)', async () => {
    const listed = appWith({ origins: ['https://docs.example.org'] });
    const preflight = await listed.request('/api/ask', {
      method: 'OPTIONS',
      headers: { Origin: 'https://docs.example.org' },
    });
    expect(preflight.status).toBe(204);
    expect(Object.fromEntries(preflight.headers)).toMatchObject({
      'access-control-allow-origin': 'https://docs.example.org',
      'access-control-allow-methods': 'GET, POST, DELETE',
      'access-control-allow-headers': 'Content-Type, X-Request-Id, X-Ibid-Site-Key',
      vary: 'Origin',
    });
    for (const method of ['OPTIONS', 'POST', 'GET']) {
      const refused = await listed.request('/api/ask', { method, headers: { Origin: 'https://evil.example' } });
      expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([403, null]);
    }
  });

  it('refuses an unlisted origin before any work', async () => {
    let asked = 0;
    const counting = appWith({
      engine: {
        ...engine,
        ask: (...parameters) => {
          asked += 1;
          return engine.ask(...parameters);
        },
      },
    });
    const request = post('{"query":"retries"}', { ...JSON_TYPE, Origin: 'https://evil.example' });
    expect((await counting.request('/api/ask', request)).status).toBe(403);
    expect(asked).toBe(0);
    await counting.request('/api/ask', post('{"query":"retries"}'));
    expect(asked).toBe(1);
  });
});

/** Returns options for an app in which every part fails. */
function failing(error: unknown): Partial<TestOptions> {
  const fail = (): never => {
    throw error;
  };
  return { engine: { ask: fail, page: async () => fail(), info: async () => fail() } };
}

describe('failures', () => {
  it.each<[unknown, number, string]>([
    [new Error('CANARY'), 503, 'UPSTREAM_FAILED'],
    [new IbidError('INDEX_DAMAGED', 'CANARY /srv/index.db'), 503, 'INDEX_DAMAGED'],
  ])('returns a status of its own for %s, also for streams, and hides its text', async (error, status, code) => {
    for (const path of ['/api/ask', '/api/ask/stream']) {
      const response = await appWith(failing(error)).request(path, post('{"query":"x"}'));
      const text = await response.text();
      expect([response.status, (JSON.parse(text) as { code: string }).code]).toEqual([status, code]);
      expect(text).not.toContain('CANARY');
    }
  });

  it('sends the time to wait if a run found the index busy, in the header and inside a stream', async () => {
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

  it('hides the error of a page view from the client and reports it to the owner', async () => {
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

  it('answers questions outside conversations while the state is down', async () => {
    const conversations = { count: () => Promise.reject(new Error('CANARY')) } as unknown as Conversations;
    const half = appWith({ conversations });
    const all = await half.request('/ready');
    expect([all.status, await all.json()]).toMatchObject([503, { cause: 'state', down: ['sessions'] }]);
    expect((await half.request('/ready?needs=index')).status).toBe(200);
    expect((await half.request('/api/ask', post('{"query":"x"}'))).status).toBe(200);
  });
});

async function* stuck(): AsyncGenerator<AnswerEvent> {
  yield { type: 'run-start', runId: 'x' };
  yield { type: 'retrieval-end', passages: [] };
  await new Promise(() => undefined);
}

describe('streams that fail', () => {
  it('end with one event after the deadline', async () => {
    const broken = appWith({ engine: { ...engine, ask: stuck }, deadlineMs: 1 });
    const text = await (await broken.request('/api/ask/stream', post('{"query":"x"}'))).text();
    expect(text.match(/^event: (.*)$/gmu)).toEqual(['event: run-start', 'event: retrieval-end', 'event: run-error']);
    expect(text).toContain('"code":"TIMED_OUT"');
  });

  it('send heartbeats while the run is silent', async () => {
    const go = Promise.withResolvers<void>();
    async function* slow(): AsyncGenerator<AnswerEvent> {
      yield { type: 'retrieval-end', passages: [] };
      await go.promise;
      yield { type: 'run-error', code: 'UPSTREAM_FAILED', message: '' };
    }
    const silent = appWith({ engine: { ...engine, ask: slow }, heartbeatMs: 1 });
    const response = await silent.request('/api/ask/stream', post('{"query":"x"}'));
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    let seen = '';
    while (!seen.includes(': still here\n\n: still here\n\n')) seen += (await reader.read()).value;
    go.resolve();
    for (let read = await reader.read(); !read.done; read = await reader.read()) seen += read.value;
    expect(seen).toMatch(/event: run-error\n.*\n\n$/u);
  });
});

async function* malformed(): AsyncGenerator<AnswerEvent> {
  yield { type: 'retrieval-end', passages: [] };
  yield { type: 'run-end', answer: {} as Answer };
}

describe('an exception of the server during a stream', () => {
  it('ends it with one error event, and is reported to the owner (A3)', async () => {
    const reports: RequestReport[] = [];
    const broken = appWith({ engine: { ...engine, ask: malformed }, report: (entry) => reports.push(entry) });
    for (const path of ['/api/ask/stream', '/agent/ask/stream', '/query/stream']) {
      const response = await broken.request(path, post('{"query":"x"}'));
      const frames = (await response.text()).trimEnd().split('\n\n');
      expect(frames.filter((frame) => /^event: (?:run-)?error\n/u.test(frame))).toHaveLength(1);
      expect(frames.at(-1)).toMatch(/^event: (?:run-)?error\n/u);
    }
    expect(reports.map(({ code }) => code)).toEqual(['INTERNAL', 'INTERNAL', 'INTERNAL']);
    expect(reports.every(({ cause }) => cause instanceof TypeError)).toBe(true);
  });
});
