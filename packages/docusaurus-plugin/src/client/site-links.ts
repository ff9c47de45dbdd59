import type { Destination, HostPage } from '@ibid/widget/config';
import { createSiteMap, hashOf, keepReveal, takeReveal, type SiteMapOptions } from '@ibid/widget/page';
import type { SitePlace } from './docusaurus-host.ts';

export interface LinkParts extends SiteShape {
  readonly hashRouter: boolean;
  readonly routes: readonly SiteRoute[];
  /** Selector of what counts as the text of a page. */
  readonly content: string;
  readonly listeners: Set<() => void>;
}

/** Above it the panel stands beside the page, and keeps the focus. */
const WIDE = '(min-width: 997px)';

/** A page whose code cannot be had never comes; the link is then followed as any other. */
const PATIENCE_MS = 8_000;

/** How to go to citations: without a reload where the page is part of this build, else by its link, and lit up when it has come. */
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
    // One file holds the whole site, and it may be served anywhere.
    return `${location.pathname}#/${link.slice(baseUrl.length)}`;
  };

  const kept = takeReveal(parts.path());
  if (kept !== undefined) void landAt(kept);

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
      // The page that is open may be spelled in another way, such as with a slash at its end.
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
  /** Whether the reader is on the page already. */
  readonly isHere: boolean;
  readonly hashRouter: boolean;
  readonly listeners: Set<() => void>;
}

/**
 * Goes to a page of the site as its own links do, without a reload. The router is out of reach of an own root, but hears what the browser
 * says when a reader goes back. Resolves to whether the page has come.
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

/** Where each language stands; fields are missing in older versions of Docusaurus. */
export interface SiteLocales {
  readonly defaultLocale: string;
  readonly currentLocale: string;
  readonly localeConfigs: Readonly<Record<string, { readonly url?: string; readonly baseUrl?: string }>>;
}

export interface SiteShape extends SitePlace {
  readonly trailingSlash: boolean | undefined;
  readonly i18n: SiteLocales;
}

/** How pages of the index and pages of this build belong together; `origin` is that of the page. */
export function mapOptions({ root, baseUrl, trailingSlash, i18n }: SiteShape, origin: string): SiteMapOptions {
  const { currentLocale, defaultLocale, localeConfigs } = i18n;
  const folder = `${currentLocale}/`;
  const alone = { siteUrl: root, origin, baseUrl, trailingSlash, locale: currentLocale };
  const siteBase =
    localeConfigs[defaultLocale]?.baseUrl ??
    (currentLocale === defaultLocale || !baseUrl.endsWith(`/${folder}`) ? baseUrl : baseUrl.slice(0, -folder.length));
  // A language on a host of its own, or one that was built alone, is a site by itself.
  const below = baseUrl.slice(siteBase.length);
  if (!baseUrl.startsWith(siteBase) || !root.endsWith(`/${below}`) || !URL.parse(root)!.pathname.endsWith(baseUrl))
    return alone;
  const locales = Object.entries(localeConfigs).flatMap(([locale, own]) => {
    const isHere = own.url === undefined || own.url === localeConfigs[currentLocale]?.url;
    return isHere && own.baseUrl !== undefined ? [{ locale, baseUrl: own.baseUrl }] : [];
  });
  return { ...alone, siteUrl: root.slice(0, root.length - below.length), baseUrl: siteBase, locales };
}

/** Docusaurus' table of routes, as far as it is used. */
export interface SiteRoute {
  readonly path: string;
  readonly routes?: readonly SiteRoute[];
}

/** Whether a path is a page of this build, so that it can be gone to without a reload. */
export function hasRoute(routes: readonly SiteRoute[], path: string): boolean {
  return routes.some((route) =>
    route.routes === undefined ? plain(route.path) === plain(path) : hasRoute(route.routes, path),
  );
}

/** Routes are written plainly, addresses with escapes; hosts add a slash or take it away. */
function plain(path: string): string {
  try {
    return decodeURI(path).replace(/\/+$/u, '');
  } catch {
    return path;
  }
}

/** One set of docs, as Docusaurus ships it. */
interface DocsData {
  readonly versions?: readonly { readonly name: string; readonly label: string }[];
}

/** What the site's own switcher calls a version; the version itself where it is not known. */
export function versionName(docs: Readonly<Record<string, unknown>>, version: string): string {
  const versions = Object.values(docs as Readonly<Record<string, DocsData>>).flatMap((data) =>
    (data.versions ?? []).length > 1 ? data.versions! : [],
  );
  return versions.find(({ name }) => name === version)?.label || version;
}
