import {
  fixturePage,
  fixtureSite,
  fixtureSitemap,
  readSource,
  redirectTo,
  type FixtureReply,
  type SourceContent,
} from '@ibid/testkit';
import { describe, expect, it, onTestFinished } from 'vitest';
import { PARSER } from './testing/source-fixtures.ts';
import { siteSource, type SiteSourceOptions } from './site.ts';

interface Crawl extends SourceContent {
  readonly requested: readonly string[];
  readonly messages: readonly string[];
}

async function crawl(
  replies: Readonly<Record<string, FixtureReply>>,
  { path = '/', ...options }: Partial<SiteSourceOptions> & { readonly path?: string } = {},
): Promise<Crawl> {
  const site = await fixtureSite(replies);
  onTestFinished(() => site.close());
  const url = site.origin + path;
  const source = siteSource({ url, parser: PARSER, allowPrivate: true, sleep: () => Promise.resolve(), ...options });
  onTestFinished(() => source.close());
  const content = await readSource(source);
  const messages = source.diagnostics.map(({ message }) => message);
  return { ...content, requested: site.requests.map((request) => request.path), messages };
}

const page = (title: string, ...links: readonly string[]): string => fixturePage({ title, links });
const built = (...paths: readonly string[]): FixtureReply =>
  fixtureSitemap(paths.map((path) => `https://docs.example${path}`));
const many = (folder: string): readonly string[] => Array.from({ length: 30 }, (_, n) => `${folder}${n}`);

describe('a site that is served elsewhere than its sitemap says (R21)', () => {
  it('has the pages that no link leads to, and those that only links lead to', async () => {
    const { paths, messages, rules } = await crawl({
      '/': page('Home', '/linked'),
      '/linked': page('Linked'),
      '/hidden': page('Hidden', '/behind'),
      '/behind': page('Behind'),
      '/sitemap.xml': built('/', '/hidden'),
    });
    expect(paths).toEqual(['/', '/hidden', '/linked', '/behind']);
    expect(rules).toEqual(['site:sitemap']);
    expect(messages[0]).toContain('written for `https://docs.example/`');
  });

  it.each([
    ['/repo/', '/repo/'],
    ['/repo/', '/next/'],
    ['/repo/', '/'],
    ['/', '/next/'],
  ])('built for %s and served at %s', async (from, at) => {
    const { paths } = await crawl(
      {
        [at]: page('Home', 'linked'),
        [`${at}linked`]: page('Linked'),
        [`${at}a/hidden`]: page('Hidden'),
        [`${at}b/hidden`]: page('Hidden too'),
        [`${at}sitemap.xml`]: built(from, `${from}a/hidden`, `${from}b/hidden`),
      },
      { path: at },
    );
    expect(paths.toSorted()).toEqual(
      ['', 'a/hidden', 'b/hidden', 'linked'].map((path) => (at + path).replace(/(?<=.)\/$/, '')),
    );
  });

  it('built for another directory of the same host', async () => {
    const { paths } = await crawl(
      {
        '/pull/7/': page('Home'),
        '/pull/7/hidden': page('Hidden'),
        '/pull/7/sitemap.xml': fixtureSitemap(['{origin}/docs/', '{origin}/docs/hidden']),
      },
      { path: '/pull/7/' },
    );
    expect(paths).toEqual(['/pull/7', '/pull/7/hidden']);
  });

  it('also when robots.txt and an index carry the other origin', async () => {
    const { paths, rules } = await crawl({
      '/robots.txt': 'Sitemap: https://docs.example/index.xml',
      '/index.xml': fixtureSitemap(['https://docs.example/maps/1.xml', 'https://docs.example/repo/2.xml'], {
        index: true,
      }),
      '/maps/1.xml': built('/', '/a'),
      '/2.xml': built('/b'),
      '/': page('Home'),
      '/a': page('A'),
      '/b': page('B'),
    });
    expect(paths).toEqual(['/', '/a', '/b']);
    expect(rules).toEqual(['site:sitemap']);
  });

  it('and a part of such a sitemap that is out of order is read again later, never left out', async () => {
    const crawled = crawl({
      '/sitemap.xml': fixtureSitemap(['https://docs.example/1.xml'], { index: true }),
      '/1.xml': { status: 503 },
      '/': page('Home'),
    });
    await expect(crawled).rejects.toMatchObject({ code: 'SOURCE_UNAVAILABLE', retryable: true });
  });

  it('obeys robots.txt, scope, exclusion and limit there too', async () => {
    const { paths, requested } = await crawl(
      {
        '/robots.txt': 'User-agent: *\nDisallow: /docs/private',
        '/docs/': page('Docs'),
        '/docs/*': (path) => page(`Page ${path.replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)]!)}`),
        '/docs/sitemap.xml': built('/blog', '/docs/private', '/docs/old/a', '/docs/picture.png', ...many('/docs/')),
      },
      { path: '/docs/', exclude: ['/docs/old/'], maxPages: 5 },
    );
    expect(paths).toEqual(['/docs', '/docs/0', '/docs/1', '/docs/2', '/docs/3']);
    for (const closed of ['/blog', '/docs/private', '/docs/old/a', '/docs/picture.png']) {
      expect(requested).not.toContain(closed);
    }
  });

  it.each<readonly [string, FixtureReply]>([
    ['are missing', { status: 404 }],
    ['lead to the start', redirectTo('/')],
    ['are all the start', page('Home', '/x/29', '/good')],
  ])('is what links lead to when the first ten pages %s', async (_, reply) => {
    const { paths, requested, messages } = await crawl({
      '/sitemap.xml': built(...many('/x/'), '/y'),
      '/': page('Home', '/x/29', '/good'),
      '/good': page('Good', '/x/28'),
      '/x/28': page('Twenty-eight'),
      '/x/29': page('Twenty-nine'),
      '/x/*': reply,
      '/y': page('Not asked for'),
    });
    expect(paths).toEqual(['/', '/x/29', '/good', '/x/28']);
    expect(requested.filter((path) => path.startsWith('/x/')).length).toBeLessThan(18);
    expect(messages.at(-1)).not.toContain('limit');
    expect(messages.join()).toContain('do not exist here');
  });

  it('is taken at its word when one of the first ten pages is there', async () => {
    const { paths } = await crawl({
      '/sitemap.xml': built(...many('/x/')),
      '/': page('Home'),
      '/x/9': page('Nine'),
      '/x/25': page('Twenty-five'),
    });
    expect(paths).toEqual(['/', '/x/9', '/x/25']);
  });

  it('is not guessed at when the sitemap names one page of this host', async () => {
    const { paths, requested } = await crawl({
      '/sitemap.xml': fixtureSitemap(['{origin}/', 'https://docs.example/a', 'https://docs.example/b']),
      '/': page('Home'),
      '/a': page('A'),
    });
    expect(paths).toEqual(['/']);
    expect(requested).not.toContain('/a');
  });

  it('never asks the other host for anything', async () => {
    const other = await fixtureSite({ '/*': page('Other') });
    onTestFinished(() => other.close());
    const { paths } = await crawl({
      '/robots.txt': `Sitemap: ${other.origin}/map.xml`,
      '/map.xml': fixtureSitemap([`${other.origin}/1.xml`], { index: true }),
      '/1.xml': fixtureSitemap([`${other.origin}/`, `${other.origin}/a`, `${other.origin}//a`]),
      '/': page('Home'),
      '/a': page('A'),
    });
    expect(paths).toEqual(['/', '/a']);
    expect(other.connections).toBe(0);
  });
});

describe('a crawl that begins in a folder (R21)', () => {
  const pages: Readonly<Record<string, FixtureReply>> = {
    '/': page('Home'),
    '/blog': page('Blog'),
    '/docs/': page('Docs', '/docs/linked'),
    '/docs/linked': page('Linked'),
    '/docs/hidden': page('Hidden'),
    '/sitemap.xml': fixtureSitemap(['{origin}/', '{origin}/blog', '{origin}/docs/hidden', '{origin}/docs/']),
  };

  it('has what the sitemap of the host says of it, and what links lead to', async () => {
    const { paths, requested } = await crawl(pages, { path: '/docs/' });
    expect(paths.toSorted()).toEqual(['/docs', '/docs/hidden', '/docs/linked']);
    expect(requested).not.toContain('/blog');
  });

  it('prefers a sitemap of its own', async () => {
    const own = fixtureSitemap(['{origin}/docs/', '{origin}/docs/linked']);
    const { paths, requested } = await crawl({ ...pages, '/docs/sitemap.xml': own }, { path: '/docs/' });
    expect(paths).toEqual(['/docs', '/docs/linked']);
    expect(requested).not.toContain('/sitemap.xml');
  });

  it('finds its pages behind any number of others', async () => {
    const others = Array.from({ length: 500 }, (_, n) => `{origin}/blog/${n}`);
    const sitemap = fixtureSitemap([...others, '{origin}/docs/hidden']);
    const { paths } = await crawl({ ...pages, '/sitemap.xml': sitemap }, { path: '/docs/', maxPages: 10 });
    expect(paths).toContain('/docs/hidden');
  });

  it('is not led into its folder by a sitemap that is about others', async () => {
    const sitemap = fixtureSitemap(['{origin}/blog', '{origin}/hidden']);
    const { paths, requested } = await crawl({ ...pages, '/sitemap.xml': sitemap }, { path: '/docs/' });
    expect(paths).toEqual(['/docs', '/docs/linked']);
    expect(requested).not.toContain('/docs/hidden');
  });
});

it('says that robots.txt forbids the start, and what an owner can do', async () => {
  const crawled = crawl({ '/robots.txt': 'User-agent: *\nDisallow: /', '/': page('Home') });
  await expect(crawled).rejects.toMatchObject({ code: 'SOURCE_UNAVAILABLE', retryable: false });
  await expect(crawled).rejects.toThrow(
    /robots\.txt` forbids `Ibid\/0\.1` to read .* index the folder that it is built into instead, or allow .* `User-agent: Ibid`/,
  );
  const { paths } = await crawl({
    '/robots.txt': 'User-agent: *\nDisallow: /\n\nUser-agent: Ibid\nAllow: /',
    '/': page('Home'),
  });
  expect(paths).toEqual(['/']);
});
