import { createSiteMap } from '@ibid/widget/page';
import { describe, expect, test } from 'vitest';
import { hasRoute, mapOptions, type SiteShape, versionName } from './site-links.ts';

const SITE = 'https://docs.example.org';

function shape(given: Partial<SiteShape> & { readonly locale?: string }): SiteShape {
  const { locale = 'en', ...rest } = given;
  const localeConfigs = { en: { url: SITE, baseUrl: '/' }, ur: { url: SITE, baseUrl: '/ur/' } };
  return {
    root: `${SITE}/`,
    baseUrl: '/',
    path: () => '/',
    trailingSlash: undefined,
    i18n: { defaultLocale: 'en', currentLocale: locale, localeConfigs },
    ...rest,
  };
}

const old = (currentLocale: string): SiteShape['i18n'] => ({
  defaultLocale: 'en',
  currentLocale,
  localeConfigs: { en: {}, ur: {} },
});
const based = (currentLocale: string): SiteShape['i18n'] => ({
  defaultLocale: 'en',
  currentLocale,
  localeConfigs: { en: { url: SITE, baseUrl: '/project/' }, ur: { url: SITE, baseUrl: '/project/ur/' } },
});

describe('pages of the index and pages of the build lead to each other', () => {
  test.each<readonly [string, SiteShape, string, string]>([
    ['no setting', shape({}), '/docs/intro', '/docs/intro'],
    [
      'the home page below a base path',
      shape({ root: `${SITE}/project/`, baseUrl: '/project/', i18n: based('en') }),
      '/project',
      '/project/',
    ],
    [
      'another language below a base path',
      shape({ root: `${SITE}/project/ur/`, baseUrl: '/project/ur/', i18n: based('ur'), trailingSlash: true }),
      '/project/ur/docs/a',
      '/project/ur/docs/a/',
    ],
    [
      'the page in another language',
      shape({ root: `${SITE}/ur/`, baseUrl: '/ur/', locale: 'ur' }),
      '/docs/a',
      '/docs/a',
    ],
    ['a page of another language', shape({}), '/ur/docs/a', '/ur/docs/a'],
    [
      'a language that was built alone',
      shape({ root: `${SITE}/ur/`, baseUrl: '/', locale: 'ur' }),
      '/ur/docs/a',
      '/docs/a',
    ],
    ['an older Docusaurus', shape({ i18n: old('en') }), '/docs/a', '/docs/a'],
    [
      'another language in an older Docusaurus',
      shape({ root: `${SITE}/ur/`, baseUrl: '/ur/', i18n: old('ur') }),
      '/ur/docs/a',
      '/ur/docs/a',
    ],
    [
      'a default language read from there',
      shape({ root: `${SITE}/ur/`, baseUrl: '/ur/', i18n: old('ur') }),
      '/docs/a',
      '/docs/a',
    ],
  ])('%s', (_, site, indexed, here) => {
    const map = createSiteMap(mapOptions(site, 'http://localhost:3210'));
    expect(map.pathOf(SITE + indexed)).toBe(here);
  });

  test('a language on a host of its own is a site by itself', () => {
    const localeConfigs = { en: { url: SITE, baseUrl: '/' }, ur: { url: 'https://ur.example.org', baseUrl: '/' } };
    const i18n = { defaultLocale: 'en', currentLocale: 'ur', localeConfigs };
    const map = createSiteMap(mapOptions(shape({ root: 'https://ur.example.org/', i18n }), 'http://localhost:3210'));
    expect(map.pathOf('https://ur.example.org/docs/a')).toBe('/docs/a');
    expect(map.pathOf(`${SITE}/docs/a`)).toBeUndefined();
    expect(map.hrefOf({ url: `${SITE}/docs/a`, anchor: '', quote: '' })).toBe(`${SITE}/docs/a`);
  });
});

const routes = [
  { path: '/docs', routes: [{ path: '/docs', routes: [{ path: '/docs/intro' }, { path: '/docs/über uns/' }] }] },
  { path: '/' },
  { path: '*' },
];

test.each([
  ['/docs/intro/', true],
  ['/docs/%C3%BCber%20uns', true],
  ['/', true],
  ['/docs', false],
  ['/ur/docs/intro', false],
  ['/docs/%', false],
])('`%s` is a page of the build: %s', (path, isThere) => {
  expect(hasRoute(routes, path)).toBe(isThere);
});

test('a version is called as the switcher of the site calls it, one that the site does not know what it is', () => {
  const versions = [
    { name: 'current', label: '2026' },
    { name: '2025', label: '2025 (old)' },
  ];
  const docs = { community: { versions: [{ name: 'current', label: 'Next' }] }, default: { versions } };
  const names = ['current', '2025', '1.0'].map((version) => versionName(docs, version));
  expect(names).toEqual(['2026', '2025 (old)', '1.0']);
});
