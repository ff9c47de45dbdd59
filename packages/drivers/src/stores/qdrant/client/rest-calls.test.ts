import { IbidError } from '@ibid/core';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { NearQuery, QdrantCalls } from './qdrant-calls.ts';
import type { QdrantOptions } from './qdrant-options.ts';
import { answerJson, deadPort, openRawServer, refuse, type RawAnswer, type RawServer } from './raw-server-fixture.ts';
import { qdrantCalls } from './rest-calls.ts';

type Use = (calls: QdrantCalls, server: RawServer) => Promise<void>;

/** Calls to a server that answers so; without retries unless said otherwise. */
async function withServer(answer: RawAnswer, use: Use, options: Partial<QdrantOptions> = {}): Promise<void> {
  await using server = await openRawServer(answer);
  const calls = qdrantCalls({ url: server.url, retryMs: 0, ...options });
  try {
    await use(calls, server);
  } finally {
    await calls.close();
  }
}

const applied: RawAnswer = (response) => answerJson(response, { result: { status: 'completed', operation_id: 1 } });
const near: NearQuery = { vector: new Float32Array([1, 0]), using: '', filter: {}, limit: 3 };
const everything = { filter: {}, payload: 'all' } as const;

async function drained(pages: AsyncIterable<readonly unknown[]>): Promise<readonly unknown[]> {
  const all: unknown[] = [];
  for await (const page of pages) all.push(...page);
  return all;
}

/** Every call that reads something from its reply. */
const CALLS: Readonly<Record<string, (calls: QdrantCalls, signal?: AbortSignal) => Promise<unknown>>> = {
  version: (calls, signal) => calls.version(given(signal)),
  collection: (calls, signal) => calls.collection('b', given(signal)),
  collections: (calls, signal) => calls.collections(given(signal)),
  alias: (calls, signal) => calls.alias('b', given(signal)),
  createCollection: (calls, signal) => calls.createCollection('b', { dense: {}, sparse: {} }, given(signal)),
  deleteCollection: (calls, signal) => calls.deleteCollection('b', given(signal)),
  switchAlias: (calls, signal) => calls.switchAlias('a', 'b', given(signal)),
  createFieldIndex: (calls, signal) => calls.createFieldIndex('b', 'url', 'keyword', given(signal)),
  upsert: (calls, signal) => calls.upsert('b', [{ id: 'x', payload: {} }], given(signal)),
  setPayload: (calls, signal) => calls.setPayload('b', { a: 1 }, {}, given(signal)),
  deletePayload: (calls, signal) => calls.deletePayload('b', ['a'], {}, given(signal)),
  deletePoints: (calls, signal) => calls.deletePoints('b', {}, given(signal)),
  retrieve: (calls, signal) => calls.retrieve('b', ['x'], 'all', given(signal)),
  scroll: (calls, signal) => drained(calls.scroll('b', everything, given(signal))),
  scrollVectors: (calls, signal) => drained(calls.scrollVectors('b', everything, given(signal))),
  count: (calls, signal) => calls.count('b', {}, given(signal)),
  query: (calls, signal) => calls.query('b', [near], given(signal)),
};

function given(signal: AbortSignal | undefined): { readonly signal?: AbortSignal } {
  return signal === undefined ? {} : { signal };
}

const codeOf = (error: unknown): unknown => (IbidError.is(error) ? error.code : error);

describe('each call', () => {
  const names = Object.keys(CALLS);

  test.each(names)(
    '%s: a good status with anything but its reply is UPSTREAM_FAILED, never "nothing found"',
    async (name) => {
      const bodies = [
        '',
        'null',
        '{}',
        '[]',
        '"ok"',
        '<html></html>',
        '{"result":null,"status":"ok"}',
        '{"result":"x"}',
        '{"result":7}',
        '{"result":{}}',
      ];
      let body = '';
      await withServer(
        (response) => void response.writeHead(200, { 'content-type': 'text/plain' }).end(body),
        async (calls) => {
          for (body of bodies) {
            const outcome = await CALLS[name]!(calls).then((found) => JSON.stringify({ found }) ?? 'nothing', codeOf);
            expect(`${body} ${String(outcome)}`).toBe(`${body} UPSTREAM_FAILED`);
          }
        },
      );
    },
  );

  test.each(names)(
    '%s: a refused key is INVALID_CONFIG that names the variable, and the key stays unsaid',
    async (name) => {
      await withServer(
        (response, { headers }) => response.writeHead(401).end(`Invalid API key ${String(headers['api-key'])}`),
        async (calls, server) => {
          const error: unknown = await CALLS[name]!(calls).catch((thrown: unknown) => thrown);
          expect(server.requests[0]!.headers['api-key']).toBe('sk-123456');
          expect(error).toMatchObject({ code: 'INVALID_CONFIG', message: expect.stringContaining('QDRANT_API_KEY') });
          expect(`${String((error as Error).stack)} ${JSON.stringify(error)}`).not.toContain('sk-123456');
        },
        { apiKey: 'sk-123456' },
      );
    },
  );

  test.each(names)('%s: aborting stops it at once, however patient it is', async (name) => {
    const caller = new AbortController();
    await withServer(
      () => caller.abort(),
      async (calls) => {
        expect(await CALLS[name]!(calls, caller.signal).catch(codeOf)).toBe('ABORTED');
        const again = qdrantCallsNever();
        expect(await CALLS[name]!(again, AbortSignal.abort()).catch(codeOf)).toBe('ABORTED');
        await again.close();
      },
      { retryMs: 3_600_000, timeoutMs: 600_000 },
    );
  });
});

/** To an address that would answer with a failure. */
function qdrantCallsNever(): QdrantCalls {
  return qdrantCalls({ url: 'http://127.0.0.1:1', retryMs: 0 });
}

const dropThenHang: RawAnswer = (response, request, index) => {
  if (index === 0) response.socket?.destroy();
  else if (index > 1) applied(response, request, index);
};

describe('patience', () => {
  test('what passes is tried again', async () => {
    const failures = [503, 429, 500, 502];
    const answer: RawAnswer = (response, request, index) =>
      index < failures.length ? refuse(response, failures[index]!, 'later') : applied(response, request, index);
    await withServer(
      answer,
      async (calls, server) => {
        await calls.deletePoints('b', {});
        expect(server.requests).toHaveLength(5);
      },
      { retryMs: 20_000 },
    );
  });

  test('a dropped connection and a reply that comes too late are tried again', async () => {
    await withServer(
      dropThenHang,
      async (calls, server) => {
        await calls.setPayload('b', { a: 1 }, {});
        expect(server.requests.length).toBeGreaterThanOrEqual(3);
      },
      { retryMs: 20_000, timeoutMs: 100 },
    );
  });

  test('what stays wrong is asked once', async () => {
    for (const status of [400, 401, 403, 404, 413, 507]) {
      await withServer(
        (response) => refuse(response, status, 'no'),
        async (calls, server) => {
          await calls.count('b', {}).catch(codeOf);
          expect([status, server.requests.length]).toEqual([status, 1]);
        },
        { retryMs: 20_000 },
      );
    }
  });

  test('a server that asks for more time than there is gets it from the caller, who is told how much', async () => {
    await withServer(
      (response) => refuse(response, 429, 'later', { 'retry-after': '30' }),
      async (calls, server) => {
        const error: unknown = await calls.count('b', {}).catch((thrown: unknown) => thrown);
        expect(error).toMatchObject({ code: 'RATE_LIMITED', retryable: true, details: { retryAfterMs: 30_000 } });
        expect(server.requests).toHaveLength(1);
      },
      { retryMs: 20_000 },
    );
  });

  test('aborting ends a wait between attempts', async () => {
    const caller = new AbortController();
    await withServer(
      (response) => {
        refuse(response, 429, 'later', { 'retry-after': '600' });
        response.on('close', () => setTimeout(() => caller.abort(), 20));
      },
      async (calls, server) => {
        expect(await calls.deletePoints('b', {}, { signal: caller.signal }).catch(codeOf)).toBe('ABORTED');
        expect(server.requests).toHaveLength(1);
      },
      { retryMs: 3_600_000 },
    );
  });

  test('a server that is down is said to be, with its address', async () => {
    const port = await deadPort();
    const calls = qdrantCalls({ url: `http://127.0.0.1:${port}`, retryMs: 0 });
    await expect(calls.count('b', {})).rejects.toMatchObject({
      code: 'UPSTREAM_FAILED',
      retryable: true,
      message: expect.stringContaining(`127.0.0.1:${port} cannot be reached (ECONNREFUSED)`),
    });
    await calls.close();
  });
});

/** How each of the queries asks to be searched for. */
async function sentParams(options: Partial<QdrantOptions>, queries: readonly NearQuery[]): Promise<unknown> {
  let sent: unknown;
  await withServer(
    (response, { body }) => {
      sent = (JSON.parse(body) as { searches: { params?: unknown }[] }).searches.map((one) => one.params);
      answerJson(response, { result: queries.map(() => ({ points: [] })) });
    },
    async (calls) => void (await calls.query('b', queries)),
    options,
  );
  return sent;
}

describe('what goes over the wire', () => {
  test('whole numbers beyond 2⁵³, as other programs use them for ids, keep every digit there and back', async () => {
    const large = '18446744073709551615';
    const page = `{"result":{"points":[{"id":${large},"payload":{"size":9007199254740993}}],"next_page_offset":null}}`;
    await withServer(
      (response) => void response.writeHead(200, { 'content-type': 'application/json' }).end(page),
      async (calls, server) => {
        const found = await drained(calls.scroll('b', { filter: { must: [{ has_id: [large, 7] }] }, payload: 'all' }));
        expect(found).toEqual([{ id: large, payload: { size: 9_007_199_254_740_992 } }]);
        expect(server.requests[0]!.body).toContain(`{"has_id":[${large},7]}`);
      },
    );
  });

  test('a listing that never ends is noticed', async () => {
    await withServer(
      (response) => answerJson(response, { result: { points: [{ id: 1 }], next_page_offset: 1 } }),
      async (calls) => {
        expect(await drained(calls.scroll('b', everything)).catch(codeOf)).toBe('UPSTREAM_FAILED');
      },
    );
  });

  test('every write waits until it is applied, and by filter all copies take it in one order', async () => {
    await withServer(applied, async (calls, server) => {
      await calls.upsert('b', [{ id: 'x', payload: {} }]);
      await calls.createFieldIndex('b', 'url', 'keyword');
      await calls.setPayload('b', { a: 1 }, {});
      await calls.deletePayload('b', ['a'], {});
      await calls.deletePoints('b', {});
      expect(server.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
        'PUT /collections/b/points?wait=true',
        'PUT /collections/b/index?wait=true',
        'POST /collections/b/points/payload?wait=true&ordering=strong',
        'POST /collections/b/points/payload/delete?wait=true&ordering=strong',
        'POST /collections/b/points/delete?wait=true&ordering=strong',
      ]);
    });
  });

  test('reads say how many copies must agree, and when nobody waits any more; searches by nearness ask one', async () => {
    await withServer(
      (response) => answerJson(response, { result: [] }),
      async (calls, server) => {
        const missing = { code: 'UPSTREAM_FAILED' };
        await calls.retrieve('b', ['x'], 'all');
        await calls.retrieve('b', ['x'], 'all', { copies: 'most' });
        await calls.retrieve('b', ['x'], 'all', { copies: 'one' });
        await expect(calls.count('b', {})).rejects.toMatchObject(missing);
        await expect(calls.query('b', [near])).rejects.toMatchObject(missing);
        const [agreed, most, one, counted, searched] = server.requests.map(({ path }) => path);
        expect([agreed, most, one]).toEqual([
          '/collections/b/points?consistency=2&timeout=3',
          '/collections/b/points?consistency=3&timeout=3',
          '/collections/b/points?timeout=3',
        ]);
        expect(counted).toBe('/collections/b/points/count?consistency=2&timeout=3');
        expect(searched).toBe('/collections/b/points/query/batch?timeout=3');
      },
      { replicas: 4, writeConsistency: 3, timeoutMs: 2_500, retryMs: 0 },
    );
  });

  test('searches compare smaller copies and look the best up again, or everything where that is asked', async () => {
    const sparse: NearQuery = { ...near, vector: { indices: [1], values: [1] }, using: 'bm25' };
    const both = [near, { ...near, exact: true }, sparse];
    expect(await sentParams({}, both)).toEqual([undefined, { exact: true }, undefined]);
    expect(await sentParams({ quantization: 'scalar', hnsw: { ef: 64 } }, both)).toEqual([
      { hnsw_ef: 64, quantization: { rescore: true, oversampling: 1.5 } },
      { exact: true, quantization: { ignore: true } },
      undefined,
    ]);
    expect(await sentParams({ quantization: 'binary', exact: true }, [near, { ...near, exact: false }])).toEqual([
      { exact: true, quantization: { ignore: true } },
      { quantization: { rescore: true, oversampling: 3 } },
    ]);
  });
});

describe('connections', () => {
  test('none is made before the first call', async () => {
    await using server = await openRawServer(applied);
    const calls = qdrantCalls({ url: server.url });
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(server.connections()).toBe(0);
    await calls.deletePoints('b', {});
    expect(server.connections()).toBe(1);
    await calls.close();
  });

  test('many calls at a time share a few', async () => {
    await withServer(
      (response) => void setTimeout(() => answerJson(response, { result: { count: 1 } }), 2),
      async (calls, server) => {
        await Promise.all(Array.from({ length: 100 }, () => calls.count('b', {})));
        expect(server.requests).toHaveLength(100);
        expect(server.connections()).toBeLessThanOrEqual(16);
      },
    );
  });

  test('closing ends what is under way, and what comes later', async () => {
    await using server = await openRawServer(() => void calls.close());
    const calls = qdrantCalls({ url: server.url });
    expect(await calls.count('b', {}).catch(codeOf)).toBe('CLOSED');
    expect(await calls.count('b', {}).catch(codeOf)).toBe('CLOSED');
    await calls.close();
  });

  test('a redirect is not followed, so that the key stays where it belongs', async () => {
    await using other = await openRawServer(applied);
    await withServer(
      (response) => void response.writeHead(307, { location: `${other.url}/collections/b/points/delete` }).end(),
      async (calls) => {
        expect(await calls.deletePoints('b', {}).catch(codeOf)).toBe('UPSTREAM_FAILED');
        expect(other.requests).toEqual([]);
      },
      { apiKey: 'sk-123456' },
    );
  });

  test('a program that closes nothing ends all the same, without a warning', async () => {
    await using server = await openRawServer((response) => answerJson(response, { result: { count: 7 } }));
    const program = `
      import { qdrantCalls } from ${JSON.stringify(new URL('./rest-calls.ts', import.meta.url).href)};
      const calls = qdrantCalls({ url: ${JSON.stringify(server.url)}, apiKey: 'k' });
      const counts = await Promise.all(Array.from({ length: 40 }, () => calls.count('b', {})));
      console.log(Math.max(...counts));`;
    const { stdout, stderr } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]);
    expect([stdout, stderr]).toEqual(['7\n', '']);
  });

  test('the path of an address stands before every request', async () => {
    await using server = await openRawServer((response) => answerJson(response, { result: { count: 7 } }));
    const calls = qdrantCalls({ url: `${server.url}/behind/it/`, retryMs: 0 });
    await calls.count('a b', {});
    expect(server.requests[0]!.path).toBe('/behind/it/collections/a%20b/points/count?timeout=5');
    await calls.close();
  });
});
