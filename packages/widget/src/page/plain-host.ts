import type { Destination, HostPage } from '../config/index.ts';
import { createSiteMap, type SiteMap } from './create-site-map.ts';
import { keepReveal, takeReveal } from './keep-reveal.ts';
import { hashOf, pageUrl } from './page-address.ts';
import { pageContext } from './page-context.ts';

export interface PlainHostOptions {
  /** CSS selector of what counts as the text of a page. */
  readonly content: string;
  /** Path under which the site is served here. @default '/' */
  readonly baseUrl?: string;
  /** Whether the open page is one of the docs. @default true */
  readonly isDocs?: boolean;
  /** Whether what answers also serves this page, which then may be a copy of a site that is published elsewhere. @default false */
  readonly isServed?: boolean;
  /** Whether a citation takes the focus with it, as it should when the panel covers the page. @default never */
  readonly takesFocus?: () => boolean;
}

/** Tabs may be slow to say so: a click that leads elsewhere is looked after for this long. Milliseconds. */
const AFTER_CLICK = [0, 100, 400, 1500];

/**
 * Any site, with or without a router. A citation of the page that is open is shown in place; one of another page has its link followed,
 * and is lit up when that page has come.
 */
export function plainHost(options: PlainHostOptions): HostPage {
  const { content, baseUrl = '/', isDocs = true, isServed = false, takesFocus = () => false } = options;
  const canonical = pageUrl(document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href ?? '');
  let map = siteMapOf(canonical, baseUrl);
  if (canonical === '' && isServed) {
    // Until it is known, and where nothing is said, pages of other hosts are those of other sites.
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

/** `published` is the address of any page where the site is published; `''` when that is here. */
function siteMapOf(published: string, baseUrl: string): SiteMap {
  const siteUrl = published === '' ? location.origin : new URL(published).origin;
  return createSiteMap({ siteUrl, origin: location.origin, baseUrl });
}

/** The first address in the sitemap; `''` without one. */
async function publishedAt(baseUrl: string): Promise<string> {
  const ending = new AbortController();
  const { ok, body } = await fetch(`${baseUrl}sitemap.xml`, { signal: ending.signal });
  const { value } = ok && body !== null ? await body.getReader().read() : { value: undefined };
  ending.abort();
  return pageUrl(/<loc>\s*([^<\s]+)/u.exec(new TextDecoder().decode(value))?.[1] ?? '');
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
