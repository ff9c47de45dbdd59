import type { LoadContext } from '@docusaurus/types';
import { loadMessages } from '@ibid/widget/messages';
import { expect, test } from 'vitest';
import { checkOptions } from '../options/check-options.ts';
import { shipData, suggestionsFor, type ShippedData } from './ship-data.ts';

const localeConfigs = { en: { htmlLang: 'en-GB', baseUrl: '/p/' }, ur: { htmlLang: 'ur', baseUrl: '/p/ur/' } };

function context(currentLocale: 'en' | 'ur', locales: readonly string[] = ['en', 'ur']): LoadContext {
  const baseUrl = localeConfigs[currentLocale].baseUrl;
  return {
    baseUrl,
    siteConfig: { url: 'https://docs.example.org', baseUrl, future: {}, i18n: { localeConfigs: {} } },
    i18n: { currentLocale, defaultLocale: 'en', locales, localeConfigs },
  } as unknown as LoadContext;
}

/** The same site with paths after a `#`, which may be served from any path. */
function hashed(from: LoadContext): LoadContext {
  return { ...from, siteConfig: { ...from.siteConfig, future: { experimental_router: 'hash' } } } as LoadContext;
}

async function shipped(from: LoadContext, options: object = {}, isDev = false): Promise<ShippedData> {
  const messages = await loadMessages('en');
  return shipData(from, checkOptions(options), { messages, latest: {}, isDev });
}

test('what every page carries is small, and says where the pages of its locale stand', async () => {
  const data = await shipped(context('ur'));
  expect(data).toMatchObject({
    root: 'https://docs.example.org/p/ur/',
    locale: 'ur',
    language: 'ur',
    api: 'static:/p/ur/ibid',
    siteKey: '',
  });
  expect(JSON.stringify(data).length).toBeLessThan(700);
});

test('the panel asks the index beside the pages, unless the owner has a server', async () => {
  expect((await shipped(context('en'))).api).toBe('static:/p/ibid');
  expect((await shipped(hashed(context('en')))).api).toBe('static:ibid');
  for (const options of [{ mode: 'server' }, { siteKey: 'public-site-key' }, { indexOnBuild: false }]) {
    expect((await shipped(context('en'), options)).api).toBe('');
  }
  expect((await shipped(context('en'), { api: '/ask' })).api).toBe('/ask');
  expect((await shipped(context('en'), { mode: 'static', siteKey: 'public-site-key' })).api).toBe('static:/p/ibid');
});

test('a site in one language asks for none, and all languages of a site share their history', async () => {
  expect((await shipped(context('en', ['en']))).locale).toBe('');
  const [en, ur] = await Promise.all([shipped(context('en')), shipped(context('ur'))]);
  expect(en.storageKey).toBe('ibid:/p/');
  expect(ur.storageKey).toBe(en.storageKey);
});

test('while the development server runs the panel asks there, unless the owner says where', async () => {
  expect((await shipped(context('en'), {}, true)).api).toBe('/p/__ibid');
  expect((await shipped(context('en'), { dev: false }, true)).api).toBe('');
  expect((await shipped(context('en'), { api: 'https://ask.example.org' }, true)).api).toBe('https://ask.example.org');
});

test('questions to begin with are those of the locale, else of the default one', () => {
  const suggestions = { en: ['How?'], ur: ['کیسے؟'] };
  const i18n = { defaultLocale: 'en', currentLocale: 'ur' };
  expect(suggestionsFor({ suggestions }, i18n)).toEqual(['کیسے؟']);
  expect(suggestionsFor({ suggestions }, { ...i18n, currentLocale: 'de' })).toEqual(['How?']);
  expect(suggestionsFor({ suggestions: ['Why?'] }, i18n)).toEqual(['Why?']);
});
