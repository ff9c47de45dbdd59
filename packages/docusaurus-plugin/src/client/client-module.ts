/** Loaded on every page: the button, and the code that opens the panel. Docusaurus runs it once, and again when it is edited. */
import config from '@generated/docusaurus.config.mjs';
import globalData from '@generated/globalData.json';
import { startLauncher } from '@ibid/widget/launcher';
import type { EntryState } from '@ibid/widget/config';
import '@ibid/widget/launcher.css';
import type { ShippedData } from '../site/ship-data.ts';
import { docusaurusHost, notify, pathHere, versionRead } from './docusaurus-host.ts';

const ROOT_ID = 'ibid-root';

/** Stored on `window`, so that a module that runs again finds its earlier state. */
type Page = Window & { ibidListeners?: Set<() => void> };

export function onRouteDidUpdate({ previousLocation }: { readonly previousLocation: unknown }): void {
  if (previousLocation) notify(listenersOf(window));
}

function listenersOf(page: Page): Set<() => void> {
  return (page.ibidListeners ??= new Set());
}

function start(): void {
  try {
    // Development servers run an edited module again.
    if (document.getElementById(ROOT_ID) !== null) return;
    const root = document.createElement('div');
    root.id = ROOT_ID;
    document.body.append(root);
    begin(root);
  } catch (error) {
    // An error of the panel must not break the site.
    reportError(error);
  }
}

function begin(element: HTMLElement): void {
  const { root, locale, language, words, latest, ...shipped } = Object.values(
    globalData['@ibid/docusaurus-plugin']!,
  )[0] as ShippedData;
  const { baseUrl } = config;
  const parts = {
    root,
    baseUrl,
    path: () => pathHere(baseUrl, shipped.hashRouter),
    content: shipped.content,
    locale,
    version: () => versionRead(latest, meta('version'), meta('tag')),
    listeners: listenersOf(window),
    hashRouter: shipped.hashRouter,
    markdown: shipped.markdown && !shipped.hashRouter,
  };
  const host = docusaurusHost(parts);
  startLauncher({
    root: element,
    config: { ...shipped, locale: language, messages: {}, suggestions: [] },
    host,
    messages: words,
    opening() {},
    loadPanel: async () => (await import('./load-panel.ts')).loadPanel(host, parts),
    loadSearch: async () => (await import('./load-search.ts')).loadSearch(host, parts),
  });
  const state = history.state as EntryState | null;
  if (state?.ibidShown) void import('./landing.ts').then(({ relight }) => relight(state, shipped.content));
}

function meta(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name=docusaurus_${name}]`)?.content ?? '';
}

if (typeof window !== 'undefined') {
  if (document.readyState === 'complete') start();
  else addEventListener('load', start, { once: true });
}
