import type { CallOptions } from '../types/call-options.ts';
import type { Edition } from '../types/page.ts';
import type { PageSummary, ReadableStore } from '../types/store.ts';
import { isOfFacets } from '../store/is-of-facets.ts';
import { pathKey } from '../url/path-key.ts';

/** Summary of all pages of an index. */
export interface SiteOutline {
  /** Default language and version, for readers who name none; `''` if the pages have none. */
  readonly edition: Edition;
  /** Paths of the pages of that edition nearest to the top of the site; at most eight. */
  readonly front: readonly string[];
  /** The home page: the one or two pages nearest to the top, or the only one of more that its address calls an introduction; maybe none. */
  readonly top: readonly string[];
  /** Returns true if the page of a URL is in the index. */
  isIndexed(url: string): boolean;
  /**
   * Finds the language of the index for a BCP 47 tag: the tag itself ignoring case, else the tag with parts removed from its end (RFC
   * 4647, lookup), else the first longer tag, else `asked`.
   */
  localeOf(asked: string): string;
}

const MOST_FRONT = 8;
const MOST_TOP = 2;
const HOME = /\/(?:\d+[-_])?(?:intro|introduction|overview|welcome|home|readme)(?:\.html)?$/iu;

export interface SiteOutlines {
  /** Returns the last outline read, which may be of an earlier generation; reads one if there is none. */
  latest(call: CallOptions): Promise<SiteOutline>;
  /** Returns the outline of a generation. The list of pages is read once for each generation. */
  of(generation: number, call: CallOptions): Promise<SiteOutline>;
}

export function siteOutlines(store: Pick<ReadableStore, 'listPages'>): SiteOutlines {
  let known: { readonly generation: number | undefined; readonly outline: SiteOutline } | undefined;

  async function read(generation: number | undefined, call: CallOptions): Promise<SiteOutline> {
    const pages: PageSummary[] = [];
    for await (const page of store.listPages(call)) if (page.chunks > 0) pages.push(page);
    const outline = outlineOf(pages);
    known = { generation, outline };
    return outline;
  }

  return {
    latest: async (call) => known?.outline ?? read(undefined, call),
    async of(generation, call) {
      // There is no readable index.
      if (generation === 0) return outlineOf([]);
      // An outline read without a generation number may be outdated, so it is not used here.
      return known?.generation === generation ? known.outline : read(generation, call);
    },
  };
}

function depthOf(path: string): number {
  return path.split('/').filter(Boolean).length;
}

function outlineOf(pages: readonly PageSummary[]): SiteOutline {
  const paths = new Set(pages.map(({ url }) => pathKey(url)));
  const locales = [...new Set(pages.map((page) => page.locale))].filter((name) => name !== '').sort();
  const locale = nearestToTop(pages, (page) => page.locale);
  const version = nearestToTop(
    pages.filter((page) => page.locale === locale || page.locale === ''),
    (page) => page.version,
  );
  const own = pages.filter((page) => isOfFacets(page, { locale: locale || undefined, version: version || undefined }));
  const front = own.map(({ url }) => pathKey(url)).sort((a, b) => depthOf(a) - depthOf(b) || (a < b ? -1 : 1));
  const nearest = front.filter((path) => depthOf(path) === depthOf(front[0]!));
  const home = nearest.filter((path) => HOME.test(path));
  return {
    edition: { locale, version },
    front: front.slice(0, MOST_FRONT),
    top: nearest.length <= MOST_TOP ? nearest : home.length === 1 ? home : [],
    isIndexed: (url) => paths.has(pathKey(url)),
    localeOf: (asked) => lookup(asked, locales),
  };
}

/**
 * Returns the default language or version of the site. Sites keep other ones in folders, so it is the one whose pages share the shortest
 * path.
 */
function nearestToTop(pages: readonly PageSummary[], nameOf: (page: PageSummary) => string): string {
  const shared = new Map<string, { path: readonly string[]; pages: number }>();
  for (const page of pages) {
    const name = nameOf(page);
    if (name === '') continue;
    const parts = pathKey(page.url).split('/').filter(Boolean);
    const before = shared.get(name);
    const end = before?.path.findIndex((part, i) => part !== parts[i]) ?? -1;
    const path = before === undefined ? parts : end < 0 ? before.path : before.path.slice(0, end);
    shared.set(name, { path, pages: (before?.pages ?? 0) + 1 });
  }
  const ranked = [...shared].sort(
    ([a, one], [b, other]) => one.path.length - other.path.length || other.pages - one.pages || (a < b ? -1 : 1),
  );
  return ranked[0]?.[0] ?? '';
}

function lookup(asked: string, locales: readonly string[]): string {
  const known = (tag: string): string | undefined => locales.find((one) => one.toLowerCase() === tag);
  const parts = asked.toLowerCase().split('-');
  for (let length = parts.length; length > 0; length--) {
    const found = known(parts.slice(0, length).join('-'));
    if (found !== undefined) return found;
  }
  return locales.find((one) => one.toLowerCase().startsWith(`${parts[0]!}-`)) ?? asked;
}
