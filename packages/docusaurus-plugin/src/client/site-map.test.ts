import { describe, expect, test } from 'vitest';
import { siteMap, type SiteShape } from './site-map.ts';

const shape = (given: Partial<SiteShape>): SiteShape => ({
  root: 'https://docs.example.org/',
  baseUrl: '/',
  trailingSlash: undefined,
  hashRouter: false,
  ...given,
});

describe('paths of this site and addresses of the index lead to each other', () => {
  test.each<readonly [string, Partial<SiteShape>, string, string, string]>([
    ['no setting', {}, '/docs/intro', 'https://docs.example.org/docs/intro', '/docs/intro'],
    ['no setting, as a host redirects', {}, '/docs/intro/', 'https://docs.example.org/docs/intro', '/docs/intro'],
    ['trailingSlash', { trailingSlash: true }, '/docs/intro/', 'https://docs.example.org/docs/intro', '/docs/intro/'],
    ['no trailingSlash', { trailingSlash: false }, '/docs/intro', 'https://docs.example.org/docs/intro', '/docs/intro'],
    ['the home page', {}, '/', 'https://docs.example.org/', '/'],
    ['the home page with trailingSlash', { trailingSlash: true }, '/', 'https://docs.example.org/', '/'],
    ['index.html', {}, '/docs/index.html', 'https://docs.example.org/docs', '/docs'],
    [
      'a base path',
      { root: 'https://docs.example.org/project/', baseUrl: '/project/' },
      '/project/docs/intro',
      'https://docs.example.org/project/docs/intro',
      '/project/docs/intro',
    ],
    [
      'the home page below a base path',
      { root: 'https://docs.example.org/project/', baseUrl: '/project/' },
      '/project/',
      'https://docs.example.org/project',
      '/project/',
    ],
    [
      'another language',
      { root: 'https://docs.example.org/ur/', baseUrl: '/ur/', trailingSlash: true },
      '/ur/docs/intro/',
      'https://docs.example.org/ur/docs/intro',
      '/ur/docs/intro/',
    ],
    [
      'a language that was built alone',
      { root: 'https://docs.example.org/ur/', baseUrl: '/' },
      '/docs/intro',
      'https://docs.example.org/ur/docs/intro',
      '/docs/intro',
    ],
    ['escapes', {}, '/docs/%C3%BCber%20uns', 'https://docs.example.org/docs/%C3%BCber%20uns', '/docs/%C3%BCber%20uns'],
  ])('%s', (_, given, path, url, own) => {
    const map = siteMap(shape(given));
    expect(map.urlOf(path)).toBe(url);
    expect(map.pathOf(url)).toBe(own);
    expect(map.linkTo(url, '#a')).toBe(`${own}#a`);
  });
});

describe('links to what is not a page of this build', () => {
  const map = siteMap(shape({ root: 'https://docs.example.org/ur/', baseUrl: '/ur/' }));

  test('another language of the site stays on the host that the reader is on', () => {
    expect(map.pathOf('https://docs.example.org/docs/intro')).toBeUndefined();
    expect(map.linkTo('https://docs.example.org/docs/intro', '#a')).toBe('/docs/intro#a');
  });

  test('a page of another site keeps its address', () => {
    expect(map.linkTo('https://other.example/x', '')).toBe('https://other.example/x');
  });

  test.each(['javascript:alert(1)', 'data:text/html,x', 'nonsense', '', 'file:///etc/passwd'])(
    '`%s` is no link',
    (url) => {
      expect(map.linkTo(url, '')).toBe('');
      expect(map.pathOf(url)).toBeUndefined();
    },
  );

  test('a name that only begins like the root is not below it', () => {
    expect(map.pathOf('https://docs.example.org/urdu/x')).toBeUndefined();
    expect(map.pathOf('https://docs.example.org.evil.example/ur/x')).toBeUndefined();
  });
});

test('with the hash router paths stand behind a hash', () => {
  const map = siteMap(shape({ hashRouter: true, baseUrl: '/sub/', root: 'https://docs.example.org/sub/' }));
  expect(map.linkTo('https://docs.example.org/sub/docs/intro', '#a')).toBe('/sub/#/docs/intro#a');
});
