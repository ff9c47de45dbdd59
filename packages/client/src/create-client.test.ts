/** Tests a client against the real server over a socket. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serve } from '@ibid/server';
import { smallEngine } from '../../server/src/testing/small-index.ts';
import { testApp } from '../../server/src/testing/test-app.ts';
import { AskError, createClient, type Client } from './index.ts';

const QUESTION = 'What is the default for retries?';
const running = new AsyncDisposableStack();
let client: Client;

beforeAll(async () => {
  const engine = await smallEngine();
  running.defer(() => engine.close());
  const server = await serve(testApp({ engine }), { port: 0 });
  running.defer(() => server.close());
  client = createClient({ url: `${server.url}/` });
});
afterAll(() => running.disposeAsync());

test('a question gets a whole reply whose statements are proved', async () => {
  const { outcome, statements, citations } = await client.ask(QUESTION);
  expect(outcome).toBe('answered');
  expect(statements.map(({ text }) => text).join('\n')).toContain('retries | 3');
  const quotes = citations.map(({ quote }) => quote).join('\n');
  for (const { text } of statements) expect(quotes).toContain(text);
  expect(await client.ask({ query: QUESTION, max_citations: 1 })).toMatchObject({ citations: [{ index: 1 }] });
});

test('a stream gives what comes, each citation before its statement, and returns the reply', async () => {
  const types: string[] = [];
  const events = client.stream(QUESTION);
  let next = await events.next();
  for (; next.done !== true; next = await events.next()) types.push(next.value.type);
  expect(types[0]).toBe('started');
  expect(types.indexOf('citation')).toBeLessThan(types.indexOf('statement'));
  expect(next.value.statements).toHaveLength(types.filter((type) => type === 'statement').length);
});

test('leaving the loop closes the connection, and a signal ends the question with its reason', async () => {
  let isClosed = false;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) =>
      controller.enqueue(new TextEncoder().encode('event: run-start\ndata: {"request_id":"1"}\n\n')),
    cancel: () => void (isClosed = true),
  });
  const held: typeof fetch = (_, init) => {
    init?.signal?.addEventListener('abort', () => void (isClosed = true));
    return Promise.resolve(new Response(body, { headers: { 'Content-Type': 'text/event-stream' } }));
  };
  for await (const event of createClient({ fetch: held }).stream(QUESTION)) {
    expect(event).toEqual({ type: 'started', requestId: '1' });
    break;
  }
  expect(isClosed).toBe(true);
  await expect(client.ask(QUESTION, { signal: AbortSignal.abort('enough') })).rejects.toBe('enough');
});

const answering = (body: string, init?: ResponseInit): Client =>
  createClient({ fetch: () => Promise.resolve(new Response(body, init)) });

const silent: typeof fetch = (_, init) =>
  new Promise((_resolve, reject) =>
    init?.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error)),
  );

test('a search finds pages without an answer, while it is typed and with slips', async () => {
  const { pages, corrected, request_id } = await client.search({ query: 'retires ', limit: 1 });
  expect(pages.map(({ title }) => title.text)).toEqual(['Settings']);
  const { snippet, href } = pages[0]!.sections[0]!;
  expect(snippet.lit.map(({ start, end }) => snippet.text.slice(start, end))).toContain('retries');
  expect(new URL(href).pathname).toBe('/guide/settings');
  expect([corrected, request_id]).toEqual([[{ from: 'retires', to: 'retries' }], expect.stringMatching(/./u)]);
  expect((await client.search('')).pages).toEqual([]);
});

test('a search fails as a question does', async () => {
  const long = 'x'.repeat(201);
  await expect(client.search(long)).rejects.toMatchObject({ name: 'AskError', kind: 'invalid' });
  await expect(client.search('a', { signal: AbortSignal.abort('enough') })).rejects.toBe('enough');
  const busy = answering('{"code":"RATE_LIMITED","message":"Later."}', {
    status: 429,
    headers: { 'Retry-After': '7' },
  });
  await expect(busy.search('a')).rejects.toMatchObject({ kind: 'rate-limited', message: 'Later.', retryAfter: 7 });
  await expect(answering('<p>Not found', { status: 404 }).search('a')).rejects.toMatchObject({ kind: 'missing' });
  await expect(answering('{"pages":[{}]}').search('a')).rejects.toMatchObject({ kind: 'error' });
  const nobody = createClient({ url: 'http://127.0.0.1:1' });
  await expect(nobody.search('a')).rejects.toMatchObject({ kind: 'unreachable' });
  const waiting = createClient({ fetch: silent, timeouts: { head: 10 } });
  await expect(waiting.search('a')).rejects.toMatchObject({ kind: 'timeout' });
});

test('what fails is an error with its kind, in the words of the server', async () => {
  const refused = await client.ask({ query: ' ' }).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(AskError);
  expect(refused).toMatchObject({ kind: 'invalid', message: expect.stringContaining('`query`') as string });
  const nobody = createClient({ url: 'http://127.0.0.1:1', timeouts: { loss: 0 } });
  await expect(nobody.ask(QUESTION)).rejects.toMatchObject({ kind: 'unreachable', requestId: '' });
});
