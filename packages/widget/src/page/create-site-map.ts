import type { Destination } from '../config/index.ts';
import { hashOf, pageKey, pageUrl } from './page-address.ts';

export interface SiteMapOptions {
  /** Address of the site as the index knows it, with its base path; `''` when it is the one of `origin`. */
  readonly siteUrl: string;
  /** Where this page came from, such as `location.origin`. */
  readonly origin: string;
  /** Path under which the whole site, all languages included, is served here; begins and ends with a slash. */
  readonly baseUrl: string;
  /** How pages are addressed here: with a slash at the end, without, or as the index has them. */
  readonly trailingSlash?: boolean | undefined;
  /** Languages that are built as sites of their own, and where they are served here. @default none */
  readonly locales?: readonly { readonly locale: string; readonly baseUrl: string }[];
  /** The one that is being read. @default '' */
  readonly locale?: string;
}

/** Which page of the index is which page here. Hosts of previews and of this machine stand for the site itself. */
export interface SiteMap {
  /** Address in the index of a path here. */
  urlOf(path: string): string;
  /** Path here of an address in the index; `undefined` when it belongs to another site. */
  pathOf(url: string): string | undefined;
  /** As `HostPage.hrefOf`. */
  hrefOf(to: Destination): string;
  /** Whether the page is part of what is loaded now, so that no reload is needed; another language is a site of its own. */
  isInApp(url: string): boolean;
  /** Whether the address in the index names the page at that path here. */
  isSamePage(url: string, path: string): boolean;
}

const LOCAL = /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|0\.0\.0\.0|\[::1?\])$/;

export function createSiteMap(options: SiteMapOptions): SiteMap {
  const { origin, trailingSlash, locales = [], locale = '' } = options;
  const base = withSlash(options.baseUrl);
  const site = new URL(pageUrl(options.siteUrl) || origin + base);
  const siteBase = withSlash(site.pathname);
  const here = new URL(origin);
  const roots = [base, ...locales.map(({ baseUrl }) => withSlash(baseUrl))];

  const pathOf = (url: string): string | undefined => {
    const address = pageUrl(url, site.href);
    if (address === '') return undefined;
    const { host, hostname, pathname } = new URL(address);
    const isSite = host === site.host;
    if (!isSite && host !== here.host && !LOCAL.test(hostname)) return undefined;
    const path = pathname.replace(/^\/{2,}/, '/');
    const bases = isSite ? [siteBase, ...(host === here.host ? [base] : [])] : [base, siteBase, '/'];
    const found = bases.find((prefix) => withSlash(path).startsWith(prefix));
    if (found === undefined) return undefined;
    return shaped(base + path.slice(found.length).replace(/^\/+/, ''));
  };

  const shaped = (path: string): string => {
    if (roots.includes(withSlash(path))) return withSlash(path);
    if (trailingSlash === true && !path.endsWith('.html')) return withSlash(path);
    return path.length > 1 ? path.replace(/\/+$/, '') : path;
  };

  const rootOf = (path: string): string =>
    roots
      .filter((root) => withSlash(path).startsWith(root))
      .reduce((best, root) => (root.length > best.length ? root : best), '');

  return {
    urlOf: (path) => {
      const inside = withSlash(path).startsWith(base) ? path.slice(base.length) : path.replace(/^\/+/, '');
      return pageUrl(site.origin + siteBase + inside);
    },
    pathOf,
    hrefOf: (to) => {
      const url = to.url.trim();
      const foreign = (): string => (url === '' ? '' : foreignAddress(url, site.href));
      const address = url === '' ? undefined : pathOf(url);
      const page = address ?? foreign();
      return page === '' ? '' : page + hashOf(to);
    },
    isInApp: (url) => {
      const path = pathOf(url);
      if (path === undefined) return false;
      const own = locales.find((entry) => entry.locale === locale);
      return own === undefined || rootOf(path) === withSlash(own.baseUrl);
    },
    isSamePage: (url, path) => {
      const other = pathOf(url);
      return other !== undefined && pageKey(other) === pageKey(path);
    },
  };
}

function foreignAddress(url: string, base: string): string {
  if (!URL.canParse(url, base)) return '';
  const { protocol, origin, pathname, search } = new URL(url, base);
  return /^https?:$/.test(protocol) ? origin + pathname + search : '';
}

function withSlash(path: string): string {
  return path.endsWith('/') ? path : `${path}/`;
}
