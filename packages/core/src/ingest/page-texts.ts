import { embedTexts } from '../chunk/index.ts';
import type { Chunk } from '../types/chunk.ts';

/** What is embedded of one page; both arrays run parallel to its chunks. */
export interface PageTexts {
  readonly url: string;
  readonly passages: readonly string[];
  /** `''` where there is nothing to embed. */
  readonly headings: readonly string[];
  /** Distinct texts of both, without `''`. */
  readonly distinct: ReadonlySet<string>;
}

export function pageTexts(page: { readonly url: string; readonly chunks: readonly Chunk[] }): PageTexts {
  const texts = page.chunks.map((chunk) => embedTexts(chunk));
  const passages = texts.map((text) => text.passage);
  const headings = texts.map((text) => text.heading);
  return {
    url: page.url,
    passages,
    headings,
    distinct: new Set([...passages, ...headings].filter((text) => text !== '')),
  };
}

/** Groups whole pages so that a group has at most `limit` distinct texts; a larger page stands alone. */
export async function* groupPages(
  pages: AsyncIterable<PageTexts>,
  limit: number,
): AsyncGenerator<readonly PageTexts[], void, undefined> {
  let group: PageTexts[] = [];
  let distinct = new Set<string>();
  for await (const page of pages) {
    const joined = distinct.union(page.distinct);
    if (group.length > 0 && joined.size > limit) {
      yield group;
      group = [];
      distinct = new Set(page.distinct);
    } else distinct = joined;
    group.push(page);
  }
  if (group.length > 0) yield group;
}
