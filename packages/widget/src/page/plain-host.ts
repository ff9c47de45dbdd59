import type { Destination, HostPage } from '../config/index.ts';
import { createSiteMap, type SiteMap } from './create-site-map.ts';
import { keepReveal, takeReveal } from './keep-reveal.ts';
import { hashOf, pageUrl } from './page-address.ts';
import { pageContext } from './page-context.ts';

export interface PlainHostOptions {
  /** CSS selector of the elements that contain the page's text. */
  readonly content: string;
  /** Path under which the site is served here. @default '/' */
  readonly baseUrl?: string;
  /** True if the open page is part of the docs. @default true */
  readonly isDocs?: boolean;
  /** True if the server that answers also serves this page, which then may be a copy of a site published elsewhere. @default false */
  readonly isServed?: boolean;
  /** Returns true if a citation should also move the focus, as when the panel covers the page. @default never */
  readonly takesFocus?: () => boolean;
}

/** Routers may change the address late: after a click it is checked at these times. Milliseconds. */
const AFTER_CLICK = [0, 100, 400, 1500];

/**
 * Host for any site, with or without a router. A citation of the open page is shown in place. For one of another page the browser
 * follows the link, and the words are highlighted when that page has loaded.
 */
export function plainHost(options: PlainHostOptions): HostPage {
  const { content, baseUrl = '/', isDocs = true, isServed = false, takesFocus = () => false } = options;
  const canonical = pageUrl(document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href ?? '');
  let map = siteMapOf(canonical, baseUrl);
  if (canonical === '' && isServed) {
    // Until this is known, and if there is no sitemap, pages of other hosts count as other sites.
    publishedAt(baseUrl).then(
      (address) => (map = siteMapOf(address, baseUrl)),
      () => undefined,
    );
  }

  const landAt = async (to: Pick<Destination, 'anchor' | 'quote' | 'focus'>): Promise<void> => {
    const { land } = await import('./land.ts');
    await land(to, { content, focus: to.focus ?? takesFocus() });
  };
  const resume = (): void => {
    const kept = takeReveal();
    if (kept !== undefined) void landAt(kept).catch(() => undefined);
  };
  if (document.readyState === 'complete') resume();
  else addEventListener('load', resume, { once: true });

  return {
    highlightCode: undefined,
    current: () =>
      isDocs ? pageContext({ content }) : { url: '', title: '', section: undefined, locale: '', version: '' },
    onNavigate: (listener) =>
      watchNavigation(() => {
        resume();
        listener();
      }),
    hrefOf: (to) => map.hrefOf(to),
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

/** `published` is the address of any page of the published site; `''` if it is published here. */
function siteMapOf(published: string, baseUrl: string): SiteMap {
  const siteUrl = published === '' ? location.origin : new URL(published).origin;
  return createSiteMap({ siteUrl, origin: location.origin, baseUrl });
}

/** First address in the sitemap; `''` if there is none. */
async function publishedAt(baseUrl: string): Promise<string> {
  const ending = new AbortController();
  const { ok, body } = await fetch(`${baseUrl}sitemap.xml`, { signal: ending.signal });
  const { value } = ok && body !== null ? await body.getReader().read() : { value: undefined };
  ending.abort();
  return pageUrl(/<loc>\s*([^<\s]+)/u.exec(new TextDecoder().decode(value))?.[1] ?? '');
}

/**
 * Calls `listener` when the address or the title has changed without a reload, with any router. Returns a function that stops
 * this. Patches nothing of the page: it uses the Navigation API if there is one, and otherwise the title and clicks.
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
