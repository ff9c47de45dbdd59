import { canonicalUrl } from '@ibid/core';
import type { SiteFacts } from './site-facts.ts';

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
