import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { QdrantFaultPlan } from './faults/qdrant-fault.ts';
import { withClient, type AskedReply } from './testing/with-client.ts';

const place = withClient({ applyAfterMs: 60_000 });
const UPSERT = '/collections/c/points?wait=true';

/** Plans a fault for the next upsert of four points, and says what came of it: the reply, and how many points there are. */
async function upsertUnder(
  plan: QdrantFaultPlan,
): Promise<{ readonly reply: AskedReply | string; readonly count: number }> {
  await place.client.createCollection('c', { vectors: { size: 1, distance: 'Dot' } });
  place.service.fault(plan);
  const points = [1, 2, 3, 4].map((id) => ({ id, vector: [id] }));
  const reply = await place.ask('PUT', UPSERT, { points }).catch((error: unknown) => {
    return String((error as { readonly cause?: { readonly code?: string } }).cause?.code ?? error);
  });
  return { reply, count: (await place.client.count('c')).count };
}

/** What a new connection meets. */
async function connected(url: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => {
      socket.destroy();
      resolve('connected');
    });
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(String(error.code)));
  });
}

describe('faults', () => {
  it.each([
    [{ kind: 'rate-limit', retryAfter: 30 }, 429, 0],
    [{ kind: 'unavailable' }, 503, 0],
    [{ kind: 'broken' }, 500, 0],
    [{ kind: 'gateway' }, 502, 0],
    [{ kind: 'gateway', status: 413 }, 413, 0],
    [{ kind: 'garbage' }, 200, 0],
    [{ kind: 'other-shape' }, 200, 0],
    [{ kind: 'half-applied' }, 500, 2],
    [{ kind: 'slow', ms: 1 }, 200, 4],
  ] as const)('%o answers %i with %i of 4 points applied', async (plan, status, applied) => {
    const { reply, count } = await upsertUnder(plan);
    expect([(reply as AskedReply).status, count]).toEqual([status, applied]);
    expect(place.service.requests.find(({ route }) => route === 'upsert_points')).toMatchObject({
      method: 'PUT',
      path: UPSERT,
      fault: plan.kind,
      status,
    });
  });

  it('429 says when to come back, where it is told to', async () => {
    const { reply } = await upsertUnder({ kind: 'rate-limit', retryAfter: 30 });
    expect((reply as AskedReply).headers.get('retry-after')).toBe('30');
    place.service.fault({ kind: 'rate-limit' });
    expect((await place.ask('GET', '/collections')).headers.get('retry-after')).toBeNull();
  });

  it.each([
    [{ kind: 'reply-lost' }, 4],
    [{ kind: 'dropped' }, 0],
    [{ kind: 'cut-reply' }, 4],
  ] as const)('%o cuts the connection with %i of 4 points applied', async (plan, applied) => {
    expect(await upsertUnder(plan)).toEqual({ reply: expect.stringContaining('UND_ERR_SOCKET'), count: applied });
  });

  it.each([
    [{ kind: 'accepted' }, 202, '"status":"accepted"'],
    [{ kind: 'wait-timeout' }, 200, '"status":"wait_timeout"'],
  ] as const)('%o answers before it is applied', async (plan, status, text) => {
    const { reply, count } = await upsertUnder(plan);
    expect(reply).toMatchObject({ status, text: expect.stringContaining(text) as string });
    expect(count).toBe(0);
    place.service.settle();
    expect((await place.client.count('c')).count).toBe(4);
  });

  it('a request that hangs stays without an answer, and is in the log', async () => {
    place.service.fault({ kind: 'hang' });
    const signal = AbortSignal.timeout(50);
    await expect(fetch(`${place.service.url}/collections`, { signal })).rejects.toThrow('timeout');
    expect(place.service.requests).toMatchObject([{ route: 'get_collections', fault: 'hang', status: undefined }]);
  });

  it('another version is reported', async () => {
    place.service.fault({ kind: 'version', version: '1.2.3', on: 'root' });
    expect((await place.client.versionInfo()).version).toBe('1.2.3');
    expect((await place.client.versionInfo()).version).toBe('1.18.0');
  });

  it('come as often as planned, to the requests they are planned for, and not after all is healed', async () => {
    await place.client.createCollection('c', {});
    await place.client.createCollection('d', {});
    place.service.fault({ kind: 'broken', on: 'count_points', times: 2 });
    place.service.fault({
      kind: 'unavailable',
      on: ({ path, body }) => path.includes('/d/') && 'limit' in (body as object),
    });
    const count = async (): Promise<number> => (await place.ask('POST', '/collections/c/points/count', {})).status;
    const scroll = async (body: object): Promise<number> =>
      (await place.ask('POST', '/collections/d/points/scroll', body)).status;
    expect([await scroll({}), await count(), await scroll({ limit: 1 }), await count(), await count()]).toEqual([
      200, 500, 503, 500, 200,
    ]);
    place.service.fault({ kind: 'broken', times: 100 });
    expect(await count()).toBe(500);
    place.service.heal();
    expect(await count()).toBe(200);
    expect(place.service.count('count_points')).toBe(5);
  });

  it('the whole service is away until it comes back, on the same port and with its state', async () => {
    await place.client.createCollection('c', {});
    await place.service.stop();
    expect(await connected(place.service.url)).toBe('ECONNREFUSED');
    await place.service.start();
    expect(await connected(place.service.url)).toBe('connected');
    expect(await place.client.collectionExists('c')).toEqual({ exists: true });
  });
});
