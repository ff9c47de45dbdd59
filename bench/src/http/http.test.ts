import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { askOne } from './ask-one.ts';
import { askedRequests } from './asked-request.ts';
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

async function loaded(listener: Parameters<typeof serving>[0]): Promise<LoadOutcome> {
  const requests = askedRequests(QUESTIONS, SURFACE);
  const expected = requests.map(({ body }) => `reply to ${body}`);
  return load({ url: await serving(listener), requests, expected, clients: 3, seconds: 0.3 });
}

test('a load notices an answer to another question, a refusal and a reply that is cut', async () => {
  let asked = 0;
  const outcome = await loaded((question, _, response) => {
    asked += 1;
    if (asked % 30 === 0) response.writeHead(503).end();
    else if (asked % 30 === 10) response.end('reply to {"query":"none of these"}');
    else if (asked % 30 === 20) response.write('rep', () => response.destroy());
    else response.end(`reply to ${question}`);
  });
  expect(outcome.answers).toBeGreaterThan(0);
  expect(outcome.different).toBeGreaterThan(0);
  expect(outcome.failed).toBeGreaterThan(1);
});

const event = (name: string, data: string): string => `event: ${name}\ndata: ${data}\n\n`;

/** The first request of each question is the one asked alone. */
test.each<[what: string, fault: Parameters<typeof serving>[0], found: Partial<StreamsOutcome>]>([
  ['is cut', (_, __, response) => void (response.write(event('token', 'x')), response.destroy()), { cut: 24 }],
  [
    'goes on behind its terminal event',
    (_, __, response) => void response.end(event('final', 'x') + event('token', 'x')),
    { misended: 24 },
  ],
  ['has other events', (_, __, response) => void response.end(event('final', 'x')), { different: 24, misended: 0 }],
])('a stream that %s is found', async (_, fault, found) => {
  let asked = 0;
  const url = await serving((question, request, response) => {
    if (++asked <= QUESTIONS.length) response.end(event('final', question));
    else fault(question, request, response);
  });
  const requests = askedRequests(QUESTIONS, SURFACE);
  expect(await openStreams({ url, requests, terminal: ['final', 'error'], clients: 8 })).toMatchObject(found);
});
