import type { SectionLink } from '../types/answer.ts';
import type { CallOptions } from '../types/call-options.ts';
import type { PageSummary, ReadableStore, Where } from '../types/store.ts';
import { isOfTheProject } from '../retrieve/section-features.ts';
import { isOfFacets } from '../store/is-of-facets.ts';
import { pathKey } from '../url/path-key.ts';

type Facet = Pick<Where, 'locale' | 'version'>;

/** Maximum number of language and version pairs cached. */
const MOST_KNOWN = 32;

/**
 * Finds links to offer if a question has no result: the pages nearest to the site's top in the given language and version, at most
 * `limit`, those about the project itself last. Cached for one generation.
 */
export function frontPages(
  store: Pick<ReadableStore, 'listPages'>,
  limit: number,
): (generation: number, facet: Facet, call: CallOptions) => Promise<readonly SectionLink[]> {
  let known = { generation: -1, links: new Map<string, readonly SectionLink[]>() };
  return async (generation, facet, call) => {
    if (known.generation !== generation) known = { generation, links: new Map() };
    const { links } = known;
    const key = JSON.stringify([facet.locale, facet.version]);
    const before = links.get(key);
    if (before !== undefined) return before;
    const first: PageSummary[] = [];
    for await (const page of store.listPages(call)) {
      if (page.chunks === 0 || !isOfFacets(page, facet)) continue;
      first.push(page);
      // Keeps memory low, because a site may have very many pages.
      if (first.length > limit * 20) first.sort(nearTop).splice(limit);
    }
    const found = first
      .sort(nearTop)
      .slice(0, limit)
      .map(({ url, title }) => ({ url, anchor: '', title, heading: title }));
    if (links.size < MOST_KNOWN) links.set(key, found);
    return found;
  };
}

function nearTop(a: PageSummary, b: PageSummary): number {
  const [one, other] = [pathKey(a.url), pathKey(b.url)];
  return Number(isOfTheProject(a)) - Number(isOfTheProject(b)) || depth(one) - depth(other) || (one < other ? -1 : 1);
}

function depth(path: string): number {
  return path === '/' ? 0 : path.split('/').length - 1;
}
