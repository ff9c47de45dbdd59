import type { WidgetConfig } from '../config/widget-config.ts';
import { readConfig } from './read-config.ts';

/**
 * All that the attributes say; beside those of `readConfig` these are `data-api` (without it, where this
 * script comes from), `data-site-key`,
 * `data-base` (path under which pages of the index are shown here), `data-suggestions` (parted by `|`, at most 5), and `data-title`. Each API and site key has its own history, unless `data-storage-key` says other.
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
    suggestions: suggestions.filter((text) => text !== '').slice(0, 5),
    storageKey: dataset['storageKey'] || ['ibid', api, siteKey].filter((part) => part !== '').join(' '),
  };
}
