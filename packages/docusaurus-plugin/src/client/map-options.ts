import type { SiteMapOptions } from '@ibid/widget/page';
import type { SitePlace } from './address-here.ts';

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
