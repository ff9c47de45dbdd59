import type { Destination, HostPage } from '@ibid/widget/config';
import { createSiteMap, hashOf, keepReveal, takeReveal, type SiteMapOptions } from '@ibid/widget/page';
import type { SiteLocation } from './docusaurus-host.ts';

export interface LinkParts extends SiteShape {
  readonly hashRouter: boolean;
  readonly routes: readonly SiteRoute[];
  /** Selector of the main text of a page. */
  readonly content: string;
  readonly listeners: Set<() => void>;
}

/** At this width the panel is next to the page and keeps the focus. */
const WIDE = '(min-width: 997px)';

/** Milliseconds to wait for a page. If its code cannot be loaded, it never arrives; the link is then followed normally. */
const PATIENCE_MS = 8_000;

/** Opens citations: without a reload if the page is part of this build, else by its link. The cited words are then highlighted. */
export function siteLinks(parts: LinkParts): Pick<HostPage, 'hrefOf' | 'go'> {
  const { baseUrl, hashRouter, content, routes, listeners } = parts;
  const map = createSiteMap(mapOptions(parts, location.origin));
  const landAt = async (to: Pick<Destination, 'anchor' | 'quote' | 'focus'>): Promise<void> => {
    const { land } = await import('./landing.ts');
    await land(to, { content, focus: to.focus ?? !matchMedia(WIDE).matches });
  };
  const linkOf = (to: Destination): string => {
    const link = map.hrefOf(to);
    if (!hashRouter || map.pathOf(to.url) === undefined) return link;
    // A single file contains the whole site, and it may be served from any path.
    return `${location.pathname}#/${link.slice(baseUrl.length)}`;
  };

  const reveal = takeReveal(parts.path());
  if (reveal !== undefined) void landAt(reveal);

  return {
    hrefOf: linkOf,
    async go(to) {
      const path = map.pathOf(to.url);
      if (path === undefined) return false;
      const { anchor, quote } = to;
      if (!hasRoute(routes, path)) {
        keepReveal({ path, anchor, quote });
        return false;
      }
      const isHere = map.isSamePage(to.url, parts.path());
      const hash = hashOf({ anchor, quote: '' });
      const link = hashRouter ? linkOf({ ...to, quote: '' }) : path + hash;
      // The address of the open page may be spelled differently, such as with a trailing slash.
      const isThere = await navigate({
        link: isHere && !hashRouter ? location.pathname + hash : link,
        isHere,
        hashRouter,
        listeners,
      });
      if (isThere) await landAt(to);
      return isThere;
    },
  };
}

interface Navigation {
  readonly link: string;
  /** True if the reader is on the page already. */
  readonly isHere: boolean;
  readonly hashRouter: boolean;
  readonly listeners: Set<() => void>;
}

/**
 * Navigates to a page of the site without a reload, as the site's own links do. The router is not accessible from a separate React root,
 * but it listens to the browser's event for going back. Resolves to true if the page has arrived.
 */
async function navigate({ link, isHere, hashRouter, listeners }: Navigation): Promise<boolean> {
  if (link === location.pathname + location.search + location.hash) return true;
  const arrived =
    isHere ||
    new Promise<boolean>((resolve) => {
      const done = (isThere: boolean): void => {
        listeners.delete(listener);
        clearTimeout(timer);
        resolve(isThere);
      };
      const listener = (): void => done(true);
      const timer = setTimeout(done, PATIENCE_MS, false);
      listeners.add(listener);
    });
  if (hashRouter) {
    location.hash = link.slice(link.indexOf('#'));
  } else {
    history.pushState({ key: Math.random().toString(36).slice(2, 8) }, '', link);
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
  }
  return arrived;
}

/** Address of each language; older versions of Docusaurus lack some fields. */
export interface SiteLocales {
  readonly defaultLocale: string;
  readonly currentLocale: string;
  readonly localeConfigs: Readonly<Record<string, { readonly url?: string; readonly baseUrl?: string }>>;
}

export interface SiteShape extends SiteLocation {
  readonly trailingSlash: boolean | undefined;
  readonly i18n: SiteLocales;
}

/** Maps pages of the index to pages of this build. `origin` is that of the open page. */
export function mapOptions({ root, baseUrl, trailingSlash, i18n }: SiteShape, origin: string): SiteMapOptions {
  const { currentLocale, defaultLocale, localeConfigs } = i18n;
  const folder = `${currentLocale}/`;
  const alone = { siteUrl: root, origin, baseUrl, trailingSlash, locale: currentLocale };
  const siteBase =
    localeConfigs[defaultLocale]?.baseUrl ??
    (currentLocale === defaultLocale || !baseUrl.endsWith(`/${folder}`) ? baseUrl : baseUrl.slice(0, -folder.length));
  // A language on a separate host, or one that was built alone, counts as a separate site.
  const below = baseUrl.slice(siteBase.length);
  if (!baseUrl.startsWith(siteBase) || !root.endsWith(`/${below}`) || !URL.parse(root)!.pathname.endsWith(baseUrl))
    return alone;
  const locales = Object.entries(localeConfigs).flatMap(([locale, own]) => {
    const isHere = own.url === undefined || own.url === localeConfigs[currentLocale]?.url;
    return isHere && own.baseUrl !== undefined ? [{ locale, baseUrl: own.baseUrl }] : [];
  });
  return { ...alone, siteUrl: root.slice(0, root.length - below.length), baseUrl: siteBase, locales };
}

/** The part of Docusaurus's route table that is used. */
export interface SiteRoute {
  readonly path: string;
  readonly routes?: readonly SiteRoute[];
}

/** True if `path` is a page of this build and so can be opened without a reload. */
export function hasRoute(routes: readonly SiteRoute[], path: string): boolean {
  return routes.some((route) =>
    route.routes === undefined ? plain(route.path) === plain(path) : hasRoute(route.routes, path),
  );
}

/** Routes are not percent-encoded, addresses are; hosts add or remove a trailing slash. */
function plain(path: string): string {
  try {
    return decodeURI(path).replace(/\/+$/u, '');
  } catch {
    return path;
  }
}

/** One set of docs in the data that Docusaurus ships. */
interface DocsData {
  readonly versions?: readonly { readonly name: string; readonly label: string }[];
}

/** Label of a version in the site's own version menu; the version itself if it is unknown. */
export function versionName(docs: Readonly<Record<string, unknown>>, version: string): string {
  const versions = Object.values(docs as Readonly<Record<string, DocsData>>).flatMap((data) =>
    (data.versions ?? []).length > 1 ? data.versions! : [],
  );
  return versions.find(({ name }) => name === version)?.label || version;
}
