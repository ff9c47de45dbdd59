import { isOfFacets, sectionKey } from '@ibid/core';
import type { Where } from '@ibid/core/types';
import { moduleOf } from './foreign-chunk.ts';
import type { ForeignListing } from './foreign-listing.ts';
import type { ListedPassage } from './place-in-pages.ts';

/**
 * The passages that a filter lets through; `undefined` when it lets all of them through. By what the listing tells: no field of a foreign
 * collection can be counted on to have an index.
 */
export function passingOf(listing: ForeignListing, where: Where = {}): readonly ListedPassage[] | undefined {
  const { module, paths, sections } = where;
  if (!isOfFacets({ locale: '', version: '' }, where)) return [];
  if (module === undefined && paths === undefined && sections === undefined) return undefined;
  const names = sections === undefined ? undefined : new Set(sections.filter((section) => section !== ''));
  const passing: ListedPassage[] = [];
  for (const url of urlsOf(listing, where)) {
    for (const listed of listing.pages.get(url)!) if (names === undefined || isIn(names, listed)) passing.push(listed);
  }
  return passing;
}

function urlsOf({ pages, byPath, byModule }: ForeignListing, { module, paths }: Where): Iterable<string> {
  if (paths === undefined) return module === undefined ? pages.keys() : (byModule.get(module) ?? []);
  const urls = [...new Set(paths)].flatMap((path) => byPath.get(path) ?? []);
  return module === undefined ? urls : urls.filter((url) => moduleOf(url) === module);
}

function isIn(names: ReadonlySet<string>, { passage }: ListedPassage): boolean {
  return names.has(sectionKey(passage.heading)) || (passage.anchor !== '' && names.has(sectionKey(passage.anchor)));
}
