/** Runs in the page: starts the launcher like an integration, with settings from `<html data-settings>`. */
import type { WidgetConfig } from '../../config/index.ts';
import { type LauncherHandle, startLauncher } from '../start-launcher.ts';

const root = document.createElement('div');
document.body.append(root);
window.opened = [];
const listeners = new Set<() => void>();
window.navigated = () => {
  for (const listener of listeners) listener();
};
let attempts = 0;
window.launcher = startLauncher({
  root,
  config: {
    api: '',
    siteKey: '',
    locale: 'en',
    messages: {},
    shortcut: 'Mod+I',
    searchShortcut: 'Mod+K',
    launcher: true,
    askSelection: true,
    content: 'main',
    suggestions: [],
    storageKey: 'launcher test',
    ...(JSON.parse(document.documentElement.dataset['settings'] ?? '{}') as Partial<WidgetConfig>),
  },
  host: {
    current: () => ({ url: location.pathname, title: document.title, section: undefined, locale: 'en', version: '' }),
    onNavigate(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    hrefOf: () => '',
    go: async () => false,
    highlightCode: undefined,
  },
  messages: { launcher: 'Ask', askAboutThis: 'Ask about this', failUnreachable: 'No.', retry: 'Try again' },
  loadPanel: () => {
    attempts += 1;
    const address = `./fake-panel.js?${attempts}`;
    return import(address);
  },
  loadSearch: () => import('./fake-search.ts'),
});

declare global {
  interface Window {
    launcher: LauncherHandle;
    navigated: () => void;
  }
}
