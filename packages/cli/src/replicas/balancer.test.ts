import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test, vi } from 'vitest';
import { openBalancer } from './balancer-fixture.ts';

async function replica(name: string, isReady: () => boolean): Promise<{ url: string; server: Server }> {
  const server = createServer((request, response) => {
    if (request.url === '/ready') response.writeHead(isReady() ? 200 : 503).end();
    else response.end(name);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

test('requests go in turn to the replicas that are ready, and round one that has gone', async () => {
  await using balancer = await openBalancer();
  let isReady = true;
  const a = await replica('a', () => true);
  const b = await replica('b', () => isReady);
  const ask = async (): Promise<string> => (await fetch(balancer.url)).text();
  try {
    expect((await fetch(balancer.url)).status).toBe(502);
    balancer.add(a.url);
    balancer.add(b.url);
    await vi.waitFor(() => expect(balancer.ready()).toHaveLength(2));
    expect(new Set([await ask(), await ask()])).toEqual(new Set(['a', 'b']));
    isReady = false;
    await vi.waitFor(() => expect(balancer.ready()).toEqual([a.url]));
    expect([await ask(), await ask()]).toEqual(['a', 'a']);
    isReady = true;
    await vi.waitFor(() => expect(balancer.ready()).toHaveLength(2));
    b.server.close();
    b.server.closeAllConnections();
    expect([await ask(), await ask(), await ask()]).toEqual(['a', 'a', 'a']);
  } finally {
    a.server.close();
    b.server.close();
  }
});
