import { fixtureSite, fixtureSitemap, type FixtureReply } from '@ibid/testkit';
import { describe, expect, it, onTestFinished } from 'vitest';
import { crawl, crawlSite, page, type Replies, serve } from './testing/source-fixtures.ts';

const built = (...paths: readonly string[]): FixtureReply =>
  fixtureSitemap(paths.map((path) => `https://docs.example${path}`));

describe('a site that is served elsewhere than its sitemap says', () => {
  it('has the pages that links lead to, and says why', async () => {
    const { paths, messages, requested } = await crawl({
      '/': page('Home', '/linked'),
      '/linked': page('Linked'),
      '/hidden': page('Hidden'),
      '/sitemap.xml': built('/', '/hidden'),
    });
    expect(paths).toEqual(['/', '/linked']);
    expect(messages).toEqual([expect.stringContaining('links are followed instead')]);
    expect(requested).not.toContain('/hidden');
  });

  it('never asks the other host for anything', async () => {
    const other = await fixtureSite({ '/*': page('Other') });
    onTestFinished(() => other.close());
    const { paths } = await crawl({
      '/robots.txt': `Sitemap: ${other.origin}/map.xml`,
      '/sitemap.xml': fixtureSitemap([`${other.origin}/1.xml`], { index: true }),
      '/': page('Home', '/a'),
      '/a': page('A'),
    });
    expect(paths).toEqual(['/', '/a']);
    expect(other.connections).toBe(0);
  });
});

describe('a crawl that begins in a folder (R21)', () => {
  const pages: Replies = {
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

it('says that robots.txt forbids the start, and what an owner can do, and asks for nothing else', async () => {
  const site = await serve({ '/robots.txt': 'User-agent: *\nDisallow: /', '/': page('Home') });
  await expect(crawlSite(site)).rejects.toMatchObject({
    code: 'SOURCE_UNAVAILABLE',
    retryable: false,
    message: expect.stringMatching(
      /robots\.txt` forbids `Ibid\/0\.1` to read .* index the folder that it is built into instead, or allow .* `User-agent: Ibid`/,
    ),
  });
  expect(site.requests.map(({ path }) => path)).toEqual(['/robots.txt']);
});
