import type { Facets } from '../types/page.ts';
import type { Where } from '../types/store.ts';

/** True if a page is in the language and version asked for; a page without one belongs to all. */
export function isOfFacets(
  page: Pick<Facets, 'locale' | 'version'>,
  { locale, version }: { readonly [Name in 'locale' | 'version']?: Where[Name] | undefined },
): boolean {
  return (
    (locale === undefined || page.locale === '' || page.locale === locale) &&
    (version === undefined || page.version === '' || page.version === version)
  );
}
