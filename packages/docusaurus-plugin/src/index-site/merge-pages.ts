import type { BuiltPage } from '../site/indexed-page.ts';
import type { PageRecord } from './page-record.ts';

export interface MergedPages {
  /** Each address once, ordered. */
  readonly pages: readonly BuiltPage[];
  /** By locale: how many pages gave way to one with the same address that was built later. */
  readonly displaced: ReadonlyMap<string, number>;
}

/** The pages of all locales. Where two have the same address, the locale that was built now wins, and among others the first. */
export function mergePages(record: PageRecord, builtNow: ReadonlySet<string>): MergedPages {
  const pages = new Map<string, BuiltPage>();
  const displaced = new Map<string, number>();
  const locales = Object.keys(record.locales).sort((a, b) => Number(builtNow.has(b)) - Number(builtNow.has(a)));
  for (const locale of locales) {
    for (const page of record.locales[locale]!.pages) {
      if (pages.has(page.url)) displaced.set(locale, (displaced.get(locale) ?? 0) + 1);
      else pages.set(page.url, page);
    }
  }
  return { pages: [...pages.values()].sort((a, b) => (a.url < b.url ? -1 : 1)), displaced };
}
