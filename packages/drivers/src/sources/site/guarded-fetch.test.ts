import { randomBytes } from 'node:crypto';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import {
  drip,
  endless,
  failing,
  type FixtureReply,
  fixtureSite,
  type FixtureSite,
  gzipBomb,
  redirectTo,
  reset,
  silent,
  slowHeaders,
} from '@ibid/testkit';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  FETCH_LIMITS,
  type FetchLimits,
  type FetchOptions,
  type FetchOutcome,
  guardedFetch,
  type GuardedFetch,
  unpackBody,
} from './guarded-fetch.ts';
import { createPace } from './crawl.ts';

const SHORT: FetchLimits = {
  ...FETCH_LIMITS,
  rawBytes: 500_000,
  unpackedBytes: 2_000_000,
  deadlineMs: 30_000,
  connectMs: 10_000,
  headersMs: 10_000,
  idleMs: 10_000,
};

interface Visit {
  readonly site: FixtureSite;
  /** Waits between attempts. */
  readonly waits: number[];
  readonly get: (path: string, options?: Partial<FetchOptions>) => Promise<FetchOutcome>;
}

async function visit(
  replies: Readonly<Record<string, FixtureReply>>,
  options: { readonly limits?: Partial<FetchLimits> } = {},
): Promise<Visit> {
  const site = await fixtureSite(replies);
  const waits: number[] = [];
  const sleep = async (ms: number): Promise<void> => {
    waits.push(Math.round(ms));
    await Promise.resolve();
  };
  const fetcher: GuardedFetch = guardedFetch({
    userAgent: 'Ibid/0.1',
    privateHosts: new Set(['127.0.0.1']),
    ports: new Set([String(site.port)]),
    connections: 4,
    limits: { ...SHORT, ...options.limits },
    pace: createPace({ now: () => 0, sleep }),
    sleep,
    random: () => 0.5,
  });
  onTestFinished(async () => {
    await fetcher.close();
    await site.close();
  });
  return {
    site,
    waits,
    get: (path, call) => fetcher.fetch(new URL(path, site.origin), { accept: 'text/html', admit: () => true, ...call }),
  };
}

describe('a page that is well', () => {
  it('comes with where it was served, its type and what its headers say', async () => {
    const { get, site } = await visit({
      '/old': redirectTo('/new#part', 301),
      '/new': {
        headers: { 'content-type': 'Text/HTML; Charset="Shift_JIS"', 'x-robots-tag': ['noindex', 'nofollow'] },
        body: 'Hello',
      },
    });
    const outcome = await get('/old');
    expect(outcome).toMatchObject({
      type: 'fetched',
      mediaType: 'text/html',
      charset: 'Shift_JIS',
      robotsTag: ['noindex', 'nofollow'],
    });
    expect(outcome.type === 'fetched' && outcome.url.href).toBe(`${site.origin}/new`);
    expect(site.requests[0]?.headers).toMatchObject({
      'user-agent': 'Ibid/0.1',
      'accept-encoding': 'gzip, deflate, br',
    });
  });

  it('takes five redirects', async () => {
    const hops = Object.fromEntries([1, 2, 3, 4, 5].map((hop) => [`/${hop}`, redirectTo(`/${hop + 1}`)]));
    const { get } = await visit({ ...hops, '/6': 'There', '/0': redirectTo('/1') });
    expect(await get('/1')).toMatchObject({ type: 'fetched' });
    expect(await get('/0')).toEqual({ type: 'missing', status: 302 });
  });
});

describe('a page that is a trap ends within its limits', () => {
  it.each<readonly [string, FixtureReply, object]>([
    ['a gzip bomb', gzipBomb(30_000_000), { type: 'unreadable', reason: 'it unpacks to more than 2000000 bytes' }],
    ['a body without end', endless(), { type: 'unreadable', reason: 'it is larger than 500000 bytes' }],
    ['a cut connection', reset(), { type: 'unavailable', reason: 'the connection broke' }],
    ['a body that is cut', reset({ afterHeaders: true }), { type: 'unavailable', reason: 'the connection broke' }],
    ['a redirect to itself', redirectTo('/'), { type: 'missing', status: 302 }],
    ['a redirect to nowhere', { status: 302, body: 'x' }, { type: 'missing', status: 302 }],
    ['a redirect to nonsense', redirectTo('http://['), { type: 'missing', status: 302 }],
    ['a missing page', { status: 404 }, { type: 'missing', status: 404 }],
    ['a server in trouble', { status: 500 }, { type: 'unavailable', reason: 'the server answers 500' }],
    ['a proxy without its server', { status: 521 }, { type: 'unavailable', reason: 'the server answers 521' }],
  ])('%s', async (_, reply, outcome) => {
    const { get } = await visit({ '/': reply }, { limits: { retries: 0 } });
    expect(await get('/')).toEqual(outcome);
  });

  it.each<readonly [string, FixtureReply]>([
    ['a drip', drip(20)],
    ['headers without end', slowHeaders(20)],
    ['silence', silent()],
    ['a redirect that drips', redirectTo('/slow')],
  ])('%s', async (_, reply) => {
    const { get } = await visit({ '/': reply, '/slow': drip(20) }, { limits: { retries: 0, deadlineMs: 400 } });
    expect(await get('/')).toEqual({ type: 'unavailable', reason: 'it took longer than 400 ms' });
  });

  it('a silence within the body', async () => {
    const { get } = await visit(
      { '/': { raw: (_, response) => void response.writeHead(200).write('a') } },
      { limits: { retries: 0, idleMs: 100 } },
    );
    expect(await get('/')).toEqual({ type: 'unavailable', reason: 'its host does not answer in time' });
  });
});

describe('what a page is', () => {
  const mediaTypes = ['text/html'];

  it('must be of a wanted type, or of none', async () => {
    const { get } = await visit({
      '/text': { headers: { 'content-type': 'text/plain' }, body: '<p>Hello</p>' },
      '/none': { headers: { 'content-type': '' }, body: '<p>Hello</p>' },
    });
    expect(await get('/text', { mediaTypes })).toEqual({ type: 'other' });
    expect(await get('/none', { mediaTypes })).toMatchObject({ type: 'fetched', mediaType: '' });
  });

  it('is not read on when the type is unwanted', async () => {
    const { get } = await visit({ '/': endless() });
    expect(await get('/', { mediaTypes: ['text/plain'] })).toEqual({ type: 'other' });
  });

  it('is cut at the limit where that is enough', async () => {
    const { get } = await visit({ '/': endless() });
    const outcome = await get('/', { truncate: true });
    expect(outcome.type === 'fetched' && outcome.body.length).toBe(500_000);
  });
});

describe('a failure that may pass is tried again', () => {
  it('twice, with growing waits', async () => {
    const { get, site, waits } = await visit({ '/': { status: 503 } });
    expect(await get('/')).toEqual({ type: 'unavailable', reason: 'the server answers 503' });
    expect(site.requests).toHaveLength(3);
    expect(waits).toEqual([500, 1_000]);
  });

  it('and may then succeed', async () => {
    const { get } = await visit({ '/': failing(2, { status: 500 }, 'Hello') });
    expect(await get('/')).toMatchObject({ type: 'fetched' });
  });

  it('after the time that the server asks for', async () => {
    const { get, waits } = await visit({
      '/': failing(1, { status: 429, headers: { 'retry-after': '7' } }, 'Hello'),
    });
    expect(await get('/')).toMatchObject({ type: 'fetched' });
    expect(waits).toEqual([7_000]);
  });

  it('but not when the server asks for too much time', async () => {
    const { get, site } = await visit({ '/': { status: 503, headers: { 'retry-after': '3600' } } });
    expect(await get('/')).toMatchObject({ type: 'unavailable' });
    expect(site.requests).toHaveLength(1);
  });

  it('and never when the page is missing', async () => {
    const { get, site } = await visit({});
    expect(await get('/')).toMatchObject({ type: 'missing' });
    expect(site.requests).toHaveLength(1);
  });
});

describe('stopping', () => {
  it('rejects when its signal aborts: before, while waiting for headers and while reading', async () => {
    const { get } = await visit({ '/silent': silent(), '/drip': drip(20) });
    await expect(get('/silent', { signal: AbortSignal.abort() })).rejects.toThrow(/abort/u);
    for (const path of ['/silent', '/drip']) {
      await expect(get(path, { signal: AbortSignal.timeout(60) })).rejects.toThrow(/abort/u);
    }
  });
});

const UNPACK_LIMITS = { unpackedBytes: 2_000_000, ratio: 100, encodings: 2 };
const PACKED_PAGE = Buffer.from('<p>Hello</p>');

describe('unpackBody', () => {
  it.each([
    ['nothing', '', PACKED_PAGE],
    ['identity', 'identity', PACKED_PAGE],
    ['gzip', 'gzip', gzipSync(PACKED_PAGE)],
    ['the old name of gzip', 'X-GZip', gzipSync(PACKED_PAGE)],
    ['brotli', 'br', brotliCompressSync(PACKED_PAGE)],
    ['deflate', 'deflate', deflateSync(PACKED_PAGE)],
    ['deflate without its wrapper', 'deflate', deflateRawSync(PACKED_PAGE)],
    ['two encodings, the last one first', 'gzip, br', brotliCompressSync(gzipSync(PACKED_PAGE))],
  ])('undoes %s', async (_, encoding, packed) => {
    const unpacked = await unpackBody(packed, encoding, UNPACK_LIMITS);
    expect(Buffer.from(unpacked as Uint8Array).toString()).toBe('<p>Hello</p>');
  });

  it.each([
    ['three encodings', 'gzip, gzip, gzip', PACKED_PAGE, /packed 3 times/],
    ['an encoding that was not asked for', 'zstd', PACKED_PAGE, /not asked for/],
    ['a name that objects have', 'constructor', PACKED_PAGE, /not asked for/],
    ['bytes that are not packed', 'gzip', PACKED_PAGE, /packed wrongly/],
    ['a body that is cut off', 'gzip', gzipSync(PACKED_PAGE).subarray(0, 15), /packed wrongly/],
    ['a body that swells beyond the limit', 'gzip', gzipSync(Buffer.alloc(3_000_000)), /more than 1000000 bytes/],
    ['a bomb that is small on the wire', 'br', brotliCompressSync(Buffer.alloc(20_000_000)), /more than 1000000 bytes/],
    ['a body that is too large without being packed', '', Buffer.alloc(2_000_001), /larger than 2000000/],
  ])('gives a reason for %s', async (_, encoding, packed, reason) => {
    expect(await unpackBody(packed, encoding, UNPACK_LIMITS)).toMatch(reason);
  });

  it('lets text swell by any factor within the first megabyte, and up to the ratio beyond', async () => {
    const small = await unpackBody(gzipSync(Buffer.alloc(900_000, 'a')), 'gzip', UNPACK_LIMITS);
    expect(small).toHaveLength(900_000);
    const mixed = Buffer.concat([randomBytes(20_000), Buffer.alloc(1_400_000, 'a')]);
    expect(await unpackBody(gzipSync(mixed), 'gzip', UNPACK_LIMITS)).not.toBeTypeOf('string');
  });
});
