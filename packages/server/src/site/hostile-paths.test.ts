import { serve as listen } from '@hono/node-server';
import { Hono } from 'hono';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { serve } from '../serve.ts';
import { testApp } from '../testing/test-app.ts';
import { HOSTILE_PATHS } from './testing/hostile-paths.ts';
import { SECRET, siteFolder, type SiteFolder } from './testing/site-folder.ts';

let folder: SiteFolder;
beforeAll(async () => {
  folder = await siteFolder();
});
afterAll(() => folder[Symbol.asyncDispose]());

/** Returns the whole reply to a raw request target, because HTTP clients would normalise it. */
async function rawReply(port: number, target: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(`GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
  let text = '';
  socket.on('data', (data) => (text += data.toString('latin1')));
  socket.on('error', () => undefined);
  await once(socket, 'close');
  return text;
}

interface Findings {
  /** Targets that exposed something secret. */
  readonly leaks: readonly string[];
  /** Targets without a proper refusal, or with a redirect that the hostile path has influenced. */
  readonly odd: readonly string[];
}

async function tryAll(port: number): Promise<Findings> {
  const [leaks, odd]: [string[], string[]] = [[], []];
  for (const target of HOSTILE_PATHS) {
    const reply = await rawReply(port, target);
    if (reply.includes(SECRET) || reply.includes('root:')) leaks.push(target);
    // `/?/…` is the home page with a query.
    const wanted = target === '/?/../secret.txt' ? /^HTTP\/1\.1 200 / : /^HTTP\/1\.1 4\d\d /u;
    if (!wanted.test(reply) || /^location:/imu.test(reply)) odd.push(`${target}: ${reply.split('\r\n')[0]}`);
  }
  return { leaks, odd };
}

it('every path to a file outside the site or to a hidden one is refused', async () => {
  const app = testApp({ engine: { page: async () => undefined }, site: { folder: folder.root, base: '/' } });
  const server = await serve(app, { port: 0 });
  const { leaks, odd } = await tryAll(Number(new URL(server.url).port));
  server.endNow();
  await server.close();
  expect(leaks).toEqual([]);
  expect(odd).toEqual([]);
});

it('control: a server that joins paths and reads files is detected', async () => {
  const naive = new Hono();
  naive.get('*', async (c) => {
    // A request's URL has its dots resolved already. A careless server decodes the encoded ones itself.
    const path = decodeURIComponent(decodeURIComponent(c.req.path));
    return c.body(await readFile(join(folder.root, path), 'utf8'));
  });
  naive.onError((_, c) => c.body('', 404));
  const server = listen({ fetch: naive.fetch, port: 0, hostname: '127.0.0.1' });
  await once(server, 'listening');
  const { leaks } = await tryAll((server.address() as AddressInfo).port);
  server.close();
  expect(leaks).toEqual(expect.arrayContaining(['/leak.txt', '/.env', '/up/secret.txt', '/env.txt']));
  expect(leaks.some((target) => target.includes('%2f') || target.includes('%252e'))).toBe(true);
});
