import type { WidgetConfig } from '../config/index.ts';

const CONTENT = 'main,[role=main],article';

/** What every page needs. The rest is read with the panel, so that no page carries it. */
type PageConfig = Omit<WidgetConfig, 'api' | 'siteKey' | 'messages' | 'suggestions' | 'standalone'>;

/**
 * As much as every page needs of what the attributes of the element, or of the script tag that made it, say: `data-locale` (the page's
 * language), `data-shortcut` (`Mod+I`; empty for none), `data-search` (`Mod+K`; the same), `data-launcher="off"`, `data-selection="off"`, `data-content` (`main` and the like,
 * where the page has it; what is no selector is reported and passed over), `data-storage-key`. `readPanelConfig` reads the rest.
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
 * All that the attributes say; beside those of `readConfig` these are `data-api` (without it, where this
 * script comes from), `data-site-key`,
 * `data-base` (path under which pages of the index are shown here), `data-standalone` (the page is no page of the docs), `data-suggestions` (parted by `|`, at most 5), and `data-title`. Each API and site key has its own history, unless `data-storage-key` says other.
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
