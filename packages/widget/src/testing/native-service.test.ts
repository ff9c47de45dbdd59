import { expect, test } from 'vitest';
import { openNativeService } from './native-service.ts';
import { replyScript } from './reply-script.ts';
import { sampleReplies } from './replies.ts';

const post = (url: string, body: unknown): Promise<Response> =>
  fetch(url, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });

test('streams the scripted reply and records the question', async () => {
  await using service = await openNativeService();
  const response = await post(`${service.url}/api/ask/stream`, { query: 'What is a topic?' });
  const text = await response.text();
  expect(response.headers.get('cache-control')).toBe('no-cache, no-transform');
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  expect(text.match(/^event: .*$/gmu)?.at(-1)).toBe('event: run-end');
  expect(service.asked.map(({ body }) => body.query)).toEqual(['What is a topic?']);
  await expect(service.asked[0]?.closed).resolves.toBe('complete');
});

test('holds a reply until it is released, and notices that the client has gone', async () => {
  await using service = await openNativeService({
    answer: [...replyScript(sampleReplies('http://site.test').answered, { stopAfter: 1 }), { do: 'hold' }],
  });
  const leave = new AbortController();
  const response = await fetch(`${service.url}/api/ask/stream`, {
    method: 'POST',
    body: '{"query":"a"}',
    signal: leave.signal,
  });
  await response.body?.getReader().read();
  expect(service.openReplies()).toBe(1);
  leave.abort();
  await expect(service.asked[0]?.closed).resolves.toBe('early');
  service.release();
  expect(await (await post(`${service.url}/api/ask/stream`, { query: 'b' })).text()).toContain('statement-verified');
});

test('cuts the connection, answers with a status, takes feedback and preflights, serves pages', async () => {
  await using service = await openNativeService({
    files: new Map([['/docs/a', { type: 'text/html', body: '<p>a</p>', headers: { 'X-Own': '1' } }]]),
    folder: import.meta.dirname,
  });
  service.answerWith([{ do: 'event', name: 'run-start', data: {} }, { do: 'cut' }]);
  await expect(post(`${service.url}/api/ask/stream`, { query: 'a' }).then((one) => one.text())).rejects.toThrow(
    /terminated|fetch failed/u,
  );
  service.answerWith([{ do: 'status', status: 429, headers: { 'Retry-After': '7' }, body: { error: 'slow' } }]);
  const limited = await post(`${service.url}/api/ask/stream`, { query: 'a' });
  expect([limited.status, limited.headers.get('retry-after'), await limited.json()]).toEqual([
    429,
    '7',
    { error: 'slow' },
  ]);
  service.answerFeedbackWith(503);
  expect((await post(`${service.url}/api/feedback`, { verdict: 'up' })).status).toBe(503);
  expect(service.feedback.map(({ body }) => body)).toEqual([{ verdict: 'up' }]);
  const preflight = await fetch(`${service.url}/api/ask/stream`, { method: 'OPTIONS' });
  expect(preflight.headers.get('access-control-allow-headers')).toContain('X-Ibid-Site-Key');
  expect((await fetch(`${service.url}/docs/a`)).headers.get('x-own')).toBe('1');
  expect(await (await fetch(`${service.url}/replies.ts`)).text()).toContain('sampleReplies');
  expect((await fetch(`${service.url}/..%2f..%2fpackage.json`)).status).toBe(404);
});
