import type { SectionLink } from '../spec/answer.ts';
import type { CallOptions } from '../spec/call-options.ts';
import type { PageInfo, StoreDriver } from '../spec/store.ts';
import { pathKey } from '../url/path-key.ts';

/** Offered where a question leads nowhere: the pages nearest to the site's top, at most `limit`, remembered for one generation. */
export function frontPages(
  store: Pick<StoreDriver, 'listPages'>,
  limit: number,
): (generation: number, call: CallOptions) => Promise<readonly SectionLink[]> {
  let known: { readonly generation: number; readonly links: readonly SectionLink[] } | undefined;
  return async (generation, call) => {
    if (known?.generation === generation) return known.links;
    const first: PageInfo[] = [];
    for await (const page of store.listPages(call)) {
      if (page.chunks === 0) continue;
      first.push(page);
      // Few are kept at any time: a site may have very many pages.
      if (first.length > limit * 20) first.sort(nearTop).splice(limit);
    }
    const links = first
      .sort(nearTop)
      .slice(0, limit)
      .map(({ url, title }) => ({ url, anchor: '', title, heading: title }));
    known = { generation, links };
    return links;
  };
}

function nearTop(a: PageInfo, b: PageInfo): number {
  const [one, other] = [pathKey(a.url), pathKey(b.url)];
  return depth(one) - depth(other) || (one < other ? -1 : 1);
}

function depth(path: string): number {
  return path === '/' ? 0 : path.split('/').length - 1;
}
