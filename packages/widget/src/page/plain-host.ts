import { isServed } from '../client/static-fetch.ts';
import type { Destination, EntryState, HostPage } from '../config/index.ts';
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
  /** Address of the API: one on this origin, or a static index, may know where this site is published. @default none */
  readonly api?: string;
  /** Returns true if a citation should also move the focus, as when the panel covers the page. @default never */
  readonly takesFocus?: () => boolean;
}

/** Routers may change the address late: after a click it is checked at these times. Milliseconds. */
const AFTER_CLICK = [0, 100, 400, 1500];

/** Timeout for finding the address of the published site. */
const KNOWN_MS = 10_000;

/**
 * Host for any site, with or without a router. A citation of the open page is shown in place. For one of another page the browser
 * follows the link, and the words are highlighted when that page has loaded.
 */
export function plainHost(options: PlainHostOptions): HostPage & {
  /** Resolves when the address of the published site is known, or is not found; until then, pages of other hosts count as other sites. */
  readonly ready: Promise<void>;
} {
  const { content, baseUrl = '/', isDocs = true, api = '', takesFocus = () => false } = options;
  const served = document.querySelector<HTMLMetaElement>('head > meta[name=ibid-site]')?.content ?? '';
  const canonical = document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href ?? '';
  const known = pageUrl(served) || pageUrl(canonical);
  let map = siteMapOf(known, baseUrl);
  const find = async (): Promise<void> => {
    if (pageUrl(served) !== '' || !isDocs || api === '' || isServed()) return;
    const [, folder] = /^static:(.+)/u.exec(api) ?? [];
    const asked = new URL(folder === undefined ? api : `${folder}/`, document.baseURI);
    if (asked.origin !== location.origin) return;
    // Copies of a site below another path have its canonical links, too.
    if (folder !== undefined) map = (await mapOfStatic(asked, options.baseUrl)) ?? map;
    else if (known === '') map = siteMapOf(await publishedAt(baseUrl), baseUrl);
  };

  const landAt = async (to: Pick<Destination, 'anchor' | 'quote' | 'focus'>): Promise<void> => {
    const { land } = await import('./land.ts');
    await land(to, { content, focus: to.focus ?? takesFocus() });
  };
  const resume = (): void => {
    const kept = takeReveal();
    if (kept !== undefined) void landAt(kept).catch(() => undefined);
  };
  const begin = (): void => {
    const state = history.state as EntryState | null;
    if (state?.ibidShown) void import('./land.ts').then(({ relight }) => relight(state, content));
    resume();
  };
  if (document.readyState === 'complete') begin();
  else addEventListener('load', begin, { once: true });

  return {
    ready: find().catch(() => undefined),
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

/** The manifest names the address at which the folder around that of the index is published, if the indexed pages are in it. */
async function mapOfStatic(folder: URL, base: string | undefined): Promise<SiteMap | undefined> {
  const signal = AbortSignal.timeout(KNOWN_MS);
  const response = await fetch(new URL('index.json', folder), { signal, redirect: 'error' });
  const { site } = (await response.json()) as { readonly site?: string };
  if (site === undefined) return undefined;
  return createSiteMap({ siteUrl: site, origin: location.origin, baseUrl: base ?? new URL('..', folder).pathname });
}

/** First address in the sitemap; `''` if there is none. */
async function publishedAt(baseUrl: string): Promise<string> {
  const ending = new AbortController();
  const timeout = AbortSignal.timeout(KNOWN_MS);
  const { ok, body } = await fetch(`${baseUrl}sitemap.xml`, { signal: AbortSignal.any([ending.signal, timeout]) });
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
