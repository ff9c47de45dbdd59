import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AnswerEvent, Engine } from '@ibid/core/types';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { RequestReport } from './app-options.ts';
import type { App } from './call.ts';
import { postJson } from './testing/post.ts';
import { testApp } from './testing/test-app.ts';
import { serve, type RunningServer, type ServeOptions } from './serve.ts';

const QUICK = { checkMs: 20, headersMs: 60, requestMs: 80, silentMs: 60 };
const RETRIEVED: AnswerEvent = { type: 'retrieval-end', passages: [] };
const cleanup: (() => void | Promise<void>)[] = [];

afterEach(async () => {
  for (const step of cleanup.splice(0).toReversed()) await step();
});

function appOf(ask: Engine['ask'], shutdown?: AbortSignal): App {
  const engine = { ask, page: async () => undefined, info: async () => undefined };
  return testApp({ engine, ...(shutdown === undefined ? {} : { shutdown }) });
}

async function* forever(): AsyncGenerator<AnswerEvent> {
  yield RETRIEVED;
  await new Promise(() => undefined);
}

async function started(app: App, options: Partial<ServeOptions> = {}): Promise<RunningServer> {
  const server = await serve(app, { port: 0, ...options });
  cleanup.push(async () => {
    server.endNow();
    await server.close();
  });
  return server;
}

async function open(server: RunningServer): Promise<Socket> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  socket.on('error', () => undefined);
  cleanup.push(() => void socket.destroy());
  await once(socket, 'connect');
  return socket;
}

function received(socket: Socket, until: (text: string) => boolean): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    socket.on('data', (data) => {
      text += data.toString();
      if (until(text)) resolve(text);
    });
    socket.on('close', () => resolve(text));
  });
}

const ASK = 'POST /api/ask/stream HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';

describe('serve: replies and requests that fail', () => {
  const page = { url: 'https://docs.example.org/a', title: 'A', text: '', content: [] };
  /** Reads one page of two; the other one, or the whole, fails as `next` says. */
  function halfApp(next: () => Promise<never>, reports: RequestReport[]): App {
    const pages = ['/a', '/b'].map((path) => ({ ...page, url: `https://docs.example.org${path}` }));
    return testApp({
      engine: {
        info: async () => undefined,
        pages: () =>
          (async function* () {
            yield* pages as never[];
          })(),
        page: async (path) => (path === '/a' ? (page as never) : next()),
      },
      report: (report) => void reports.push(report),
    });
  }
  const FULL = 'GET /llms-full.txt HTTP/1.1\r\nHost: localhost\r\n\r\n';

  it('a failure in the middle of all pages breaks the connection off, and is reported', async () => {
    const reports: RequestReport[] = [];
    const failing = Promise.withResolvers<never>();
    const socket = await open(await started(halfApp(() => failing.promise, reports)));
    const begun = received(socket, (text) => text.includes('# A'));
    const all = received(socket, () => false);
    socket.write(FULL);
    await begun;
    expect(reports).toEqual([]);
    failing.reject(new Error('The disk is gone.'));
    expect((await all).endsWith('0\r\n\r\n')).toBe(false);
    expect(reports).toMatchObject([
      {
        route: '/llms-full.txt',
        status: 200,
        code: 'INTERNAL',
        brokenOff: true,
        cause: { message: 'The disk is gone.' },
      },
    ]);
  });

  it('all pages are reported once, when they have been sent, or the client has left', async () => {
    const reports: RequestReport[] = [];
    const whole = await open(await started(halfApp(async () => page as never, reports)));
    whole.write(FULL);
    await received(whole, (text) => text.endsWith('0\r\n\r\n'));
    await vi.waitFor(() => expect(reports).toMatchObject([{ status: 200 }]));
    expect(reports[0]).not.toHaveProperty('brokenOff');
    const late = Promise.withResolvers<never>();
    const leaving = await open(await started(halfApp(() => late.promise, reports)));
    leaving.write(FULL);
    await received(leaving, (text) => text.includes('# A'));
    leaving.destroy();
    const aborted = [{ code: 'ABORTED', brokenOff: true, cause: { message: 'The client has left.' } }];
    await vi.waitFor(() => expect(reports.slice(1)).toMatchObject(aborted));
    late.resolve(page as never);
    await nextTurn();
    expect(reports.slice(1)).toMatchObject(aborted);
  });

  it('requests that do not reach the app are counted by status', async () => {
    const counted: number[] = [];
    const server = await started(appOf(forever), { onUnreadable: (status) => void counted.push(status) });
    for (const head of [
      'GET http://[ HTTP/1.1',
      'GET / HTTP/1.1\r\nHost: a b',
      'NONSENSE',
      `GET / HTTP/1.1\r\nX: ${'a'.repeat(9_000)}`,
    ]) {
      const socket = await open(server);
      socket.write(`${head}\r\nConnection: close\r\n\r\n`);
      await received(socket, () => false);
    }
    expect(counted).toEqual([400, 400, 400, 431]);
  });
});

describe('serve: slow clients', () => {
  it.each([
    ['says nothing', ''],
    ['sends headers slowly', 'GET / HTTP/1.1\r\nX-Slow: '],
    ['sends a body slowly', `${ASK}Content-Length: 100\r\n\r\n{`],
  ])('closes a connection that %s', async (_, bytes) => {
    const server = await started(appOf(forever), { limits: QUICK });
    const socket = await open(server);
    socket.write(bytes);
    expect(await received(socket, () => false)).toMatch(/^(?:|HTTP\/1\.1 40[08] .*)/su);
    expect(socket.destroyed).toBe(true);
  });

  it('closes connections of one address above the cap and keeps the others', async () => {
    const server = await started(appOf(forever), { connectionsPerAddress: 2 });
    const kept = [await open(server), await open(server)];
    const third = await open(server);
    if (!third.destroyed) await once(third, 'close');
    kept[0]!.write('GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n');
    expect(await received(kept[0]!, (text) => text.includes('ok'))).toContain('200 OK');
    kept[1]!.destroy();
    await once(kept[1]!, 'close');
    await expect.poll(async () => (await fetch(`${server.url}/health`).catch(() => undefined))?.status).toBe(200);
  });
});

describe('serve: malformed requests', () => {
  it.each([
    ['no HTTP', 'HELLO\r\n\r\n', 400],
    ['headers without end', `GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: ${'x'.repeat(9_000)}\r\n\r\n`, 431],
    ['no host', 'GET /health HTTP/1.1\r\n\r\n', 400],
    ['two hosts', 'GET /health HTTP/1.1\r\nHost: localhost\r\nHost: evil.test\r\n\r\n', 400],
    ['a backslash in the path', 'GET /\\evil.test HTTP/1.1\r\nHost: localhost\r\n\r\n', 400],
  ])('%s gets the shared failure body (R26)', async (_, bytes, status) => {
    const server = await started(appOf(forever));
    const socket = await open(server);
    socket.write(bytes);
    const text = await received(socket, (all) => all.endsWith('}'));
    expect(text).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `, 'u'));
    const body = JSON.parse(text.slice(text.indexOf('{'))) as object;
    expect(Object.keys(body)).toEqual(['error', 'code', 'message', 'details', 'request_id']);
  });
});

it('serve: an unknown expectation is ignored', async () => {
  const socket = await open(await started(appOf(forever)));
  socket.write('GET /health HTTP/1.1\r\nHost: localhost\r\nExpect: x\r\n\r\n');
  expect(await received(socket, (text) => text.endsWith('}'))).toContain('200 OK');
});

describe('serve: pipelined requests', () => {
  it('answers the requests of one connection in sequence', async () => {
    let running = 0;
    let most = 0;
    const ask: Engine['ask'] = async function* () {
      running += 1;
      most = Math.max(most, running);
      yield RETRIEVED;
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      yield { type: 'run-error', code: 'UPSTREAM_FAILED', message: 'no' };
    };
    const socket = await open(await started(appOf(ask)));
    const body = JSON.stringify({ query: 'Why?' });
    const head = `Host: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`;
    const post = (id: number): string => `POST /api/ask HTTP/1.1\r\n${head}\r\nX-Request-Id: r${id}\r\n\r\n${body}`;
    socket.write([1, 2, 3, 4].map(post).join(''));
    const text = await received(socket, (all) => all.split('HTTP/1.1').length === 5 && all.endsWith('}'));
    expect([...text.matchAll(/x-request-id: (\w+)/giu)].map((match) => match[1])).toEqual(['r1', 'r2', 'r3', 'r4']);
    expect(most).toBe(1);
  });

  it('closes a connection with too many of them', async () => {
    const app = appOf(forever);
    app.get('/never', () => new Promise(() => undefined));
    const socket = await open(await started(app));
    socket.write('GET /never HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(18));
    await received(socket, () => false);
    expect(socket.destroyed).toBe(true);
  });

  it('closes a connection that does not read its reply, without starting the next reply', async () => {
    let made = 0;
    const large = testApp({ engine: { info: async () => void (made += 1) } });
    large.get('/large', (c) => {
      made += 1;
      return c.text('x'.repeat(30_000_000));
    });
    const socket = await open(await started(large, { limits: { unreadMs: 50 } }));
    socket.pause();
    socket.write('GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(3));
    await expect.poll(() => made).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect((await received(socket.resume(), () => false)).length).toBeLessThan(30_000_000);
    expect(made).toBe(1);
  });
});

describe('serve: memory', () => {
  it.each([
    ['a question', '/api/ask', { query: 'x' }],
    ['an MCP message', '/mcp', { jsonrpc: '2.0', id: 1, method: 'ping' }],
  ])('keeps nothing of %s after its reply', async (_, path, body) => {
    setFlagsFromString('--expose-gc');
    const gc = runInNewContext('gc') as () => void;
    const requests: WeakRef<Request>[] = [];
    const app = appOf(async function* (): AsyncGenerator<AnswerEvent> {
      yield { type: 'run-error', code: 'UPSTREAM_FAILED', message: '' };
    });
    const { fetch: answer } = app;
    app.fetch = (request, ...rest) => {
      requests.push(new WeakRef(request));
      return answer(request, ...rest);
    };
    const { url } = await started(app);
    const headers = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };
    for (let count = 0; count < 20; count++) {
      await (await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })).text();
    }
    expect(requests).toHaveLength(20);
    const left = (): number => {
      gc();
      return requests.filter((request) => request.deref() !== undefined).length;
    };
    // The last ones may still stand on the stack of the loop.
    await expect.poll(left).toBeLessThan(3);
  });
});

describe('serve: large bodies', () => {
  it('refuses a chunked body above the limit and does not read on', async () => {
    const server = await started(appOf(forever));
    const socket = await open(server);
    socket.write(`${ASK}Transfer-Encoding: chunked\r\n\r\n`);
    const chunk = `2000\r\n${' '.repeat(0x2000)}\r\n`;
    socket.write(chunk.repeat(60));
    expect(await received(socket, (text) => text.includes('BODY_TOO_LARGE'))).toMatch(/^HTTP\/1\.1 413 /u);
  });
});

describe('serve: disconnects', () => {
  it.each([
    ['while the answer streams', '/api/ask/stream'],
    ['while a JSON reply is made', '/api/ask'],
  ])('stops the run of a client that leaves %s', async (_, path) => {
    const asked = Promise.withResolvers<void>();
    const stopped = Promise.withResolvers<unknown>();
    async function* watched(_question: unknown, call: { signal?: AbortSignal } = {}): AsyncGenerator<AnswerEvent> {
      call.signal!.addEventListener('abort', () => stopped.resolve(call.signal!.reason));
      yield RETRIEVED;
      asked.resolve();
      await new Promise(() => undefined);
    }
    const server = await started(appOf(watched));
    const socket = await open(server);
    const body = '{"query":"x"}';
    socket.write(`${ASK.replace('/api/ask/stream', path)}Content-Length: ${body.length}\r\n\r\n${body}`);
    await asked.promise;
    socket.destroy();
    expect(await stopped.promise).toMatchObject({ code: 'ABORTED' });
  });
});

describe('serve: shutdown', () => {
  it('ends open streams with one event and then all connections', async () => {
    const shutdown = new AbortController();
    const server = await started(appOf(forever, shutdown.signal));
    const streams = await Promise.all(
      Array.from({ length: 5 }, () => fetch(`${server.url}/api/ask/stream`, postJson({ query: 'x' }))),
    );
    const closed = server.close();
    shutdown.abort();
    for (const stream of streams) {
      const text = await stream.text();
      expect(text.match(/^event: run-(?:end|error)$/gmu)).toEqual(['event: run-error']);
      expect(text).toContain('"code":"CLOSED"');
    }
    await closed;
  });

  it('answers while draining, and asks connections to close', async () => {
    const server = await started(appOf(forever));
    const keep = { headers: { Connection: 'keep-alive' } };
    expect((await fetch(`${server.url}/health`, keep)).headers.get('connection')).toBe('keep-alive');
    server.drain();
    const reply = await fetch(`${server.url}/health`, keep);
    expect([reply.status, reply.headers.get('connection')]).toEqual([200, 'close']);
  });

  it('lets a stream finish that began before draining', async () => {
    const go = Promise.withResolvers<void>();
    async function* slow(): AsyncGenerator<AnswerEvent> {
      yield RETRIEVED;
      await go.promise;
      yield { type: 'run-error', code: 'UPSTREAM_FAILED', message: '' };
    }
    const server = await started(appOf(slow));
    const stream = await fetch(`${server.url}/api/ask/stream`, postJson({ query: 'x' }));
    server.drain();
    const closed = server.close();
    await expect(fetch(`${server.url}/health`)).rejects.toThrow('fetch failed');
    go.resolve();
    expect(await stream.text()).toContain('"code":"UPSTREAM_FAILED"');
    await closed;
  });

  it('names the port that is in use', async () => {
    const server = await started(appOf(forever));
    const port = Number(new URL(server.url).port);
    await expect(serve(appOf(forever), { port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });
});
