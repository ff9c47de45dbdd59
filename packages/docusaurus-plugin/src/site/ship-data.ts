import type { LoadContext } from '@docusaurus/types';
import type { WidgetConfig } from '@ibid/widget/config';
import type { LauncherMessages } from '@ibid/widget/launcher';
import type { Messages } from '@ibid/widget/messages';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { CheckedOptions } from '../options/plugin-options.ts';
import { localeRoot } from './page-address.ts';

/** Where the panel finds the API while `docusaurus start` runs; below the site's base path. */
export const DEV_API = '__ibid';
/** Where the index stands in a site that needs no server; below the base path of each locale. */
export const STATIC_FOLDER = 'ibid';

/** `messages` are those of the locale at hand, with the owner's over them. */
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
    // One history for all languages of a site, and none shared with another site of the same host.
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
  // The one page of a site with the hash router may be served anywhere.
  return isStatic ? `static:${site.hashRouter ? '' : site.baseUrl}${STATIC_FOLDER}` : '';
}

/** BCP 47; of the pages of the locale at hand. */
export function languageOf({ i18n }: Pick<LoadContext, 'i18n'>): string {
  return i18n.localeConfigs[i18n.currentLocale]?.htmlLang ?? i18n.currentLocale;
}

/** What every page carries of the plugin, in `@generated/globalData`. Keep it small, and without anything that not all readers may see. */
export interface ShippedData extends Pick<
  WidgetConfig,
  'api' | 'siteKey' | 'shortcut' | 'searchShortcut' | 'launcher' | 'askSelection' | 'content' | 'storageKey'
> {
  /** Address of the locale's root as the index knows it; with a slash at its end. */
  readonly root: string;
  /** BCP 47, as the index knows it; `''` for a site in one language. */
  readonly locale: string;
  /** Of the panel's words. */
  readonly language: string;
  /** By id of docs with several versions: the name of the latest. */
  readonly latest: Readonly<Record<string, string>>;
  /** Whether pages are there as Markdown too. */
  readonly markdown: boolean;
  /** Whether paths stand behind a `#`. */
  readonly hashRouter: boolean;
  /** The few words that are needed before the panel is loaded, in this locale. */
  readonly words: LauncherMessages;
}

/** The owner's questions to begin with, for the locale at hand; those of the default locale where it has none of its own. */
export function suggestionsFor(
  { suggestions }: Pick<CheckedOptions, 'suggestions'>,
  { currentLocale, defaultLocale }: Pick<LoadContext['i18n'], 'currentLocale' | 'defaultLocale'>,
): readonly string[] {
  if (Array.isArray(suggestions)) return suggestions as readonly string[];
  const byLocale = suggestions as Readonly<Record<string, readonly string[]>>;
  return byLocale[currentLocale] ?? byLocale[defaultLocale] ?? [];
}

/** What is fetched with the search box; its style stands apart from that of the pages, as the panel's does. */
export interface SearchData extends Pick<WidgetConfig, 'messages'> {
  readonly css: string;
}

/** What is fetched with the panel, and so costs nothing before it is wanted. */
export interface PanelData extends Pick<WidgetConfig, 'messages' | 'suggestions'> {
  /** Of the panel; Docusaurus would put a CSS file into the one that every page loads. */
  readonly css: string;
}

/** The style of the panel or of the search box as it is installed, without what only its authors read. */
export async function styleOf(part: 'panel' | 'search'): Promise<string> {
  const css = await readFile(createRequire(import.meta.url).resolve(`@ibid/widget/${part}.css`), 'utf8');
  return css
    .replace(/\/\*[\s\S]*?\*\//gu, '')
    .replace(/\s+/gu, ' ')
    .replace(/ ?([{};,]) ?/gu, '$1')
    .replaceAll(';}', '}')
    .trim();
}
