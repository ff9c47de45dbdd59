import type { WidgetConfig } from '../config/widget-config.ts';

/** Of the element, and of the script tag where that makes the element. */
export const ATTRIBUTES = [
  'data-api',
  'data-site-key',
  'data-locale',
  'data-shortcut',
  'data-position',
  'data-launcher',
  'data-selection',
  'data-content',
  'data-suggestions',
  'data-title',
  'data-theme',
  'data-storage-key',
] as const;

const CONTENT = 'main, [role=main], article';

/**
 * What the attributes say: `data-api` (without it, the page's own origin), `data-site-key`, `data-locale` (the page's language),
 * `data-shortcut` (`Mod+I`; empty for none), `data-launcher="off"`, `data-selection="off"`, `data-content` (`main` and the like,
 * where the page has it), `data-suggestions` (parted by `|`), `data-title`, `data-storage-key` (one for each API and site key).
 */
export function readConfig({ dataset }: HTMLElement): WidgetConfig {
  const api = (dataset['api'] ?? '').replace(/\/+$/u, '');
  const siteKey = dataset['siteKey'] ?? '';
  const title = dataset['title'];
  return {
    api,
    siteKey,
    locale: dataset['locale'] || document.documentElement.lang || 'en',
    messages: title ? { title } : {},
    shortcut: dataset['shortcut'] ?? 'Mod+I',
    launcher: dataset['launcher'] !== 'off',
    askSelection: dataset['selection'] !== 'off',
    content: dataset['content'] || (document.querySelector(CONTENT) === null ? 'body' : CONTENT),
    suggestions: (dataset['suggestions'] ?? '')
      .split('|')
      .map((text) => text.trim())
      .filter((text) => text !== '')
      .slice(0, 5),
    storageKey: dataset['storageKey'] || ['ibid', api, siteKey].filter((part) => part !== '').join(' '),
  };
}
