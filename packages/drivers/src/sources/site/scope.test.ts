import { describe, expect, it } from 'vitest';
import { createScope, pageKey, parseRobots, type Scope } from './scope.ts';

function scopeOf(start: string, robots: string): Scope {
  return createScope({ start: new URL(start), robots: parseRobots(robots, 'Ibid/0.1') });
}

const scope = scopeOf('https://a.example/docs/intro', '');

describe('what belongs to a crawl (R21)', () => {
  it.each([
    ['https://a.example/docs/', 'yes'],
    ['https://a.example/docs', 'yes'],
    ['https://a.example/docs/guide/install', 'yes'],
    ['https://a.example/docsearch', 'outside'],
    ['https://a.example/blog', 'outside'],
    ['https://a.example/docs/../blog', 'outside'],
    ['https://www.a.example/docs/', 'outside'],
    ['http://a.example/docs/', 'outside'],
    ['https://a.example:8443/docs/', 'outside'],
    ['https://a.example.evil.test/docs/', 'outside'],
  ])('%s: %s', (address, verdict) => {
    expect(scope.admits(new URL(address))).toBe(verdict);
  });

  it('leaves out what is closed by robots.txt', () => {
    const narrow = scopeOf('https://a.example/', 'User-agent: *\nDisallow: /search');
    expect(narrow.admits(new URL('https://a.example/search'))).toBe('robots');
  });
});

describe('one address for one page', () => {
  it.each([
    'https://a.example/docs/intro',
    'https://a.example/docs/intro/',
    'https://a.example/docs/intro/index.html',
    'https://a.example/docs/intro#setup',
    'https://a.example/docs/intro?utm_source=x&utm_medium=y',
    'https://a.example:443/docs/intro',
    'https://A.EXAMPLE/docs/intro',
    'http://a.example/docs/intro',
    'https://a.example/docs/./x/../intro',
    'https://a.example/docs/intr%6F',
    'https://a.example/docs/intro;jsessionid=ABC123',
  ])('%s', (address) => {
    expect(pageKey(scope.tidy(address)!)).toBe('https://a.example/docs/intro');
  });

  it('is asked for without query, hash and session', () => {
    const address = 'https://a.example/docs/intro;jsessionid=A?page=2&sid=1#a';
    expect(scope.tidy(address)?.href).toBe('https://a.example/docs/intro');
  });

  it.each([
    ['no web address', 'mailto:a@a.example'],
    ['a program', 'javascript:alert(1)'],
    ['a file', 'file:///etc/passwd'],
    ['data', 'data:text/html,hello'],
    ['a picture', 'https://a.example/docs/a.png'],
    ['a download', 'https://a.example/docs/a.tar.gz'],
    ['more than 2,000 characters', `https://a.example/docs/${'a'.repeat(2_000)}`],
    ['a path that goes round', 'https://a.example/docs/a/b/a/b/a/b/a/b/a/b'],
    ['nonsense', 'https://'],
  ])('is not asked for when it is %s', (_, address) => {
    expect(scope.tidy(address)).toBeUndefined();
  });
});
