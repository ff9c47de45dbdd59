import { reset, silent, type FixtureReply } from '@ibid/testkit';
import { describe, expect, it } from 'vitest';
import { crawl, crawlSite, openSite, page, type Replies, serve } from './testing/source-fixtures.ts';

describe('pages as they are loaded', () => {
  it('carry their HTML, path and module', async () => {
    const site = await serve({
      '/': page('Home', '/guide/install/', '/about'),
      '/guide/install/': page('Install'),
      '/about': page('About'),
    });
    const { loaded } = await crawlSite(site);
    expect(loaded.get('/guide/install')).toEqual({
      page: {
        url: `${site.origin}/guide/install`,
        format: 'html',
        body: page('Install'),
        sourceFile: '/guide/install',
        title: '',
        imports: {},
        locale: '',
        version: '',
        module: 'guide',
      },
      diagnostics: [],
    });
    expect(loaded.get('/about')?.page?.module).toBe('root');
    expect(loaded.get('/')?.page).toMatchObject({ module: 'root', sourceFile: '/' });
  });

  it('are fetched once for listing and loading, and again only when loaded again', async () => {
    const site = await serve({ '/': page('Home') });
    const source = openSite(site);
    const entries = await Array.fromAsync(source.list());
    const count = site.requests.length;
    await source.load(entries[0]!);
    expect(site.requests).toHaveLength(count);
    expect((await source.load(entries[0]!)).page?.body).toBe(page('Home'));
    expect(site.requests).toHaveLength(count + 1);
  });

  it('keep their revision while only programs, styles and tokens around them change (R24)', async () => {
    const site = await serve({ '/': page('Home') });
    const [first] = (await crawlSite(site)).entries;
    site.replies.set('/', page('Home').replace('</head>', '<script src="/main.5.js"></script></head>'));
    expect((await crawlSite(site)).entries[0]).toEqual(first);
    site.replies.set('/', page('Hall'));
    expect((await crawlSite(site)).entries[0]).not.toEqual(first);
  });
});

const failingHalf: FixtureReply = (path) => (Number(path.slice(2)) % 2 === 1 ? { status: 503 } : page(`Page ${path}`));

describe('an outage never looks like an empty site (R24)', () => {
  it.each<readonly [string, Replies]>([
    ['a start that is out of order', { '/': { status: 502 } }],
    ['a start that breaks off', { '/': reset() }],
    ['robots.txt that is out of order', { '/': page('Home'), '/robots.txt': { status: 500 } }],
    ['robots.txt that breaks off', { '/': page('Home'), '/robots.txt': reset() }],
  ])('%s', async (_, replies) => {
    await expect(crawl(replies)).rejects.toMatchObject({ code: 'SOURCE_UNAVAILABLE', retryable: true });
  });

  it.each<readonly [string, Replies]>([
    ['a start that does not exist', {}],
    ['a start that is no HTML', { '/': { headers: { 'content-type': 'text/plain' }, body: 'Hello' } }],
    ['a start that asks not to be indexed', { '/': { headers: { 'x-robots-tag': 'none' }, body: page('Home') } }],
  ])('%s', async (_, replies) => {
    await expect(crawl(replies)).rejects.toMatchObject({ code: 'SOURCE_UNAVAILABLE' });
  });

  it('a site that goes down while it is read', async () => {
    const links = Array.from({ length: 40 }, (_, n) => `/p${n}`);
    const site = await serve({ '/': page('Home', ...links), '/p0': page('One'), '/p*': { status: 503 } });
    await expect(crawlSite(site)).rejects.toMatchObject({ code: 'SOURCE_UNAVAILABLE', retryable: true });
    expect(site.requests.length).toBeLessThan(60);
  });

  it('a site of which too much fails', async () => {
    const links = Array.from({ length: 20 }, (_, n) => `/p${n}`);
    const crawled = crawl({ '/': page('Home', ...links), '/p*': failingHalf }, { limits: { retries: 0 } });
    await expect(crawled).rejects.toThrow(/10 of 21 pages failed/);
  });

  it('but one page that fails is listed, and loading it says why', async () => {
    const { paths, loaded } = await crawl({
      '/': page('Home', '/bad', '/large', '/good'),
      '/bad': { status: 500 },
      '/large': { headers: { 'content-encoding': 'gzip' }, body: 'no gzip' },
      '/good': page('Good'),
    });
    expect(paths).toEqual(['/', '/bad', '/large', '/good']);
    expect(loaded.get('/bad')).toMatchObject({
      page: undefined,
      diagnostics: [{ severity: 'error', rule: 'site:unreadable' }],
    });
    expect(loaded.get('/large')?.diagnostics[0]?.message).toContain('packed wrongly');
    expect(loaded.get('/good')?.page).toBeDefined();
  });
});

describe('a listing can be stopped', () => {
  const links = Array.from({ length: 50 }, (_, n) => `/p${n}`);
  const replies: Replies = { '/': page('Home', ...links), '/p*': (path) => page(`Page ${path}`) };

  it('by leaving it: nothing more is asked for', async () => {
    const site = await serve(replies);
    for await (const entry of openSite(site).list()) if (entry.url.endsWith('/p2')) break;
    const asked = site.requests.length;
    await new Promise((resolve) => {
      setTimeout(resolve, 60);
    });
    expect(site.requests.length - asked).toBeLessThanOrEqual(4);
    expect(asked).toBeLessThan(20);
  });

  it('by a signal, while a page hangs: ABORTED', async () => {
    const site = await serve({ ...replies, '/p3': silent() });
    const listing = Array.fromAsync(openSite(site).list({ signal: AbortSignal.timeout(150) }));
    await expect(listing).rejects.toMatchObject({ code: 'ABORTED' });
  });

  it('and so can the loading of a page that hangs', async () => {
    const site = await serve({ '/': page('Home') });
    const source = openSite(site);
    const [entry] = await Array.fromAsync(source.list());
    await source.load(entry!);
    site.replies.set('/', silent());
    await expect(source.load(entry!, { signal: AbortSignal.timeout(150) })).rejects.toMatchObject({ code: 'ABORTED' });
  });

  it('by closing the source, while a page hangs: CLOSED', async () => {
    const site = await serve({ ...replies, '/p3': silent() });
    const source = openSite(site);
    setTimeout(() => void source.close(), 150);
    await expect(Array.fromAsync(source.list())).rejects.toMatchObject({ code: 'CLOSED' });
  });
});
