import type { LoadContext } from '@docusaurus/types';
import { canonicalUrl } from '@ibid/core';

/** What a route has after the site's base path; without a slash at its front. */
export function belowBase(route: string, baseUrl: string): string {
  const base = baseUrl.endsWith('/') ? baseUrl : `${baseUrl}/`;
  const path = `${route}/`.startsWith(base) ? route.slice(base.length) : route;
  return path.replace(/^\/+/u, '');
}

/** The address of a page as the index knows it: canonical, below the root of its locale. */
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
 * Address of the root of the locale at hand, as the index knows it; with a slash at its end.
 *
 * `docusaurus build --locale fr` leaves `/fr/` out of all addresses, for sites that give each language a host of its own. Such a site says so
 * in `i18n.localeConfigs` (`url` or `baseUrl`), and then that holds; else the address is the one of a build of all locales, so that a language
 * that is built alone does not take the place of another in the index.
 */
export function localeRoot({ siteConfig, i18n, baseUrl }: SiteFacts): string {
  const { currentLocale, defaultLocale } = i18n;
  const own = siteConfig.i18n.localeConfigs[currentLocale];
  const isPlaced = currentLocale === defaultLocale || own?.baseUrl !== undefined || own?.url !== undefined;
  const base = isPlaced || baseUrl.endsWith(`/${currentLocale}/`) ? baseUrl : `${baseUrl}${currentLocale}/`;
  const root = canonicalUrl(new URL(base, siteConfig.url).href);
  return root.endsWith('/') ? root : `${root}/`;
}

/** What is needed of a site to say under which addresses its pages stand; `LoadContext` and the props of `postBuild` fit. */
type SiteFacts = Pick<LoadContext, 'baseUrl' | 'i18n'> & {
  readonly siteConfig: Pick<LoadContext['siteConfig'], 'url' | 'baseUrl' | 'i18n'>;
};
