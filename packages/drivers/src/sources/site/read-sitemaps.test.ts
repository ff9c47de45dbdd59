import { fixtureSitemap } from '@ibid/testkit';
import { describe, expect, it } from 'vitest';
import type { GuardedFetch } from './guarded-fetch.ts';
import { readSitemaps } from './read-sitemaps.ts';
import { createReport } from './report.ts';
import { parseRobots } from './robots.ts';

/** Gives every host the same sitemap, so that only the check of the origin keeps one out. */
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
    ['https://cdn.example/map.xml', ['https://docs.example/map.xml']],
    ['https://docs.example:8443/map.xml', ['https://docs.example/map.xml']],
    ['ftp://docs.example/map.xml', ['https://docs.example/sitemap.xml']],
  ])('reads %s only from the origin of the site, under its path or the usual name', async (announced, expected) => {
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
