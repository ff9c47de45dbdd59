import { createSiteMap } from '@ibid/widget/page';
import { describe, expect, test } from 'vitest';
import { mapOptions, type SiteShape } from './site-links.ts';

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
    ['trailingSlash: true', shape({ trailingSlash: true }), '/docs/intro', '/docs/intro/'],
    ['trailingSlash: false', shape({ trailingSlash: false }), '/docs/intro', '/docs/intro'],
    ['the home page', shape({ trailingSlash: true }), '/', '/'],
    [
      'a base path',
      shape({ root: `${SITE}/project/`, baseUrl: '/project/', i18n: based('en') }),
      '/project/docs/a',
      '/project/docs/a',
    ],
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
    expect(map.urlOf(here)).toBe(SITE + indexed);
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
