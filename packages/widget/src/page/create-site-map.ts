import type { Destination } from '../config/index.ts';
import { hashOf, pageKey, pageUrl } from './page-address.ts';

export interface SiteMapOptions {
  /** Address of the site in the index, with its base path; `''` if it is that of `origin`. */
  readonly siteUrl: string;
  /** Origin of this page, such as `location.origin`. */
  readonly origin: string;
  /** Path under which the whole site with all languages is served here; begins and ends with a slash. */
  readonly baseUrl: string;
  /** True if pages have a trailing slash here, false if not; `undefined` for the form of the index. */
  readonly trailingSlash?: boolean | undefined;
  /** Languages built as separate sites, and their paths here. @default none */
  readonly locales?: readonly { readonly locale: string; readonly baseUrl: string }[];
  /** Language of the open page. @default '' */
  readonly locale?: string;
}

/** Maps pages of the index to pages here. Preview hosts and local hosts count as the site itself. */
export interface SiteMap {
  /** Path here for an address in the index; `undefined` if it belongs to another site. */
  pathOf(url: string): string | undefined;
  /** Same as `HostPage.hrefOf`. */
  hrefOf(to: Destination): string;
  /** True if the page belongs to the loaded application, so that no reload is needed; another language is a separate site. */
  isInApp(url: string): boolean;
  /** True if the address in the index is that of the page at this path. */
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
    pathOf,
    hrefOf: (to) => {
      const url = to.url.trim();
      const page = url === '' ? '' : (pathOf(url) ?? foreignAddress(url, site.href));
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
