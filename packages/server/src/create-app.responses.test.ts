import type { Engine } from '@ibid/core/types';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { App } from './call.ts';
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

  it("keeps a client's request id when it is a plain one (R28)", async () => {
    expect(await requestIdFor('abc-123')).toBe('abc-123');
    expect(await requestIdFor('a b')).toBe('req-1');
    expect(await requestIdFor('x'.repeat(65))).toBe('req-1');
  });

  it('tells listed origins that they may read it, and nobody else (R27)', async () => {
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

describe('page files', () => {
  it('come with a tag and are not sent twice', async () => {
    const first = await app.request('/api/assets/base.css');
    expect(first.headers.get('content-type')).toBe('text/css; charset=utf-8');
    const again = await app.request('/api/assets/base.css', {
      headers: { 'If-None-Match': first.headers.get('etag')! },
    });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });
});
