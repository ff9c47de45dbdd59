import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { canonicalUrl } from '../../../core/src/url/canonical-url.ts';
import { pathKey } from '../../../core/src/url/path-key.ts';
import { createSiteMap, type SiteMapOptions } from './create-site-map.ts';
import { pageKey, pageUrl } from './page-address.ts';

const plain: SiteMapOptions = { siteUrl: 'https://docs.example/', origin: 'https://docs.example', baseUrl: '/' };
const preview: SiteMapOptions = { ...plain, origin: 'https://pr-12.preview.example' };
const moved: SiteMapOptions = { ...preview, baseUrl: '/pr-12/' };
const based: SiteMapOptions = { ...plain, siteUrl: 'https://docs.example/handbook/', baseUrl: '/handbook/' };
const locales = [
  { locale: 'en', baseUrl: '/' },
  { locale: 'ur', baseUrl: '/ur/' },
];

describe('an address of the index leads to its page here', () => {
  it.each<[string, SiteMapOptions, string | undefined]>([
    ['https://docs.example/guide/arm', plain, '/guide/arm'],
    ['https://docs.example', plain, '/'],
    ['https://docs.example/guide/arm', preview, '/guide/arm'],
    ['http://localhost:3000/guide/arm', preview, '/guide/arm'],
    ['http://[::1]:3000/guide/arm', preview, '/guide/arm'],
    ['https://docs.example/guide/arm', moved, '/pr-12/guide/arm'],
    ['https://pr-12.preview.example/pr-12/guide/arm', moved, '/pr-12/guide/arm'],
    ['https://docs.example', moved, '/pr-12/'],
    ['https://docs.example/handbook/guide/arm', based, '/handbook/guide/arm'],
    ['https://docs.example/handbook', based, '/handbook/'],
    ['http://localhost:3000/handbook/guide/arm', based, '/handbook/guide/arm'],
    ['http://localhost:3000/guide/arm', based, '/handbook/guide/arm'],
    ['https://docs.example/blog/post', based, undefined],
    ['https://docs.example/handbook-old/arm', based, undefined],
    ['https://other.example/guide/arm', plain, undefined],
    ['https://docs.example/guide/arm.html', { ...plain, trailingSlash: true }, '/guide/arm.html'],
    ['https://docs.example/guide/arm/index.html', plain, '/guide/arm'],
    ['https://docs.example/ur', { ...plain, locales, trailingSlash: false }, '/ur/'],
    ['https://docs.example/guide/übung', plain, '/guide/%C3%BCbung'],
    ['https://docs.example//evil.example/x', plain, '/evil.example/x'],
    ['http://localhost:3000/\\evil.example/x', plain, '/evil.example/x'],
    ['/guide/arm', plain, '/guide/arm'],
  ])('%s', (url, options, path) => {
    expect(createSiteMap(options).pathOf(url)).toBe(path);
  });

  it('knows a page by any of its spellings', () => {
    const map = createSiteMap({ ...moved, trailingSlash: true });
    for (const path of [
      '/pr-12/guide/%C3%BCbung',
      '/pr-12/guide/übung/',
      '/pr-12/guide/übung/index.html',
      '/pr-12/guide/übung.html',
    ]) {
      expect(map.isSamePage('http://localhost:3000/guide/%c3%bcbung', path)).toBe(true);
    }
    expect(map.isSamePage('https://docs.example/guide/arm', '/guide/arm')).toBe(false);
  });

  it('knows which language is loaded, and that another one is not', () => {
    const map = createSiteMap({ ...plain, locales, locale: 'ur' });
    expect(map.isInApp('https://docs.example/ur/guide/arm')).toBe(true);
    expect(map.isInApp('https://docs.example/ur')).toBe(true);
    expect(map.isInApp('https://docs.example/urban')).toBe(false);
    expect(map.isInApp('https://docs.example/guide/arm')).toBe(false);
    expect(map.isInApp('https://other.example/ur/guide/arm')).toBe(false);
  });
});

describe('a link', () => {
  it.each<[string, string, string, SiteMapOptions, string]>([
    [
      'https://docs.example/a',
      'b',
      'on-device, fast & small',
      plain,
      '/a#b:~:text=on%2Ddevice%2C%20fast%20%26%20small',
    ],
    ['https://docs.example/a', '', '', plain, '/a'],
    ['https://docs.example/a', 'größe', '', preview, '/a#gr%C3%B6%C3%9Fe'],
    ['https://other.example/a/?x=1', 'b', '', plain, 'https://other.example/a/?x=1#b'],
    ['https://user:secret@other.example/a', '', '', plain, 'https://other.example/a'],
    ['javascript:alert(1)', 'b', 'c', plain, ''],
    ['data:text/html,x', '', '', plain, ''],
    ['  JavaScript:alert(1)', '', '', plain, ''],
    ['java\nscript:alert(1)', '', '', plain, ''],
    ['blob:https://docs.example/x', '', '', plain, ''],
    ['file:///etc/passwd', '', '', plain, ''],
    ['http://', '', '', plain, ''],
    ['', 'b', '', plain, ''],
  ])('for %j at %j', (url, anchor, quote, options, href) => {
    expect(createSiteMap(options).hrefOf({ url, anchor, quote })).toBe(href);
  });
});

/** Without `.` and `..`, which browsers remove from addresses. */
const path = fc
  .array(
    fc.oneof(
      fc.stringMatching(/^[a-z0-9._~-]{1,8}$/).filter((part) => !/^\.{1,2}$/u.test(part)),
      fc.constantFrom('ü', 'صفحہ', '%C3%BC', '%2F', '1.0', 'a b'),
    ),
    {
      maxLength: 5,
    },
  )
  .map((parts) => `/${parts.join('/')}`);
const options = fc.record({
  siteUrl: fc.constantFrom(
    'https://docs.example/',
    'https://docs.example/handbook/',
    'https://docs.example/handbook',
    '',
  ),
  origin: fc.constantFrom('https://docs.example', 'http://localhost:3000', 'https://pr.preview.example'),
  baseUrl: fc.constantFrom('/', '/handbook/', '/pr-12/'),
  trailingSlash: fc.constantFrom(true, false, undefined),
  locales: fc.constantFrom([], locales),
  locale: fc.constantFrom('', 'en', 'ur'),
});

describe('for any site', () => {
  test('the slash at the end is the one that the site uses', () => {
    fc.assert(
      fc.property(options, path, (site, below) => {
        const found = createSiteMap(site).pathOf((site.siteUrl || site.origin + site.baseUrl) + below)!;
        const isRoot = [site.baseUrl, ...site.locales.map(({ baseUrl }) => baseUrl)].includes(
          found.endsWith('/') ? found : `${found}/`,
        );
        expect(found.endsWith('/')).toBe(isRoot || (site.trailingSlash === true && !found.endsWith('.html')));
      }),
    );
  });

  test('a link leads into this site, to the very host it named, or nowhere', () => {
    const hostile = fc.oneof(
      fc.webUrl({ withQueryParameters: true }),
      fc.string({ unit: 'binary' }),
      fc
        .tuple(
          fc.constantFrom(...'http: https: javascript: data: // \\\\ /\\ vbscript: \0javascript:'.split(' '), ''),
          fc.array(
            fc.constantFrom(
              ...'/ \\ // localhost docs.example evil.example @ : .. # ? alert(1)'.split(' '),
              '\t',
              '\n',
            ),
          ),
        )
        .map(([scheme, parts]) => scheme + parts.join('')),
    );
    fc.assert(
      fc.property(options, hostile, (site, url) => {
        const href = createSiteMap(site).hrefOf({ url, anchor: 'a', quote: 'b' });
        fc.pre(href !== '');
        const { origin } = new URL(href, site.origin);
        expect(origin).toMatch(/^https?:/);
        expect([site.origin, new URL(url.trim(), site.siteUrl || site.origin).origin]).toContain(origin);
      }),
      { numRuns: 2000 },
    );
  });

  test('addresses are spelled as the index spells them', () => {
    fc.assert(
      fc.property(fc.webUrl({ withFragments: true, withQueryParameters: true }), (url) => {
        expect(pathKey(pageUrl(url))).toBe(pathKey(canonicalUrl(url)));
        expect(new URL(pageUrl(url)).host).toBe(new URL(canonicalUrl(url)).host);
        expect(pageKey(pageKey(new URL(url).pathname))).toBe(pageKey(new URL(url).pathname));
      }),
    );
  });
});
