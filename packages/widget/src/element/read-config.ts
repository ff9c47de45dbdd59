import type { WidgetConfig } from '../config/widget-config.ts';

const CONTENT = 'main, [role=main], article';

/**
 * As much as every page needs of what the attributes of the element, or of the script tag that made it, say: `data-locale` (the page's
 * language), `data-shortcut` (`Mod+I`; empty for none), `data-launcher="off"`, `data-selection="off"`, `data-content` (`main` and the like,
 * where the page has it), `data-storage-key`. `readPanelConfig` reads the rest.
 */
export function readConfig({ dataset }: HTMLElement): WidgetConfig {
  return {
    api: '',
    siteKey: '',
    locale: dataset['locale'] || document.documentElement.lang || 'en',
    messages: {},
    shortcut: dataset['shortcut'] ?? 'Mod+I',
    launcher: dataset['launcher'] !== 'off',
    askSelection: dataset['selection'] !== 'off',
    content: dataset['content'] || (document.querySelector(CONTENT) ? CONTENT : 'body'),
    suggestions: [],
    storageKey: dataset['storageKey'] || 'ibid',
  };
}
