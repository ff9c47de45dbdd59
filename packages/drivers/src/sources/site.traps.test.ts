import { gzipSync } from 'node:zlib';
import { pageLinks } from '@ibid/core/parse';
import {
  calendar,
  fixturePage,
  fixtureSite,
  fixtureSitemap,
  gzipBomb,
  redirectTo,
  type FixtureReply,
  type FixtureSite,
} from '@ibid/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { crawl, crawlSite, page, type Replies, serve } from './testing/source-fixtures.ts';
import type { SiteSourceOptions } from './site.ts';

describe('a site full of traps is left with its good pages read', () => {
  it.each<readonly [string, FixtureReply, string]>([
    ['a gzip bomb', gzipBomb(6_000_000), 'unpacks to more than 1000000 bytes'],
    [
      'bytes of another encoding',
      { body: Buffer.from([0x93, 0xfa, 0x96, 0x7b]) },
      'it is not in the encoding that it names',
    ],
    ['a page of NUL', page('Trap\0'), 'it is not in the encoding that it names'],
  ])('%s is listed, and loading it says why it has no page', async (_, trap, reason) => {
    const { paths, loaded } = await crawl({
      '/': page('Home', '/trap', '/good'),
      '/trap': trap,
      '/good': page('Good'),
    });
    expect(paths).toEqual(['/', '/trap', '/good']);
    expect(loaded.get('/trap')?.diagnostics[0]?.message).toContain(reason);
    expect(loaded.get('/good')?.page).toBeDefined();
  });

  it.each<readonly [string, FixtureReply, string]>([
    ['a redirect to itself', redirectTo('/trap'), 'site:missing'],
    ['HTML that is served as text', { headers: { 'content-type': 'text/plain' }, body: page('Trap') }, 'site:not-html'],
    ['something else without a type', { headers: { 'content-type': '' }, body: 'PK' }, 'site:not-html'],
    ['a redirect to another site', redirectTo('https://docs.example.org/'), 'site:not-allowed'],
  ])('%s is left out with a reason', async (_, trap, rule) => {
    const { paths, rules } = await crawl({ '/': page('Home', '/trap', '/good'), '/trap': trap, '/good': page('Good') });
    expect(paths).toEqual(['/', '/good']);
    expect(rules).toEqual([rule]);
  });

  it('a page that the parser gives up', async () => {
    const parser: SiteSourceOptions['parser'] = {
      links: (html, url) =>
        Promise.resolve(
          url.endsWith('/trap')
            ? {
                links: undefined,
                diagnostics: [{ severity: 'error', rule: 'parse:timed-out', message: 'Too slow.', page: url }],
              }
            : { links: pageLinks(html, url), diagnostics: [] },
        ),
    };
    const replies = { '/': page('Home', '/trap', '/good'), '/trap': page('Trap'), '/good': page('Good') };
    const { paths, loaded } = await crawl(replies, { parser });
    expect(paths).toEqual(['/', '/trap', '/good']);
    expect(loaded.get('/trap')?.diagnostics[0]?.message).toContain('Too slow.');
  });
});

it('a calendar without end is left in its folder', async () => {
  const { paths, rules, requested } = await crawl({
    '/': page('Home', '/calendar/1', '/good'),
    '/calendar/*': calendar('/calendar/'),
    '/good': page('Good'),
  });
  expect(paths).toContain('/good');
  expect(paths.filter((path) => path.startsWith('/calendar'))).toHaveLength(19);
  expect(rules).toContain('site:maze');
  expect(requested.length).toBeLessThan(40);
});

const doubledIndex: FixtureReply = (path) => fixtureSitemap([`{origin}${path}0`, `{origin}${path}1`], { index: true });

describe('sitemaps and robots.txt that are traps', () => {
  const pages = { '/': page('Home', '/linked'), '/a': page('A'), '/b': page('B'), '/linked': page('Linked') };

  it('a sitemap that swells is none', async () => {
    const bomb = { headers: { 'content-type': 'application/gzip' }, body: gzipSync(Buffer.alloc(60_000_000, ' ')) };
    expect((await crawl({ ...pages, '/sitemap.xml': bomb })).paths).toEqual(['/', '/linked']);
  });

  it('of 60,000 addresses only as many are read as are wanted', async () => {
    const addresses = Array.from({ length: 60_000 }, (_, n) => `{origin}/p/${n}`);
    const { paths, rules, requested } = await crawl(
      { '/': page('Home'), '/sitemap.xml': fixtureSitemap(addresses), '/p/*': (path) => page(`Page ${path}`, path) },
      { maxPages: 5 },
    );
    expect(paths).toEqual(['/p/0', '/p/1', '/p/2', '/p/3', '/p/4']);
    expect(rules).toEqual(['site:sitemap', 'site:page-limit']);
    expect(requested.length).toBeLessThan(20);
  });

  it('an index of indexes without end is left', async () => {
    const { requested, rules } = await crawl({ ...pages, '/robots.txt': 'Sitemap: /s/0', '/s/*': doubledIndex });
    expect(rules).toContain('site:sitemap');
    expect(requested.length).toBeLessThan(50);
  });

  it('robots.txt without end is obeyed as far as it is read', async () => {
    const line = 'Disallow: /b\n# filling filling filling filling filling\n';
    const robots = `User-agent: *\n${line.repeat(9_000)}Disallow: /linked\n${line.repeat(9_000)}`;
    const { paths } = await crawl({ ...pages, '/robots.txt': robots });
    expect(robots.indexOf('/linked')).toBeLessThan(500 * 1_024);
    expect(robots.length).toBeGreaterThan(500 * 1_024);
    expect(paths).toEqual(['/']);
  });
});

describe('no way leads to a private address', () => {
  let witness: FixtureSite;
  beforeAll(async () => {
    witness = await fixtureSite({ '/*': page('Secret') });
  });
  afterAll(() => witness.close());

  const ways: readonly (readonly [string, (target: string) => Replies])[] = [
    ['a link', (target) => ({ '/': page('Home', target) })],
    ['a redirect', (target) => ({ '/': page('Home', '/hop'), '/hop': redirectTo(target) })],
    [
      'a refresh',
      (target) => ({
        '/': page('Home', '/hop'),
        '/hop': fixturePage({ title: 'Hop', head: `<meta http-equiv="refresh" content="0;url=${target}">` }),
      }),
    ],
    [
      'a canonical link',
      (target) => ({
        '/': page('Home', '/hop'),
        '/hop': fixturePage({ title: 'Hop', head: `<link rel="canonical" href="${target}">` }),
      }),
    ],
    [
      'a translation',
      (target) => ({
        '/': page('Home'),
        '/sitemap.xml': fixtureSitemap(['{origin}/', '{origin}/hop']),
        '/hop': fixturePage({ title: 'Hop', head: `<link rel="alternate" hreflang="fr" href="${target}">` }),
      }),
    ],
    [
      'a base element',
      (target) => ({ '/': fixturePage({ title: 'Home', head: `<base href="${target}">`, links: ['x'] }) }),
    ],
    ['a sitemap', (target) => ({ '/': page('Home'), '/sitemap.xml': fixtureSitemap(['{origin}/', target, target]) })],
    ['a sitemap index', (target) => ({ '/': page('Home'), '/sitemap.xml': fixtureSitemap([target], { index: true }) })],
    ['robots.txt', (target) => ({ '/': page('Home'), '/robots.txt': `Sitemap: ${target}` })],
  ];

  it.each(ways)('%s', async (_, site) => {
    const before = witness.connections;
    // The test of the address guard has all other spellings of this machine.
    const { loaded } = await crawl(site(`http://localhost:${witness.port}/secret`));
    expect(loaded.get('/')?.page).toBeDefined();
    expect(loaded.has('/secret')).toBe(false);
    expect(witness.connections).toBe(before);
  });

  it.each(['http://127.0.0.2', 'http://169.254.169.254', 'http://localhost', 'http://[::1]'])(
    'nor a redirect of the start or of robots.txt to %s, and the text of the error is the same',
    async (host) => {
      const before = witness.connections;
      const target = `${host}:${witness.port}/`;
      const closed = await Promise.allSettled([
        crawl({ '/': redirectTo(target) }),
        crawl({ '/': page('Home'), '/robots.txt': redirectTo(target) }),
      ]);
      for (const { status, reason } of closed as readonly PromiseRejectedResult[]) {
        expect(status).toBe('rejected');
        expect(reason).toMatchObject({ code: 'SOURCE_UNAVAILABLE' });
        expect(String((reason as Error).message).replace(/`[^`]*`/, '')).toBe(
          ' may not be read: crawls reach public http and https addresses of their own site only. Allow private addresses if the site is your own.',
        );
      }
      expect(witness.connections).toBe(before);
    },
  );

  it('nor a start that was not allowed to be one, while the allowed one is reached (control of this test)', async () => {
    const site = await serve({ '/': page('Home') });
    await expect(crawlSite(site, { allowPrivate: false })).rejects.toMatchObject({ code: 'SOURCE_UNAVAILABLE' });
    expect(site.connections).toBe(0);
    expect((await crawlSite(site)).paths).toEqual(['/']);
    expect(site.connections).toBeGreaterThan(0);
  });
});
