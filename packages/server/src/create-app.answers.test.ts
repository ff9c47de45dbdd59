import type { Engine } from '@ibid/core/types';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { App } from './call.ts';
import { post } from './testing/post.ts';
import { smallEngine } from './testing/small-index.ts';
import { testApp } from './testing/test-app.ts';

let engine: Engine;
let app: App;

beforeAll(async () => {
  engine = await smallEngine();
  app = testApp({ engine });
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

  it('answers with status 200 when the pages do not say (R11)', async () => {
    const response = await app.request('/api/ask', post('{"query":"Who won the world cup in 1998?"}'));
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ outcome: 'insufficient', citations: [], answer: '' });
  });
});
