import type { LoadContext } from '@docusaurus/types';
import { canonicalUrl } from '@ibid/core';

/** The part of a route after the site's base path, without a leading slash. */
export function belowBase(route: string, baseUrl: string): string {
  const base = baseUrl.endsWith('/') ? baseUrl : `${baseUrl}/`;
  const path = `${route}/`.startsWith(base) ? route.slice(base.length) : route;
  return path.replace(/^\/+/u, '');
}

/** Canonical address of a page as in the index, below the root of its locale. */
export function pageAddress(root: string, route: string, baseUrl: string): string {
  return canonicalUrl(root + belowBase(route, baseUrl).replaceAll('?', '%3F').replaceAll('#', '%23'));
}

/** The first folder of a route; `root` for pages at the top. */
export function moduleOf(route: string, baseUrl: string): string {
  const segments = belowBase(route, baseUrl)
    .split('/')
    .filter((segment) => segment !== '');
  return segments.length > 1 ? decoded(segments[0]!) : 'root';
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/**
 * Root address of the current locale as in the index, with a trailing slash.
 *
 * `docusaurus build --locale fr` leaves `/fr/` out of all addresses, for sites with a separate host per language. Such a site sets `url` or
 * `baseUrl` in `i18n.localeConfigs`, which is then used. Otherwise the address is the same as in a build of all locales, so that a language
 * built alone does not replace another one in the index.
 */
export function localeRoot({ siteConfig, i18n, baseUrl }: SiteFacts): string {
  const { currentLocale, defaultLocale } = i18n;
  const own = siteConfig.i18n.localeConfigs[currentLocale];
  const isPlaced = currentLocale === defaultLocale || own?.baseUrl !== undefined || own?.url !== undefined;
  const base = isPlaced || baseUrl.endsWith(`/${currentLocale}/`) ? baseUrl : `${baseUrl}${currentLocale}/`;
  const root = canonicalUrl(new URL(base, siteConfig.url).href);
  return root.endsWith('/') ? root : `${root}/`;
}

/** The facts that determine the addresses of a site's pages; `LoadContext` and the props of `postBuild` both fit. */
type SiteFacts = Pick<LoadContext, 'baseUrl' | 'i18n'> & {
  readonly siteConfig: Pick<LoadContext['siteConfig'], 'url' | 'baseUrl' | 'i18n'>;
};
