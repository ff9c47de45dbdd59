import { describe, expect, it } from 'vitest';
import { parseRobots, pathMatcher } from './robots.ts';

const AGENT = 'Ibid/0.1 (+https://example.org/about-ibid)';

/** Robots text, path, whether the path may be read. */
type Case = readonly [title: string, robots: string, path: string, allowed: boolean];

const CASES: readonly Case[] = [
  ['an empty file allows everything', '', '/a', true],
  ['a file of comments allows everything', '# nothing here\n# disallow: /', '/a', true],
  ['a page of HTML in its place allows everything', '<!doctype html><p>User-agent of the month</p>', '/a', true],
  ['a rule closes what begins with it', 'User-agent: *\nDisallow: /private', '/private/page', false],
  ['a rule closes the very path', 'User-agent: *\nDisallow: /private', '/private', false],
  ['a rule without slash at its end closes longer names too', 'User-agent: *\nDisallow: /fish', '/fishing', false],
  ['a rule with slash at its end leaves the bare name open', 'User-agent: *\nDisallow: /fish/', '/fish', true],
  ['a rule leaves other paths open', 'User-agent: *\nDisallow: /private', '/public', true],
  ['paths are compared with regard to case', 'User-agent: *\nDisallow: /Private', '/private', true],
  ['an empty disallow closes nothing', 'User-agent: *\nDisallow:', '/a', true],
  ['an empty allow opens nothing', 'User-agent: *\nAllow:\nDisallow: /', '/a', false],
  ['a slash closes everything', 'User-agent: *\nDisallow: /', '/', false],
  ['robots.txt itself stays open', 'User-agent: *\nDisallow: /', '/robots.txt', true],
  ['rules before any name are nobody’s', 'Disallow: /\nUser-agent: *\nDisallow: /b', '/a', true],
  ['names of fields are read without regard to case', 'uSER-aGENT: *\nDISALLOW: /a', '/a', false],
  ['space around colons is ignored', '  User-agent  :  *  \n\tDisallow\t:\t/a  ', '/a', false],
  ['space may be missing', 'User-agent:*\nDisallow:/a', '/a', false],
  ['a line without colon is ignored', 'User-agent: *\nDisallow /a', '/a', true],
  ['a comment may end a line', 'User-agent: * # all\nDisallow: /a # keep out', '/a', false],
  ['lines may end in CR alone', 'User-agent: *\rDisallow: /a', '/a', false],
  ['lines may end in CR LF', 'User-agent: *\r\nDisallow: /a\r\n', '/a', false],
  ['a byte order mark is ignored', '\uFEFFUser-agent: *\nDisallow: /a', '/a', false],
  ['the last line needs no end', 'User-agent: *\nDisallow: /a', '/a/b', false],
  ['blank lines do not end a group', 'User-agent: *\n\n\nDisallow: /a', '/a', false],

  ['the longest rule wins over an earlier one', 'User-agent: *\nDisallow: /a\nAllow: /a/b', '/a/b/c', true],
  ['the longest rule wins over a later one', 'User-agent: *\nAllow: /a/b\nDisallow: /a', '/a/b/c', true],
  ['the longest rule wins when it closes', 'User-agent: *\nAllow: /a\nDisallow: /a/b', '/a/b/c', false],
  ['allow wins a tie', 'User-agent: *\nDisallow: /page\nAllow: /page', '/page', true],
  ['allow wins a tie in either order', 'User-agent: *\nAllow: /page\nDisallow: /page', '/page', true],
  [
    'the length is that of the pattern, stars included',
    'User-agent: *\nAllow: /page\nDisallow: /*.htm',
    '/page.htm',
    false,
  ],
  ['a shorter exact rule loses to a longer pattern', 'User-agent: *\nAllow: /$\nDisallow: /', '/', true],
  ['an exact rule says nothing of longer paths', 'User-agent: *\nAllow: /$\nDisallow: /', '/page', false],

  ['a star stands for anything', 'User-agent: *\nDisallow: /a/*/c', '/a/b/c', false],
  ['a star stands for nothing too', 'User-agent: *\nDisallow: /a*c', '/ac', false],
  ['a star crosses slashes', 'User-agent: *\nDisallow: /a/*/z', '/a/b/c/d/z', false],
  ['a star at the end changes nothing', 'User-agent: *\nDisallow: /fish*', '/fish/salmon', false],
  ['a star at the start finds the rest anywhere', 'User-agent: *\nDisallow: *.php', '/docs/index.php?x=1', false],
  ['several stars are found in order', 'User-agent: *\nDisallow: /*b*d', '/xxbyyd', false],
  ['several stars are not found out of order', 'User-agent: *\nDisallow: /*d*b', '/xxbyyd', true],
  ['doubled stars are one', 'User-agent: *\nDisallow: /a**b', '/axb', false],
  ['a dollar sign ends the path', 'User-agent: *\nDisallow: /*.php$', '/index.php', false],
  ['a dollar sign ends the query too', 'User-agent: *\nDisallow: /*.php$', '/index.php?x=1', true],
  ['the last piece may stand twice', 'User-agent: *\nDisallow: /*ab$', '/abxab', false],
  ['pieces do not overlap', 'User-agent: *\nDisallow: /ab*bc$', '/abc', true],
  ['a dollar sign inside is a letter', 'User-agent: *\nDisallow: /a$b', '/a$b/c', false],

  ['an escaped letter equals the letter', 'User-agent: *\nDisallow: /foo/%62ar', '/foo/bar', false],
  ['a letter equals its escape', 'User-agent: *\nDisallow: /foo/bar', '/foo/%62%61%72', false],
  ['escapes are compared without regard to case', 'User-agent: *\nDisallow: /a%c3%a9', '/a%C3%A9', false],
  ['letters beyond ASCII equal their escapes', 'User-agent: *\nDisallow: /bücher', '/b%C3%BCcher', false],
  ['an escaped slash is no slash', 'User-agent: *\nDisallow: /a/b', '/a%2Fb', true],
  ['an escaped star is a star to look for', 'User-agent: *\nDisallow: /a%2Ab', '/a*b', false],
  ['an escaped star stands for nothing else', 'User-agent: *\nDisallow: /a%2Ab', '/axxb', true],
  ['an escaped dollar sign is a letter at the end', 'User-agent: *\nDisallow: /price%24', '/price$/list', false],
  ['queries count', 'User-agent: *\nDisallow: /*?print=', '/page?print=1', false],
  ['a percent sign alone does no harm', 'User-agent: *\nDisallow: /100%', '/100%', false],

  [
    'a group of our own replaces that for everybody',
    'User-agent: *\nDisallow: /\n\nUser-agent: ibid\nDisallow: /a',
    '/b',
    true,
  ],
  ['a group of our own is obeyed', 'User-agent: *\nAllow: /\n\nUser-agent: ibid\nDisallow: /a', '/a', false],
  ['an empty group of our own allows everything', 'User-agent: *\nDisallow: /\n\nUser-agent: ibid', '/a', true],
  ['our name is found without regard to case', 'User-agent: IBID\nDisallow: /a', '/a', false],
  ['a version behind our name is ignored', 'User-agent: Ibid/2.0\nDisallow: /a', '/a', false],
  ['a longer name is somebody else', 'User-agent: ibid-images\nDisallow: /a', '/a', true],
  ['a shorter name is somebody else', 'User-agent: ib\nDisallow: /a', '/a', true],
  ['groups of others say nothing', 'User-agent: otherbot\nDisallow: /', '/a', true],
  ['several names share a group', 'User-agent: otherbot\nUser-agent: ibid\nDisallow: /a', '/a', false],
  [
    'a name after a rule starts a new group',
    'User-agent: otherbot\nDisallow: /a\nUser-agent: ibid\nDisallow: /b',
    '/a',
    true,
  ],
  [
    'groups of one name are one group',
    'User-agent: ibid\nDisallow: /a\n\nUser-agent: x\nDisallow: /b\n\nUser-agent: ibid\nDisallow: /c',
    '/c',
    false,
  ],
  [
    'groups of one name keep their first rules',
    'User-agent: ibid\nDisallow: /a\n\nUser-agent: ibid\nDisallow: /c',
    '/a',
    false,
  ],
  ['groups for everybody are one group', 'User-agent: *\nDisallow: /a\n\nUser-agent: *\nDisallow: /c', '/c', false],
  [
    'a sitemap between names does not end the list of names',
    'User-agent: ibid\nSitemap: https://x/s.xml\nUser-agent: otherbot\nDisallow: /a',
    '/a',
    false,
  ],
  ['unknown fields do not end a group', 'User-agent: *\nClean-param: x\nDisallow: /a', '/a', false],
];

describe('robots.txt is obeyed as RFC 9309 says (R21)', () => {
  it.each(CASES)('%s', (_, robots, path, allowed) => {
    expect(parseRobots(robots, AGENT).allows(path)).toBe(allowed);
  });

  it('reads the crawl delay of its own group', () => {
    const text = 'User-agent: *\nCrawl-delay: 30\n\nUser-agent: ibid\nCrawl-delay: 1.5\nDisallow: /a';
    expect(parseRobots(text, AGENT).crawlDelayMs).toBe(1_500);
    expect(parseRobots(text, 'other/1').crawlDelayMs).toBe(30_000);
  });

  it.each(['soon', '-3', '', '1e9x'])('takes no crawl delay from `%s`', (value) => {
    expect(parseRobots(`User-agent: *\nCrawl-delay: ${value}`, AGENT).crawlDelayMs).toBe(0);
  });

  it('reads sitemaps of any group, in order', () => {
    const text = 'Sitemap: https://a.example/1.xml\nUser-agent: otherbot\nDisallow: /\nsitemap: /2.xml # second';
    expect(parseRobots(text, AGENT).sitemaps).toEqual(['https://a.example/1.xml', '/2.xml']);
  });

  it('answers in time for rules made to be slow', () => {
    const robots = parseRobots(`User-agent: *\nDisallow: /${'a*'.repeat(5_000)}b$`, AGENT);
    expect(robots.allows(`/${'a'.repeat(1_900)}`)).toBe(true);
  });
});

describe('pathMatcher', () => {
  it('reads patterns as robots.txt does', () => {
    const matches = pathMatcher('/docs/*/api');
    expect(matches('/docs/v2/api/list')).toBe(true);
    expect(matches('/docs/api')).toBe(false);
  });
});
