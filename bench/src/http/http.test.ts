import { existsSync, mkdtempSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { askOne } from './ask-one.ts';
import { askedRequests } from './asked-request.ts';
import type { CaseInput } from '../cases/bench-case.ts';
import { CASES } from '../cases/index.ts';
import type { CaseOutcome } from '../run-case.ts';
import { BARE, benchHttp, type HttpOutcome } from './bench-http.ts';
import { missedTargets, timesBare } from './http-results.ts';
import { load, type LoadOutcome } from './load.ts';
import { openStreams, type StreamsOutcome } from './open-streams.ts';
import { startServer } from './start-server.ts';

const QUESTIONS = ['one', 'two', 'three', 'four'];
const SURFACE = { path: '/ask', body: (query: string) => ({ query }) };

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** Starts a server that calls `listener` with the request body (the question), and returns its address. */
async function serving(listener: (question: string, ...rest: Parameters<RequestListener>) => void): Promise<string> {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (piece: Buffer) => (body += piece.toString()));
    request.on('end', () => listener(body, request, response));
  });
  await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('requests of equal questions are equal, and the question is all that differs between two', () => {
  const [one, two] = askedRequests(['a', 'b'], SURFACE);
  expect([one]).toEqual(askedRequests(['a'], SURFACE));
  expect(one!.body).toBe('{"query":"a"}');
  expect(two!.headers['X-Request-Id']).toBe('bench-1');
});

test('a server of its own replies with as many bytes as asked for, counts its work, and ends', async () => {
  const bare = await startServer([fileURLToPath(new URL('bare-server.ts', import.meta.url)), '321']);
  await bare.start();
  const [request] = askedRequests(['x'], { ...SURFACE, path: '/bare' });
  const { status, text, whole } = await askOne(bare.url, request!);
  expect({ status, bytes: text.length, whole }).toEqual({ status: 200, bytes: 321, whole: true });
  const { cpuMs, memoryMegabytes } = await bare.read();
  expect(cpuMs).toBeGreaterThan(0);
  expect(memoryMegabytes).toBeGreaterThan(1);
  await bare.stop();
  await expect(askOne(bare.url, request!)).rejects.toThrow('ECONNREFUSED');
});

test('a server that does not start is told with what it wrote', async () => {
  await expect(startServer(['--eval', 'console.error("no such index"); process.exit(3)'])).rejects.toThrow(
    /ended with 3: no such index/u,
  );
});

async function loaded(listener: Parameters<typeof serving>[0]): Promise<LoadOutcome> {
  const requests = askedRequests(QUESTIONS, SURFACE);
  const expected = requests.map(({ body }) => `reply to ${body}`);
  return load({ url: await serving(listener), requests, expected, clients: 3, seconds: 0.3 });
}

test('a load counts answers, and finds nothing wrong where nothing is', async () => {
  const outcome = await loaded((question, _, response) => response.end(`reply to ${question}`));
  expect(outcome.answers).toBeGreaterThan(20);
  expect(outcome).toMatchObject({ failed: 0, different: 0 });
  expect(outcome.p99Ms).toBeGreaterThanOrEqual(outcome.p50Ms);
});

test('a load notices the answer to another question', async () => {
  let asked = 0;
  const outcome = await loaded((question, _, response) =>
    response.end(`reply to ${++asked % 10 === 0 ? '{"query":"one"}' : question}`),
  );
  expect(outcome.different).toBeGreaterThan(0);
  expect(outcome.failed).toBe(0);
});

test.each<[what: string, fault: RequestListener]>([
  ['a refusal', (_, response) => response.writeHead(503).end()],
  ['a connection that is cut', (_, response) => response.destroy()],
  ['a reply that is cut', (_, response) => void response.write('rep', () => response.destroy())],
])('a load notices %s', async (_, fault) => {
  let asked = 0;
  const outcome = await loaded((question, request, response) => {
    if (++asked % 20 === 0) fault(request, response);
    else response.end(`reply to ${question}`);
  });
  expect(outcome.answers).toBeGreaterThan(0);
  expect(outcome.failed).toBeGreaterThan(1);
  expect(outcome.different).toBe(0);
});

async function streamed(listener: Parameters<typeof serving>[0]): Promise<StreamsOutcome> {
  const requests = askedRequests(QUESTIONS, SURFACE);
  return openStreams({ url: await serving(listener), requests, terminal: ['final', 'error'], clients: 8 });
}

const event = (name: string, data: string): string => `event: ${name}\ndata: ${data}\n\n`;

test('streams that end with their one terminal event are found whole, whatever shows that the server lives', async () => {
  let asked = 0;
  const outcome = await streamed((question, _, response) =>
    response.end((++asked % 2 === 0 ? ': alive\n\n' : '') + event('token', question) + event('final', question)),
  );
  expect(outcome).toEqual({ streams: 24, cut: 0, misended: 0, different: 0 });
});

/** The first request of each question is the one asked alone. */
test.each<[what: string, fault: Parameters<typeof serving>[0], found: Partial<StreamsOutcome>]>([
  ['is cut', (_, __, response) => void (response.write(event('token', 'x')), response.destroy()), { cut: 24 }],
  ['is refused', (_, __, response) => void response.writeHead(429).end(), { cut: 24 }],
  ['has no terminal event', (_, __, response) => void response.end(event('token', 'x')), { misended: 24 }],
  ['has two', (_, __, response) => void response.end(event('final', 'x') + event('error', 'x')), { misended: 24 }],
  [
    'goes on behind it',
    (_, __, response) => void response.end(event('final', 'x') + event('token', 'x')),
    { misended: 24 },
  ],
])('a stream that %s is found', async (_, fault, found) => {
  let asked = 0;
  const outcome = await streamed((question, request, response) => {
    if (++asked <= QUESTIONS.length) response.end(event('final', question));
    else fault(question, request, response);
  });
  expect(outcome).toMatchObject(found);
});

test('a stream with other events than the question alone gives is found', async () => {
  let asked = 0;
  const outcome = await streamed((question, _, response) =>
    response.end(event('final', ++asked === 10 ? 'other' : question)),
  );
  expect(outcome).toEqual({ streams: 24, cut: 0, misended: 0, different: 1 });
});

const GOOD: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    [1, 16, 128].flatMap((clients) => [
      [`${clients} × failed`, 0],
      [`${clients} × different`, 0],
      [`${clients} × event loop p99 ms`, 4],
      [`${clients} × answers/s`, 500],
      [`${clients} × cpu ms an answer`, 2],
      [`${clients} × p99 ms`, 50],
    ]),
  ),
  '300 × streams cut': 0,
  '300 × streams misended': 0,
  '300 × streams different': 0,
};

function outcomeOf(size: number, change: Readonly<Record<string, number>> = {}): HttpOutcome {
  return {
    size,
    pages: size / 10,
    cases: {
      '/query': { kind: 'measured', figures: { ...GOOD, ...change } },
      [BARE]: { kind: 'measured', figures: { '16 × answers/s': 5000, '16 × cpu ms an answer': 0.1 } },
    },
  };
}

test.each([
  [1000, '16 × answers/s', 399],
  [1000, '16 × p99 ms', 101],
  [20_000, '16 × answers/s', 119],
  [20_000, '128 × event loop p99 ms', 21],
  [1000, '1 × failed', 1],
  [1000, '16 × different', 1],
  [1000, '300 × streams cut', 1],
])('of %s passages a target is missed where %s is %s', (size, figure, value) => {
  expect(missedTargets(outcomeOf(size))).toEqual([]);
  expect(missedTargets(outcomeOf(size, { [figure]: value }))).toEqual([
    expect.stringContaining(`/query: ${figure} is`),
  ]);
});

test('a figure that was not measured is a target missed', () => {
  const skipped: HttpOutcome = { size: 1000, pages: 100, cases: { '/query': { kind: 'skipped', reason: 'no index' } } };
  expect(missedTargets(skipped)).toEqual(['/query: not measured: no index']);
});

test('ratios say how many times the work of the bare route an answer takes', () => {
  expect(timesBare(outcomeOf(1000))).toEqual({ '/query': { '16 × answers/s': 10, '16 × cpu': 20 } });
});

async function measuredBy(
  run: (name: string, input: CaseInput) => CaseOutcome,
  profile?: string,
): Promise<{ readonly outcome: HttpOutcome; readonly ran: readonly string[]; readonly folder: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'ibid-bench-http-'));
  const ran: string[] = [];
  const measured = async (name: string, input: CaseInput): Promise<CaseOutcome> => {
    ran.push(name);
    return run(name, input);
  };
  return { outcome: await benchHttp(600, folder, measured, profile), ran, folder };
}

test('every endpoint is a case, and the bare route replies with as many bytes as they do', async () => {
  const inputs: CaseInput[] = [];
  const { outcome, ran, folder } = await measuredBy((_, input) => {
    inputs.push(input);
    return { kind: 'measured', figures: { 'reply bytes': 700 } };
  });
  expect(ran).toEqual(['ibid index', 'http /query', 'http /agent/ask', 'http bare']);
  expect(ran.filter((name) => CASES[name] === undefined)).toEqual([]);
  expect(Object.keys(outcome.cases)).toEqual(['/query', '/agent/ask', BARE]);
  expect(inputs.map(({ replyBytes }) => replyBytes)).toEqual([undefined, undefined, undefined, 700]);
  expect(new Set(inputs[0]!.questions.map(({ text }) => text)).size).toBeGreaterThanOrEqual(50);
  expect(existsSync(folder)).toBe(false);
});

test('without an index no endpoint is measured, and the reason is told', async () => {
  const { outcome, ran } = await measuredBy((name) =>
    name === 'ibid index' ? { kind: 'skipped', reason: 'disk full' } : { kind: 'measured', figures: {} },
  );
  expect(ran).toEqual(['ibid index', 'http bare']);
  expect(missedTargets(outcome)).toEqual(['/query: not measured: disk full', '/agent/ask: not measured: disk full']);
});
