import { gzipSync } from 'node:zlib';
import { describeSource, fixturePage, fixtureSite, fixtureSitemap, redirectTo, type FixtureReply } from '@ibid/testkit';
import { describe, expect, it, onTestFinished } from 'vitest';
import { crawl, crawlSite, page, PARSER, type Replies, serve } from './testing/source-fixtures.ts';
import { siteSource } from './site.ts';

const pathOf = (url: string): string => new URL(url).pathname;

describeSource({
  name: 'a site with a sitemap',
  lacks: ['url-order'],
  make: async () => {
    const site = await fixtureSite({
      '/sitemap.xml': fixtureSitemap(['{origin}/', '{origin}/a', '{origin}/b/c']),
      '/': page('Home'),
      '/a': page('A'),
      '/b/c': page('C'),
    });
    return {
      open: () => siteSource({ url: site.origin, parser: PARSER, allowPrivate: true, sleep: () => Promise.resolve() }),
      pages: ['/', '/a', '/b/c'].map((path) => site.origin + path),
      secret: '',
      change: async (url) => void site.replies.set(pathOf(url), page('Changed')),
      remove: async (url) => void site.replies.delete(pathOf(url)),
      spoil: async (url) => void site.replies.set(pathOf(url), { body: new Uint8Array([0xff, 0xfe, 0, 0xd8, 0xff]) }),
      vanish: () => site.close(),
      dispose: () => site.close(),
    };
  },
});

describe('a site with sitemaps (R21)', () => {
  const pages: Replies = { '/': page('Home', '/hidden'), '/a': page('A'), '/b': page('B'), '/hidden': page('Hidden') };

  it('is what its sitemap says, in that order', async () => {
    const sitemap = fixtureSitemap(['{origin}/b', '{origin}/', '{origin}/a']);
    expect((await crawl({ ...pages, '/sitemap.xml': sitemap })).paths).toEqual(['/b', '/', '/a']);
  });

  it.each(['/sitemap-index.xml', '/sitemap_index.xml'])('is found by %s', async (name) => {
    const { paths } = await crawl({
      ...pages,
      [name]: fixtureSitemap(['{origin}/maps/1.xml', '{origin}/maps/2.xml'], { index: true }),
      '/maps/1.xml': fixtureSitemap(['{origin}/a']),
      '/maps/2.xml': fixtureSitemap(['{origin}/b', '{origin}/a']),
    });
    expect(paths).toEqual(['/a', '/b']);
  });

  it('is what robots.txt announces, and nothing is guessed then', async () => {
    const { paths, requested } = await crawl({
      ...pages,
      '/robots.txt': 'Sitemap: {origin}/one.xml\nSitemap: /two.xml',
      '/one.xml': fixtureSitemap(['{origin}/a']),
      '/two.xml': fixtureSitemap(['{origin}/b']),
      '/sitemap.xml': fixtureSitemap(['{origin}/hidden']),
    });
    expect(paths).toEqual(['/a', '/b']);
    expect(requested).not.toContain('/sitemap.xml');
  });

  it('may pack its sitemap as a file or as a reply', async () => {
    const { body } = fixtureSitemap(['http://site.test/a', 'http://site.test/b']);
    const site = await serve(pages);
    const packed = gzipSync(body.replaceAll('http://site.test', site.origin));
    site.replies.set('/robots.txt', `Sitemap: ${site.origin}/map.xml.gz`);
    site.replies.set('/map.xml.gz', { headers: { 'content-type': 'application/gzip' }, body: packed });
    expect((await crawlSite(site)).paths).toEqual(['/a', '/b']);
    site.replies.set('/map.xml.gz', { headers: { 'content-encoding': 'gzip' }, body: packed });
    expect((await crawlSite(site)).paths).toEqual(['/a', '/b']);
  });

  it('has the translations of its pages too', async () => {
    const head =
      '<link rel="alternate" hreflang="fr" href="/fr/a"><link rel="alternate" hreflang="x-default" href="/a">';
    const { paths } = await crawl({
      '/': page('Home'),
      '/sitemap.xml': fixtureSitemap(['{origin}/', '{origin}/a']),
      '/a': fixturePage({ title: 'A', head }),
      '/fr/a': page('Un'),
    });
    expect(paths).toEqual(['/', '/a', '/fr/a']);
  });

  it('is read again later when an announced sitemap is out of order, and never shortened', async () => {
    const crawled = crawl({ ...pages, '/robots.txt': 'Sitemap: {origin}/map.xml', '/map.xml': { status: 503 } });
    await expect(crawled).rejects.toMatchObject({ code: 'SOURCE_UNAVAILABLE', retryable: true });
  });

  it('ends although sitemaps name each other', async () => {
    const crawled = await crawl({
      ...pages,
      '/sitemap.xml': fixtureSitemap(['{origin}/sitemap.xml', '{origin}/2.xml'], { index: true }),
      '/2.xml': fixtureSitemap(['{origin}/sitemap.xml', '{origin}/3.xml'], { index: true }),
      '/3.xml': fixtureSitemap(['{origin}/a', '{origin}/b']),
    });
    expect(crawled.paths).toEqual(['/a', '/b']);
    expect(crawled.requested.filter((path) => path.endsWith('.xml'))).toEqual(['/sitemap.xml', '/2.xml', '/3.xml']);
  });
});

const late = (path: string): FixtureReply => ({
  raw: (_, response) => {
    setTimeout(
      () => response.writeHead(200, { 'content-type': 'text/html' }).end(page(path, `${path}x`)),
      (path.length * 9) % 23,
    );
  },
});

describe('a site without sitemaps (R21)', () => {
  it('is what links lead to, nearest first, each page once', async () => {
    const { paths, requested } = await crawl({
      '/': page('Home', '/a', '/b', '#top', '/a#x', '/logo.png', 'mailto:x@example.org'),
      '/a': page('A', '/a/deep', '/', 'b'),
      '/b': page('B', '/a', 'https://elsewhere.example/'),
      '/a/deep': page('Deep', '../b'),
    });
    expect(paths).toEqual(['/', '/a', '/b', '/a/deep']);
    expect(requested.filter((path) => path === '/a')).toHaveLength(1);
    expect(requested).not.toContain('/logo.png');
  });

  it('stays in the folder of its start', async () => {
    const { paths, requested } = await crawl(
      { '/docs/': page('Docs', '/docs/a', '/blog', '/'), '/docs/a': page('A', '/docs'), '/blog': page('Blog') },
      { path: '/docs/' },
    );
    expect(paths).toEqual(['/docs', '/docs/a']);
    expect(requested).not.toContain('/blog');
  });

  it('begins where its start leads to', async () => {
    const { paths } = await crawl({
      '/': redirectTo('/book/'),
      '/book/': page('Book', '/book/one', '/other'),
      '/book/one': page('One'),
      '/other': page('Other'),
    });
    expect(paths).toEqual(['/book', '/book/one']);
  });

  it('is left 20 links from its start, and says so', async () => {
    const steps = Array.from({ length: 22 }, (_, n) => n + 1);
    const chain = Object.fromEntries(steps.map((n) => [`/${n}`, page(`Page ${'x'.repeat(n)}`, `/${n + 1}`)]));
    const crawled = await crawl({ ...chain, '/': page('Home', '/1') });
    expect(crawled.paths).toEqual(['/', ...steps.slice(0, 20).map((n) => `/${n}`)]);
    expect(crawled.rules).toContain('site:depth-limit');
  });

  it('is left at the given number of pages, and says so', async () => {
    const links = Array.from({ length: 30 }, (_, n) => `/${n}`);
    const crawled = await crawl(
      { '/': page('Home', ...links), '/*': (path) => page(`Page ${'y'.repeat(Number(path.slice(1)))}`) },
      { maxPages: 5 },
    );
    expect(crawled.paths).toEqual(['/', '/0', '/1', '/2', '/3']);
    expect(crawled.rules).toEqual(['site:page-limit']);
  });

  it('is left at that number although pages name canonical pages that do not exist', async () => {
    const crawled = await crawl(
      {
        '/': page('Home', '/a', '/b', '/c'),
        '/a': naming('A', '/gone'),
        '/b': page('B'),
        '/c': page('C'),
      },
      { maxPages: 2 },
    );
    expect(crawled.paths).toEqual(['/', '/b']);
    expect(crawled.rules.filter((rule) => rule === 'site:page-limit')).toHaveLength(1);
  });

  it('lists the same in the same order whatever the timing', async () => {
    const names = ['/aaaaa', '/bbb', '/c', '/dddd', '/ee'];
    const replies = Object.fromEntries(
      names.flatMap((name) => [
        [name, late(name)],
        [`${name}x`, page(`${name}x`)],
      ]),
    );
    const { paths } = await crawl({ '/': page('Home', ...names), ...replies });
    expect(paths).toEqual(['/', ...names, ...names.map((name) => `${name}x`)]);
  });
});

describe('what the site asks for is obeyed', () => {
  it('robots.txt', async () => {
    const crawled = await crawl({
      '/robots.txt': 'User-agent: *\nDisallow: /private',
      '/': page('Home', '/private/a', '/a', '/hop'),
      '/hop': redirectTo('/private/a'),
      '/a': page('A'),
      '/private/a': page('Private'),
    });
    expect(crawled.paths).toEqual(['/', '/a']);
    expect(crawled.requested).not.toContain('/private/a');
    expect(crawled.rules).toContain('site:robots');
  });

  it.each([
    ['2', 2_000],
    ['86400', 10_000],
  ])('a crawl delay of %s, up to a bound', async (seconds, delay) => {
    let time = 0;
    async function sleep(ms: number): Promise<void> {
      await Promise.resolve();
      time += ms;
    }
    const robots = `User-agent: *\nCrawl-delay: ${seconds}`;
    const { requested } = await crawl(
      { '/robots.txt': robots, '/': page('Home', '/a'), '/a': page('A') },
      { sleep, now: () => time },
    );
    // The delay is known after robots.txt and the start were read; the next request is sent at once.
    expect(requested).toHaveLength(7);
    expect(time).toBe((requested.length - 3) * delay);
  });

  it('noindex and nofollow, in the page and in its headers', async () => {
    const crawled = await crawl({
      '/': page('Home', '/noindex', '/nofollow', '/header'),
      '/noindex': fixturePage({ title: 'No index', head: '<meta name="robots" content="noindex">', links: ['/a'] }),
      '/nofollow': fixturePage({ title: 'No follow', head: '<meta name="robots" content="nofollow">', links: ['/b'] }),
      '/header': { headers: { 'x-robots-tag': 'noindex' }, body: page('Header') },
      '/a': page('A'),
      '/b': page('B'),
    });
    expect(crawled.paths).toEqual(['/', '/nofollow', '/a']);
  });
});

const naming = (title: string, canonical: string): string =>
  fixturePage({ title, head: `<link rel="canonical" href="${canonical}">` });

describe('one page has one entry', () => {
  it('however it is written', async () => {
    const forms = ['/a/', '/a', '/a?utm_source=x', '/a?session=1', '/a#b', '/%61', '/a/index.html', '/x/../a'];
    const { paths, requested } = await crawl({ '/': page('Home', ...forms), '/a*': page('A') });
    expect(paths).toEqual(['/', '/a']);
    expect(requested.filter((path) => path.startsWith('/a'))).toHaveLength(1);
  });

  it('when it is served under several addresses', async () => {
    const body = page('Intro');
    const crawled = await crawl({
      '/': page('Home', '/intro', '/INTRO', '/intro.html', '/copy'),
      '/intro': body,
      '/INTRO': body,
      '/intro.html': body,
      '/copy': body,
    });
    expect(crawled.paths).toEqual(['/', '/intro']);
    expect(crawled.rules).toEqual(['site:duplicate', 'site:duplicate', 'site:duplicate']);
  });

  it('when others lead to it: by redirect, by refresh, by canonical link', async () => {
    const { paths } = await crawl({
      '/': page('Home', '/moved', '/refreshed', '/v1/a'),
      '/moved': redirectTo('/a', 301),
      '/refreshed': fixturePage({ title: 'Moved', head: '<meta http-equiv="refresh" content="0; url=/a">' }),
      '/v1/a': fixturePage({ title: 'Old A', head: '<link rel="canonical" href="/a">' }),
      '/a': page('A'),
    });
    expect(paths).toEqual(['/', '/a']);
  });

  it('also when it is never twice the same', async () => {
    let visits = 0;
    const { paths } = await crawl({
      '/': page('Home', '/moved', '/counter', '/moved-too'),
      '/moved': redirectTo('/counter'),
      '/moved-too': redirectTo('/counter'),
      '/counter': () => page(`Visit ${(visits += 1)}`),
    });
    expect(paths).toEqual(['/', '/counter']);
  });

  it('although a template names the start as the canonical page of all', async () => {
    const head = '<link rel="canonical" href="/">';
    const { paths } = await crawl({
      '/': page('Home', '/a', '/b'),
      '/a': fixturePage({ title: 'A', head }),
      '/b': fixturePage({ title: 'B', head }),
    });
    expect(paths).toEqual(['/', '/a', '/b']);
  });

  it('although two pages name each other, or one that does not exist', async () => {
    const { paths } = await crawl({
      '/': page('Home', '/a', '/c'),
      '/a': naming('A', '/b'),
      '/b': naming('B', '/a'),
      '/c': naming('C', '/gone'),
    });
    expect(paths).toEqual(['/', '/b', '/c']);
  });

  it('although its canonical link names the public host while a preview is read', async () => {
    const head = '<link rel="canonical" href="https://docs.example.org/a">';
    const { paths } = await crawl({ '/': page('Home', '/a'), '/a': fixturePage({ title: 'A', head }) });
    expect(paths).toEqual(['/', '/a']);
  });
});

describe('the options', () => {
  it.each(['docs.example.org', 'file:///etc', 'ftp://example.org/', 'https://user:secret@example.org/', ''])(
    'refuse `%s` as a start',
    (url) => {
      const attempt = (): unknown => siteSource({ url, parser: PARSER });
      expect(attempt).toThrow(expect.objectContaining({ code: 'INVALID_CONFIG' }));
    },
  );

  it('make an id that does not depend on how the start is written', () => {
    const ids = ['https://docs.example.org/guide/', 'https://DOCS.example.org:443/guide#top'].map((url) => {
      const source = siteSource({ url, parser: PARSER });
      onTestFinished(() => source.close());
      return source.id;
    });
    expect(ids).toEqual(['site:https://docs.example.org/guide', 'site:https://docs.example.org/guide']);
  });
});
