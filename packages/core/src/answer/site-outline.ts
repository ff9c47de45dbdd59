import type { SectionLink } from '../types/answer.ts';
import type { CallOptions } from '../types/call-options.ts';
import type { Edition } from '../types/page.ts';
import type { PageSummary, ReadableStore, Where } from '../types/store.ts';
import { isOfTheProject } from '../retrieve/section-features.ts';
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
  /**
   * Links to offer if a question has no result: the pages nearest to the site's top in the given language and version, at most
   * `MAX_NEAREST`, those about the project itself last.
   */
  firstPages(facet: Pick<Where, 'locale' | 'version'>): readonly SectionLink[];
  /** Returns true if the page of a URL is in the index. */
  isIndexed(url: string): boolean;
  /**
   * Finds the language of the index for a BCP 47 tag: the tag itself ignoring case, else the tag with parts removed from its end (RFC
   * 4647, lookup), else the first longer tag, else `asked`.
   */
  localeOf(asked: string): string;
}

/** Most links to further reading. */
export const MAX_NEAREST = 5;
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

interface Placed {
  readonly page: PageSummary;
  readonly path: string;
  readonly depth: number;
  readonly isOfTheProject: boolean;
}

function placedOf(page: PageSummary): Placed {
  const path = pathKey(page.url);
  return { page, path, depth: path.split('/').filter(Boolean).length, isOfTheProject: isOfTheProject(page) };
}

function nearTop(a: Placed, b: Placed): number {
  return a.depth - b.depth || (a.path < b.path ? -1 : 1);
}

function projectLast(a: Placed, b: Placed): number {
  return Number(a.isOfTheProject) - Number(b.isOfTheProject);
}

function outlineOf(pages: readonly PageSummary[]): SiteOutline {
  const placed = pages.map(placedOf).sort(nearTop);
  const paths = new Set(placed.map(({ path }) => path));
  const locales = [...new Set(pages.map((page) => page.locale))].filter((name) => name !== '').sort();
  const locale = nearestToTop(pages, (page) => page.locale);
  const version = nearestToTop(
    pages.filter((page) => page.locale === locale || page.locale === ''),
    (page) => page.version,
  );
  const own = placed.filter(({ page }) =>
    isOfFacets(page, { locale: locale || undefined, version: version || undefined }),
  );
  const nearest = own.filter(({ depth }) => depth === own[0]!.depth).map(({ path }) => path);
  const home = nearest.filter((path) => HOME.test(path));
  // Only the first of each language and version are kept, because a site may have very many pages.
  const first = Map.groupBy(placed, ({ page }) => JSON.stringify([page.locale, page.version]))
    .values()
    .flatMap((pagesOfOne) => pagesOfOne.toSorted(projectLast).slice(0, MAX_NEAREST))
    .toArray()
    .sort((a, b) => projectLast(a, b) || nearTop(a, b));
  return {
    edition: { locale, version },
    front: own.slice(0, MOST_FRONT).map(({ path }) => path),
    top: nearest.length <= MOST_TOP ? nearest : home.length === 1 ? home : [],
    firstPages: (facet) =>
      first
        .filter(({ page }) => isOfFacets(page, facet))
        .slice(0, MAX_NEAREST)
        .map(({ page: { url, title } }) => ({ url, anchor: '', title, heading: title })),
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
