import type { LoadContext } from '@docusaurus/types';
import { loadMessages } from '@ibid/widget/messages';
import type { CheckedOptions } from '../options/plugin-options.ts';
import { localeRoot } from './locale-root.ts';
import type { ShippedData } from './shipped-data.ts';

/** Where the panel finds the API while `docusaurus start` runs; below the site's base path. */
export const DEV_API = '__ibid';

export async function shipData(context: LoadContext, options: CheckedOptions, isDev: boolean): Promise<ShippedData> {
  const { i18n, baseUrl, siteConfig } = context;
  const { currentLocale, defaultLocale, localeConfigs, locales } = i18n;
  const language = localeConfigs[currentLocale]?.htmlLang ?? currentLocale;
  const { launcher, askAboutThis, failUnreachable, retry } = await loadMessages(language);
  const { siteKey, shortcut, askSelection, content } = options;
  const base = localeConfigs[defaultLocale]?.baseUrl ?? siteConfig.baseUrl;
  return {
    api: options.api === '' && isDev && options.dev.index ? `${baseUrl}${DEV_API}` : options.api,
    siteKey,
    shortcut,
    launcher: options.launcher,
    askSelection,
    content,
    suggestions: suggestionsOf(options.suggestions, currentLocale, defaultLocale),
    // One history for all languages of a site, and none shared with another site of the same host.
    storageKey: `ibid:${base}`,
    root: localeRoot(context),
    locale: locales.length > 1 ? currentLocale.replaceAll('_', '-') : '',
    language,
    words: { launcher, askAboutThis, failUnreachable, retry },
  };
}

function suggestionsOf(
  suggestions: CheckedOptions['suggestions'],
  locale: string,
  defaultLocale: string,
): readonly string[] {
  if (Array.isArray(suggestions)) return suggestions as readonly string[];
  const byLocale = suggestions as Readonly<Record<string, readonly string[]>>;
  return byLocale[locale] ?? byLocale[defaultLocale] ?? [];
}
