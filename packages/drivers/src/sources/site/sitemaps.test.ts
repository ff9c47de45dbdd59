import { fixtureSitemap } from '@ibid/testkit';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { GuardedFetch } from './guarded-fetch.ts';
import { createReport } from './crawl.ts';
import { parseRobots } from './scope.ts';
import { readSitemaps, scanSitemap } from './sitemaps.ts';

/** Returns the same sitemap for every host, so that only the origin check excludes one. */
function everywhere(asked: string[]): GuardedFetch {
  return {
    async fetch(url, { admit }) {
      if (!(await admit(url))) return { type: 'refused' };
      asked.push(url.href);
      const { body } = fixtureSitemap([`${url.origin}/page`]);
      return { type: 'fetched', url, body: Buffer.from(body), mediaType: '', charset: '', robotsTag: [] };
    },
    close: () => Promise.resolve(),
  };
}

describe('readSitemaps', () => {
  it.each([
    ['https://docs.example/map.xml', ['https://docs.example/map.xml']],
    ['http://docs.example/map.xml', ['https://docs.example/map.xml']],
    ['/maps/one.xml', ['https://docs.example/maps/one.xml']],
    ['https://cdn.example/map.xml', ['https://docs.example/sitemap.xml']],
    ['https://docs.example:8443/map.xml', ['https://docs.example/sitemap.xml']],
    ['ftp://docs.example/map.xml', ['https://docs.example/sitemap.xml']],
  ])('reads %s only from the origin of the site, else the one of the usual name', async (announced, expected) => {
    const asked: string[] = [];
    const report = createReport();
    const { own } = await readSitemaps({
      origin: 'https://docs.example',
      base: '/',
      belongs: (address) => address.startsWith('https://docs.example/'),
      robots: parseRobots(`Sitemap: ${announced}`, 'Ibid/0.1'),
      fetcher: everywhere(asked),
      report,
      limit: 10,
    });
    expect(asked).toEqual(expected);
    expect(own).toEqual(['https://docs.example/page']);
    expect(report.diagnostics).toEqual([]);
  });
});

const XML = '<?xml version="1.0" encoding="UTF-8"?>';

function scanned(text: string): readonly string[] {
  return scanSitemap(text, 100).locations;
}

describe('scanSitemap', () => {
  it('reads the pages of a sitemap in order', () => {
    const text = `${XML}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
      <url><loc>https://a.example/</loc><lastmod>2024-01-01</lastmod></url>
      <url>\n<loc>\n  https://a.example/b  \n</loc></url></urlset>`;
    expect(scanSitemap(text, 100)).toEqual({
      type: 'pages',
      locations: ['https://a.example/', 'https://a.example/b'],
      truncated: false,
    });
  });

  it('tells an index from a sitemap', () => {
    const text = `${XML}<sitemapindex><sitemap><loc>https://a.example/1.xml</loc></sitemap></sitemapindex>`;
    expect(scanSitemap(text, 100)).toMatchObject({ type: 'index', locations: ['https://a.example/1.xml'] });
  });

  it('leaves out the addresses of images and of other namespaces', () => {
    const text = '<urlset><url><loc>/a</loc><image:image><image:loc>/a.png</image:loc></image:image></url></urlset>';
    expect(scanned(text)).toEqual(['/a']);
  });

  it('goes by the prefix that the root has', () => {
    const text = '<s:urlset><s:url><s:loc>/a</s:loc><loc>/no</loc></s:url></s:urlset>';
    expect(scanned(text)).toEqual(['/a']);
  });

  it('decodes the five entities and character numbers, and CDATA', () => {
    const text =
      '<urlset><url><loc>/a?x=1&amp;y=&#50;&#x33;</loc></url><url><loc><![CDATA[/b?x=1&y=2]]></loc></url></urlset>';
    expect(scanned(text)).toEqual(['/a?x=1&y=23', '/b?x=1&y=2']);
  });

  it('keeps a bare ampersand, which old generators write', () => {
    expect(scanned('<urlset><url><loc>/a?x=1&y=2</loc></url></urlset>')).toEqual(['/a?x=1&y=2']);
  });

  it('expands no entity of its own and drops the entries that use one', () => {
    const text = `<!DOCTYPE urlset [<!ENTITY a "lol"><!ENTITY b SYSTEM "file:///etc/passwd">]>
      <urlset><url><loc>/&a;</loc></url><url><loc>/&b;</loc></url><url><loc>/c</loc></url></urlset>`;
    expect(scanned(text)).toEqual(['/c']);
  });

  it('reads past comments', () => {
    expect(scanned('<!-- x --><urlset><!-- <url><loc>/no</loc></url> --><url><loc>/a</loc></url></urlset>')).toEqual([
      '/a',
    ]);
  });

  it('stops at the limit and says so', () => {
    const text = `<urlset>${'<url><loc>/a</loc></url>'.repeat(12)}</urlset>`;
    expect(scanSitemap(text, 10)).toMatchObject({ truncated: true });
    expect(scanSitemap(text, 10).locations).toHaveLength(10);
    expect(scanSitemap(text, 12).truncated).toBe(false);
  });

  it('keeps what was read of a file that was cut off', () => {
    expect(scanned('<urlset><url><loc>/a</loc></url><url><loc>/b')).toEqual(['/a']);
  });

  it('reads plain lists of addresses', () => {
    expect(scanned('https://a.example/1\r\nhttps://a.example/2\n')).toEqual([
      'https://a.example/1',
      'https://a.example/2',
    ]);
  });

  it.each(['', '<html><body><loc>/a</loc></body></html>', 'Not found', '{"a":1}'])(
    'takes `%s` for no sitemap',
    (text) => {
      expect(scanSitemap(text, 100)).toEqual({ type: 'none', locations: [], truncated: false });
    },
  );

  it.each([
    ['unclosed declarations', '<!x '],
    ['unclosed comments', '<!--'],
    ['tags without end', '<a '],
    ['brackets', '<![ ]'],
    ['empty addresses', '<loc></loc>'],
    ['numbers', '&#1;'],
  ])('reads megabytes of %s at one go', (_, piece) => {
    expect(scanSitemap(`<urlset><url><loc>/a</loc>${piece.repeat(300_000)}`, 10).locations).toEqual(['/a']);
  });

  it('reads any text without a throw and gives back no more than the limit', () => {
    const token = fc.constantFrom(
      '<urlset>',
      '<url>',
      '</url>',
      '<loc>',
      '</loc>',
      '&amp;',
      '&#x41;',
      '<!--',
      '-->',
      'a',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(token, fc.string({ maxLength: 3 })), { maxLength: 40 }), (tokens) => {
        expect(scanSitemap(tokens.join(''), 3).locations.length).toBeLessThanOrEqual(3);
      }),
      { numRuns: 300 },
    );
  });
});
