import type { LoadContext } from '@docusaurus/types';
import type { WidgetConfig } from '@ibid/widget/config';
import type { LauncherMessages } from '@ibid/widget/launcher';
import type { Messages } from '@ibid/widget/messages';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { CheckedOptions } from '../options/plugin-options.ts';
import { localeRoot } from './page-address.ts';

/** Path of the API during `docusaurus start`, below the site's base path. */
export const DEV_API = '__ibid';
/** Folder of the index in a site that needs no server, below the base path of each locale. */
export const STATIC_FOLDER = 'ibid';

/** `messages` are those of the current locale, including the owner's changes. */
export function shipData(
  context: LoadContext,
  options: CheckedOptions,
  { messages, latest, isDev }: Pick<ShippedData, 'latest'> & { readonly messages: Messages; readonly isDev: boolean },
): ShippedData {
  const { i18n, baseUrl, siteConfig } = context;
  const { launcher, askAboutThis, failUnreachable, retry } = messages;
  const { siteKey, shortcut, searchShortcut, askSelection, content } = options;
  const hashRouter = siteConfig.future?.experimental_router === 'hash';
  return {
    api: options.api === '' ? ownApi(options, { baseUrl, hashRouter, isDev }) : options.api,
    siteKey,
    shortcut,
    searchShortcut,
    launcher: options.launcher,
    askSelection,
    content,
    // One history for all languages of a site, not shared with other sites on the same host.
    storageKey: `ibid:${i18n.localeConfigs[i18n.defaultLocale]?.baseUrl ?? baseUrl}`,
    root: localeRoot(context),
    locale: i18n.locales.length > 1 ? i18n.currentLocale.replaceAll('_', '-') : '',
    language: languageOf(context),
    latest,
    markdown: options.markdown && !isDev,
    hashRouter,
    words: { launcher, askAboutThis, failUnreachable, retry },
  };
}

function ownApi(
  { dev, isStatic }: CheckedOptions,
  site: { readonly baseUrl: string; readonly hashRouter: boolean; readonly isDev: boolean },
): string {
  if (site.isDev) return dev.index ? `${site.baseUrl}${DEV_API}` : '';
  // The single page of a site with the hash router may be served from any path.
  return isStatic ? `static:${site.hashRouter ? '' : site.baseUrl}${STATIC_FOLDER}` : '';
}

/** BCP 47 tag of the current locale. */
export function languageOf({ i18n }: Pick<LoadContext, 'i18n'>): string {
  return i18n.localeConfigs[i18n.currentLocale]?.htmlLang ?? i18n.currentLocale;
}

/** Data of the plugin on every page, in `@generated/globalData`. Keep it small, and free of anything that not all readers may see. */
export interface ShippedData extends Pick<
  WidgetConfig,
  'api' | 'siteKey' | 'shortcut' | 'searchShortcut' | 'launcher' | 'askSelection' | 'content' | 'storageKey'
> {
  /** Root address of the locale as in the index, with a trailing slash. */
  readonly root: string;
  /** BCP 47 tag as in the index; `''` for a site in one language. */
  readonly locale: string;
  /** Language of the panel's messages. */
  readonly language: string;
  /** Name of the latest version, by id of docs with several versions. */
  readonly latest: Readonly<Record<string, string>>;
  /** True if pages are also available as Markdown. */
  readonly markdown: boolean;
  /** True if paths follow a `#`. */
  readonly hashRouter: boolean;
  /** The few messages that are needed before the panel is loaded, in this locale. */
  readonly words: LauncherMessages;
}

/** The owner's suggested questions for the current locale, or else those of the default locale. */
export function suggestionsFor(
  { suggestions }: Pick<CheckedOptions, 'suggestions'>,
  { currentLocale, defaultLocale }: Pick<LoadContext['i18n'], 'currentLocale' | 'defaultLocale'>,
): readonly string[] {
  if (Array.isArray(suggestions)) return suggestions as readonly string[];
  const byLocale = suggestions as Readonly<Record<string, readonly string[]>>;
  return byLocale[currentLocale] ?? byLocale[defaultLocale] ?? [];
}

/** Data loaded with the search box. Its style is separate from that of the pages, like the panel's. */
export interface SearchData {
  /** All texts of the locale, so that a site loads no code for other languages. */
  readonly messages: Messages;
  readonly css: string;
}

/** Data loaded with the panel, so that it costs nothing before the panel is opened. */
export interface PanelData extends Pick<WidgetConfig, 'suggestions'> {
  readonly messages: Messages;
  /** Style of the panel. As a CSS file, Docusaurus would bundle it into the one that every page loads. */
  readonly css: string;
}

/** The installed style of the panel or of the search box. */
export function styleOf(part: 'panel' | 'search'): Promise<string> {
  return readFile(createRequire(import.meta.url).resolve(`@ibid/widget/${part}.css`), 'utf8');
}
