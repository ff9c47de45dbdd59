import { IbidError } from '@ibid/core';
import type { CallOptions, IndexedPage } from '@ibid/core/types';
import type { QdrantCalls } from '../client/qdrant-calls.ts';
import { AS_WRITTEN } from '../content/as-written.ts';
import { readPage } from '../content/read-page.ts';
import { pagePointId } from '../ids.ts';
import { keepingOf } from '../layout.ts';
import type { BuildPage, OpenBuild } from './open-build.ts';

interface Source {
  readonly calls: QdrantCalls;
  readonly base: string;
  readonly options: CallOptions;
  readonly build: Pick<OpenBuild, 'recent'>;
}

/** The contents of these pages, in their order. Rejects with `INDEX_DAMAGED` when one is missing. */
export async function fetchPages(
  { calls, base, options, build: { recent } }: Source,
  pages: readonly BuildPage[],
): Promise<readonly IndexedPage[]> {
  const known = pages.map((page) => recent.get(page));
  const ids = pages.filter((_, i) => known[i] === undefined).map(({ url, from }) => pagePointId(url, from));
  const found = ids.length === 0 ? [] : await calls.retrieve(keepingOf(base), ids, AS_WRITTEN, options);
  const points = new Map(found.map((point) => [point.id, point]));
  const read: IndexedPage[] = [];
  for (const [i, { url, from }] of pages.entries()) {
    const point = points.get(pagePointId(url, from));
    const page = known[i] ?? (point && (await readPage(calls, base, point, options)));
    if (page === undefined) {
      throw new IbidError(
        'INDEX_DAMAGED',
        `The content of \`${url}\` is missing in Qdrant; index again with \`--fresh\``,
      );
    }
    read.push(page);
    recent.keep(pages[i]!, page);
  }
  return read;
}

export async function fetchPage(source: Source, page: BuildPage): Promise<IndexedPage> {
  const [read] = await fetchPages(source, [page]);
  return read!;
}
