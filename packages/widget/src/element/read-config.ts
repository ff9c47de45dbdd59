import type { WidgetConfig } from '../config/index.ts';

const CONTENT = 'main,[role=main],article';

/** Settings that every page needs. The others are read with the panel, so that no page loads code for them. */
type PageConfig = Omit<WidgetConfig, 'api' | 'siteKey' | 'messages' | 'suggestions' | 'standalone'>;

/**
 * Reads the settings every page needs from the attributes of the element, or of the script tag that created it: `data-locale`
 * (default: the page's language), `data-shortcut` (`Mod+I`; empty for none), `data-search` (`Mod+K`; empty for none),
 * `data-launcher="off"`, `data-selection="off"`, `data-content` (default: `main` and similar elements, else `body`; an
 * invalid selector is reported and ignored) and `data-storage-key`. `readPanelConfig` reads the others.
 */
export function readConfig({ dataset }: HTMLElement): PageConfig {
  let content = dataset['content'];
  try {
    document.querySelector(content || CONTENT);
  } catch (error) {
    reportError(error);
    content = '';
  }
  return {
    locale: dataset['locale'] || document.documentElement.lang || 'en',
    shortcut: dataset['shortcut'] ?? 'Mod+I',
    searchShortcut: dataset['search'] ?? 'Mod+K',
    launcher: dataset['launcher'] !== 'off',
    askSelection: dataset['selection'] !== 'off',
    content: content || (document.querySelector(CONTENT) ? CONTENT : 'body'),
    storageKey: dataset['storageKey'] || 'ibid',
  };
}

/**
 * Reads all settings. In addition to those of `readConfig` these are `data-api` (default: the origin of this script),
 * `data-site-key`, `data-base` (path under which pages of the index are shown here), `data-standalone` (the page is not part of
 * the docs), `data-suggestions` (separated by `|`, at most 5) and `data-title`. Each API and site key has its own history, unless
 * `data-storage-key` is set.
 */
export function readPanelConfig(element: HTMLElement): WidgetConfig {
  const { dataset } = element;
  const api = (dataset['api'] ?? new URL(import.meta.url).origin).replace(/\/+$/u, '');
  const siteKey = dataset['siteKey'] ?? '';
  const title = dataset['title'];
  const suggestions = (dataset['suggestions'] ?? '').split('|').map((text) => text.trim());
  return {
    ...readConfig(element),
    api,
    siteKey,
    messages: title ? { title } : {},
    standalone: dataset['standalone'] !== undefined,
    suggestions: suggestions.filter((text) => text !== '').slice(0, 5),
    storageKey: dataset['storageKey'] || ['ibid', api, siteKey].filter((part) => part !== '').join(' '),
  };
}
