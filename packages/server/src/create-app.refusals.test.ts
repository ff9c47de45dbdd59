import type { AnswerEvent, Engine } from '@ibid/core/types';
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

const invalid = (message: string): object => ({
  error: 'Invalid request',
  code: 'INVALID_REQUEST',
  message,
  details: {},
  request_id: 'req-1',
});
const wrongType = {
  error: 'Body type not supported',
  code: 'BODY_TYPE_UNSUPPORTED',
  message: 'Send the body as `Content-Type: application/json`, not compressed.',
  details: {},
  request_id: 'req-1',
};
const tooLarge = {
  error: 'Body too large',
  code: 'BODY_TOO_LARGE',
  message: 'The request body may have at most 393216 bytes.',
  details: {},
  request_id: 'req-1',
};
const BIRDS = (characters: number): string => '🦜'.repeat(characters);
const endless = (): ReadableStream<Uint8Array> =>
  new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(4096).fill(32)) });

describe('refusals (R26)', () => {
  it.each<[string, () => RequestInit, number, object]>([
    ['no body', () => post(''), 400, invalid('The request body is empty; send a JSON object.')],
    [
      'very many objects, lists and fields',
      () => post(`{"query":"a \\"[[{","x":[${'{"a":1},'.repeat(5_000)}0]}`),
      400,
      invalid('The request body may hold at most 10000 objects, lists and fields.'),
    ],
    [
      'brackets nested without end',
      () => post('['.repeat(20_000)),
      400,
      invalid('The request body may hold at most 10000 objects, lists and fields.'),
    ],
    ['broken JSON', () => post('{"query":'), 400, invalid('The request body is not valid JSON.')],
    [
      'bytes that are not UTF-8',
      () => post(new Uint8Array([0x22, 0xff, 0x22])),
      400,
      invalid('The request body is not valid UTF-8.'),
    ],
    ['a form', () => post('query=x', { 'Content-Type': 'application/x-www-form-urlencoded' }), 415, wrongType],
    ['no type at all', () => post(new Uint8Array([0x7b, 0x7d]), {}), 415, wrongType],
    ['a compressed body', () => post('{}', { ...JSON_TYPE, 'Content-Encoding': 'gzip' }), 415, wrongType],
    ['a large body', () => post(`"${'x'.repeat(400_000)}"`), 413, tooLarge],
    ['an endless body', () => post(endless()), 413, tooLarge],
    ['a body that claims to be large', () => post('{}', { ...JSON_TYPE, 'Content-Length': '99999999' }), 413, tooLarge],
    [
      'an unknown field',
      () => post('{"query":"x","tempurature":1}'),
      400,
      {
        ...invalid('`tempurature` is not a field of this request'),
        details: { issues: [{ path: 'tempurature', message: '`tempurature` is not a field of this request' }] },
      },
    ],
  ])('refuses %s', async (_, init, status, body) => {
    for (const path of ['/api/ask', '/api/ask/stream']) {
      const response = await app.request(path, init());
      expect([response.status, await response.json()]).toEqual([status, body]);
    }
  });

  it.each(['/agent/ask', '/api/agent/query', '/query', '/api/retrieve', '/ingest'])(
    'takes up to 98,304 bytes at %s',
    async (path) => {
      const owned = appWith({
        ownerToken: 'token-of-the-owner-0123456789',
        ingest: { jobs: {} as never, source: 'docs' },
      });
      const headers = { ...JSON_TYPE, Authorization: 'Bearer token-of-the-owner-0123456789' };
      const statuses = [98_304, 98_305].map(async (bytes) => {
        return (await owned.request(path, post(`"${'x'.repeat(bytes - 2)}"`, headers))).status;
      });
      expect(await Promise.all(statuses)).toEqual([400, 413]);
    },
  );

  it.each<[string, object]>([
    ['/agent/ask', { query: BIRDS(2_000), selected_text_constraint: BIRDS(5_000) }],
    ['/query', { query: BIRDS(2_000), selected_text: BIRDS(5_000) }],
    ['/api/retrieve', { query: BIRDS(2_000), selected_text: BIRDS(5_000) }],
    ['/api/ask', { query: BIRDS(2_000), selection: { text: BIRDS(5_000) } }],
    [
      '/api/answer',
      {
        query: BIRDS(2_000),
        selected_text: BIRDS(5_000),
        mode: 'selected_text_only',
        context_bundle: { status: 'no_matches', chunks: [] },
      },
    ],
  ])('accepts the longest question and selection at %s, escaped or not (R1, R5)', async (path, body) => {
    const escaped = JSON.stringify(body).replace(/[^ -~]/gu, (characters) =>
      characters
        .split('')
        .map((unit) => `\\u${unit.charCodeAt(0).toString(16)}`)
        .join(''),
    );
    expect(JSON.parse(escaped)).toEqual(body);
    expect((await app.request(path, post(escaped))).status).toBe(200);
  });

  it('accepts the longest history of the native vocabulary in four-byte characters', async () => {
    const history = Array.from({ length: 20 }, () => ({ role: 'reader', text: BIRDS(4_000) }));
    expect((await app.request('/api/ask', post(JSON.stringify({ query: BIRDS(2_000), history })))).status).toBe(200);
  });

  it('names the allowed method of a path', async () => {
    const response = await app.request('/api/ask');
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
    expect(await response.json()).toMatchObject({ code: 'METHOD_NOT_ALLOWED' });
  });

  it.each([
    '/nothing',
    '/api/assets/../create-app.ts',
    '/api/assets/%2e%2e%2fcreate-app.ts',
    '/api/assets/nothing.js',
    '/api/ask/',
  ])('has nothing at %s', async (path) => {
    const response = await app.request(path);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ code: 'NOT_FOUND', request_id: 'req-1' });
  });

  it('refuses runs above the maximum', async () => {
    const held = Promise.withResolvers<void>();
    async function* waiting(): AsyncGenerator<AnswerEvent> {
      await held.promise;
      yield { type: 'run-error', code: 'UPSTREAM_FAILED', message: '' };
    }
    const busy = appWith({ engine: { ...engine, ask: waiting }, maxRuns: 1 });
    const first = busy.request('/api/ask', post('{"query":"x"}'));
    const second = await busy.request('/api/ask', post('{"query":"x"}'));
    expect([second.status, second.headers.get('retry-after')]).toEqual([429, '1']);
    held.resolve();
    expect((await first).status).toBe(503);
    expect((await busy.request('/api/ask', post('{"query":"x"}'))).status).toBe(503);
  });
});
