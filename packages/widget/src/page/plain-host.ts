import type { CodeHighlighter, HostPage } from '../config/host-page.ts';
import { createSiteMap, type SiteMap } from './create-site-map.ts';
import { keepReveal, takeReveal } from './keep-reveal.ts';
import type { land } from './land.ts';
import { hashOf, pageUrl } from './page-address.ts';
import { pageContext } from './page-context.ts';

export interface PlainHostOptions {
  /** CSS selector of what counts as the text of a page. */
  readonly content: string;
  /** Address of the site as the index knows it, with its base path. @default that of the page's canonical link */
  readonly siteUrl?: string;
  /** Path under which the site is served here. @default the path of `siteUrl` */
  readonly baseUrl?: string;
  /** Whether the open page is one of the docs. @default true */
  readonly isDocs?: boolean;
  readonly highlightCode?: CodeHighlighter;
  /** Whether a citation takes the focus with it, as it should when the panel covers the page. @default never */
  readonly takesFocus?: () => boolean;
  /** Loads what finds and lights up words, when it is first needed. */
  readonly loadLanding?: () => Promise<{ readonly land: typeof land }>;
}

/** Tabs may be slow to say so: a click that leads elsewhere is looked after for this long. Milliseconds. */
const AFTER_CLICK = [0, 100, 400, 1500];

/**
 * Any site, with or without a router. A citation of the page that is open is shown in place; one of another page has its link followed,
 * and is lit up when that page has come.
 */
export function plainHost(options: PlainHostOptions): HostPage {
  const {
    content,
    isDocs = true,
    highlightCode,
    takesFocus = () => false,
    loadLanding = () => import('./land.ts'),
  } = options;
  const map = siteMapOf(options);

  const landAt = async (to: { readonly anchor: string; readonly quote: string }): Promise<void> => {
    const landing = await loadLanding();
    await landing.land(to, { content, focus: takesFocus() });
  };
  const resume = (): void => {
    const kept = takeReveal();
    if (kept !== undefined) void landAt(kept).catch(() => undefined);
  };
  if (document.readyState === 'complete') resume();
  else addEventListener('load', resume, { once: true });

  return {
    highlightCode,
    current: () =>
      isDocs
        ? pageContext({ content, ...(isConfigured(options) ? { url: map.urlOf(location.pathname) } : {}) })
        : { url: '', title: '', section: undefined, locale: '', version: '' },
    onNavigate: (listener) =>
      watchNavigation(() => {
        resume();
        listener();
      }),
    hrefOf: map.hrefOf,
    async go(to) {
      const path = map.pathOf(to.url);
      if (path === undefined) return false;
      if (!map.isSamePage(to.url, location.pathname)) {
        keepReveal({ path, anchor: to.anchor, quote: to.quote });
        return false;
      }
      const hash = hashOf({ anchor: to.anchor, quote: '' });
      if (hash !== location.hash) history.pushState(history.state, '', hash || location.pathname + location.search);
      await landAt(to);
      return true;
    },
  };
}

function isConfigured({ siteUrl = '' }: PlainHostOptions): boolean {
  return siteUrl !== '';
}

function siteMapOf({ siteUrl = '', baseUrl }: PlainHostOptions): SiteMap {
  const canonical = pageUrl(document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href ?? '');
  const site = siteUrl || (canonical === '' ? location.origin : new URL(canonical).origin);
  return createSiteMap({ siteUrl: site, origin: location.origin, baseUrl: baseUrl ?? new URL(site).pathname });
}

/**
 * Calls `listener` when the address or the title has changed without a reload, whatever router did it; returns how to end it. Nothing of
 * the page is replaced: the browser says so itself where it can, and its title and clicks give it away elsewhere.
 */
export function watchNavigation(listener: () => void): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  let known = stateOf();
  const check = (): void => {
    const now = stateOf();
    if (now === known || signal.aborted) return;
    known = now;
    listener();
  };
  const later = (): void => {
    for (const milliseconds of AFTER_CLICK) setTimeout(check, milliseconds);
  };
  const { navigation } = window as { readonly navigation?: EventTarget };
  navigation?.addEventListener('currententrychange', check, { signal });
  for (const type of ['popstate', 'hashchange']) addEventListener(type, check, { signal });
  document.addEventListener('click', later, { signal, passive: true });
  const titles = new MutationObserver(check);
  titles.observe(document.head, { subtree: true, childList: true, characterData: true });
  return () => {
    ended.abort();
    titles.disconnect();
  };
}

function stateOf(): string {
  return `${location.href}\n${document.title}`;
}
