import type { CallOptions } from '../spec/call-options.ts';
import type { Mark } from '../spec/mark.ts';
import type { StoreDriver } from '../spec/store.ts';
import { pathKey } from '../url/path-key.ts';

/** Whether the page of a URL is in the index. */
export type IsIndexed = (url: string) => boolean;

/** Reads the addresses of all pages on show, once for each generation. */
export function indexedLinks(
  store: Pick<StoreDriver, 'listPages'>,
): (generation: number, call: CallOptions) => Promise<IsIndexed> {
  let known: { readonly generation: number; readonly paths: ReadonlySet<string> } | undefined;
  return async (generation, call) => {
    if (known?.generation !== generation) {
      const paths = new Set<string>();
      for await (const page of store.listPages(call)) if (page.chunks > 0) paths.add(pathKey(page.url));
      known = { generation, paths };
    }
    const { paths } = known;
    return (url) => paths.has(pathKey(url));
  };
}

/** The marks without the links that lead out of the index. */
export function withoutLostLinks(marks: readonly Mark[], isIndexed: IsIndexed): readonly Mark[] {
  return marks.filter(({ kind, href }) => kind !== 'link' || isIndexed(href));
}
