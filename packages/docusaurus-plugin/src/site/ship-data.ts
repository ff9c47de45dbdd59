import type { LoadContext } from '@docusaurus/types';
import type { Messages } from '@ibid/widget/messages';
import type { CheckedOptions } from '../options/plugin-options.ts';
import { localeRoot } from './locale-root.ts';
import type { ShippedData } from './shipped-data.ts';

/** Where the panel finds the API while `docusaurus start` runs; below the site's base path. */
export const DEV_API = '__ibid';

export interface ShipFacts {
  /** Of the locale at hand, with the owner's over them. */
  readonly messages: Messages;
  readonly latest: ShippedData['latest'];
  readonly isDev: boolean;
}

export function shipData(
  context: LoadContext,
  options: CheckedOptions,
  { messages, latest, isDev }: ShipFacts,
): ShippedData {
  const { i18n, baseUrl, siteConfig } = context;
  const { launcher, askAboutThis, failUnreachable, retry } = messages;
  const { siteKey, shortcut, askSelection, content } = options;
  const hasServer = isDev && options.dev.index;
  return {
    api: options.api === '' && hasServer ? `${baseUrl}${DEV_API}` : options.api,
    siteKey,
    shortcut,
    launcher: options.launcher,
    askSelection,
    content,
    // One history for all languages of a site, and none shared with another site of the same host.
    storageKey: `ibid:${i18n.localeConfigs[i18n.defaultLocale]?.baseUrl ?? baseUrl}`,
    root: localeRoot(context),
    locale: i18n.locales.length > 1 ? i18n.currentLocale.replaceAll('_', '-') : '',
    language: languageOf(context),
    latest,
    hashRouter: siteConfig.future?.experimental_router === 'hash',
    words: { launcher, askAboutThis, failUnreachable, retry },
  };
}

/** BCP 47; of the pages of the locale at hand. */
export function languageOf({ i18n }: Pick<LoadContext, 'i18n'>): string {
  return i18n.localeConfigs[i18n.currentLocale]?.htmlLang ?? i18n.currentLocale;
}
