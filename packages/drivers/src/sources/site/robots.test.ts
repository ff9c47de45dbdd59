import { describe, expect, it } from 'vitest';
import { parseRobots, readRobots, robotsTag } from './scope.ts';

const AGENT = 'Ibid/0.1 (+https://example.org/about-ibid)';

/** Robots text, path, and whether the path may be read. */
type Case = readonly [title: string, robots: string, path: string, allowed: boolean];

const CASES: readonly Case[] = [
  ['an empty file allows everything', '', '/a', true],
  ['a page of HTML in its place allows everything', '<!doctype html><p>User-agent of the month</p>', '/a', true],
  ['a rule closes what begins with it', 'User-agent: *\nDisallow: /private', '/private/page', false],
  ['an empty disallow closes nothing', 'User-agent: *\nDisallow:', '/a', true],
  ['the longest rule wins', 'User-agent: *\nAllow: /a/b\nDisallow: /a', '/a/b/c', true],
  ['allow wins a tie', 'User-agent: *\nDisallow: /page\nAllow: /page', '/page', true],
  ['a star crosses slashes', 'User-agent: *\nDisallow: /a/*/z', '/a/b/c/d/z', false],
  ['a dollar sign ends the query too', 'User-agent: *\nDisallow: /*.php$', '/index.php?x=1', true],
  ['an escaped letter equals the letter', 'User-agent: *\nDisallow: /foo/%62ar', '/foo/bar', false],
  ['a letter equals its escape', 'User-agent: *\nDisallow: /foo/bar', '/foo/%62%61%72', false],
  ['letters beyond ASCII equal their escapes', 'User-agent: *\nDisallow: /bücher', '/b%C3%BCcher', false],
  ['an escaped slash is no slash', 'User-agent: *\nDisallow: /a/b', '/a%2Fb', true],
  [
    'our own group replaces that for everybody',
    'User-agent: *\nDisallow: /\n\nUser-agent: ibid\nDisallow: /a',
    '/b',
    true,
  ],
  ['our own group is obeyed', 'User-agent: *\nAllow: /\n\nUser-agent: IBID/2.0\nDisallow: /a', '/a', false],
  ['a longer name is somebody else', 'User-agent: ibid-images\nDisallow: /a', '/a', true],
  ['several names share a group', 'User-agent: otherbot\nUser-agent: ibid\nDisallow: /a', '/a', false],
];

describe('robots.txt is obeyed', () => {
  it.each(CASES)('%s', (_, robots, path, allowed) => {
    expect(parseRobots(robots, AGENT).allows(path)).toBe(allowed);
  });

  it('reads the crawl delay of its own group', () => {
    const text = 'User-agent: *\nCrawl-delay: 30\n\nUser-agent: ibid\nCrawl-delay: 1.5\nDisallow: /a';
    expect(parseRobots(text, AGENT).crawlDelayMs).toBe(1_500);
    expect(parseRobots(text, 'other/1').crawlDelayMs).toBe(10_000);
  });

  it.each(['soon', '-3', '', '1e9x'])('takes no crawl delay from `%s`', (value) => {
    expect(parseRobots(`User-agent: *\nCrawl-delay: ${value}`, AGENT).crawlDelayMs).toBe(0);
  });

  it('reads sitemaps of any group, in order', () => {
    const text = 'Sitemap: https://a.example/1.xml\nUser-agent: otherbot\nDisallow: /\nsitemap: /2.xml # second';
    expect(parseRobots(text, AGENT).sitemaps).toEqual(['https://a.example/1.xml', '/2.xml']);
  });

  it('reads half a megabyte, and no part of a line', async () => {
    const rules = 'User-agent: *\nDisallow: /a\n';
    const cut = '\nDisallow: /';
    const text = `${rules}#${'x'.repeat(512_000 - rules.length - cut.length - 1)}${cut}private`;
    const fetched = { type: 'fetched', body: Buffer.from(text), mediaType: '', charset: '', robotsTag: [] } as const;
    const robots = await readRobots({
      origin: 'https://a.example',
      userAgent: AGENT,
      fetcher: { fetch: async (url) => ({ ...fetched, url }), close: async () => {} },
    });
    expect([robots.allows('/a'), robots.allows('/b')]).toEqual([false, true]);
  });

  it('answers in time for rules made to be slow', () => {
    const robots = parseRobots(`User-agent: *\nDisallow: /${'a*'.repeat(5_000)}b$`, AGENT);
    expect(robots.allows(`/${'a'.repeat(1_900)}`)).toBe(true);
  });
});

describe('robotsTag', () => {
  it.each<readonly [readonly string[], boolean, boolean]>([
    [[], false, false],
    [['noindex'], true, false],
    [['NoFollow'], false, true],
    [['none'], true, true],
    [['noarchive, noindex'], true, false],
    [['nofollow', 'noindex'], true, true],
    [['otherbot: noindex, nofollow'], false, false],
    [['ibid: noindex'], true, false],
    [['otherbot: noindex', 'nofollow'], false, true],
    [['otherbot: noindex, ibid: nofollow'], false, true],
    [['unavailable_after: 25 Jun 2010 15:00:00 PST, noindex'], true, false],
    [['index, follow, max-snippet: -1'], false, false],
  ])('reads %j', (values, noindex, nofollow) => {
    expect(robotsTag(values, 'Ibid/0.1')).toEqual({ noindex, nofollow });
  });
});
