import { pathKey } from '@ibid/core';
import type { CallOptions, Chunk, PageInfo } from '@ibid/core/types';
import type { FoundPoint, QdrantCalls } from '../client/qdrant-calls.ts';
import { AS_WRITTEN } from '../content/as-written.ts';
import { pageInfoOf } from '../content/page-codec.ts';
import { readPage } from '../content/read-page.ts';
import { keepingOf, shownAt, type ShownState } from '../layout.ts';

export type FoundPage = PageInfo & { readonly text: string; readonly content: readonly Chunk[] };

/** The page at a path; the first by URL where several sites share it. */
export async function findPage(
  calls: QdrantCalls,
  base: string,
  state: ShownState,
  path: string,
  call: CallOptions | undefined,
): Promise<FoundPage | undefined> {
  const shown = shownAt(state);
  const filter = {
    ...shown,
    must: [
      ...shown.must,
      { key: 'kind', match: { value: 'content' } },
      { key: 'path', match: { value: pathKey(path).toWellFormed() } },
    ],
  };
  const found: FoundPoint[] = [];
  for await (const page of calls.scroll(keepingOf(base), { filter, payload: AS_WRITTEN, pageSize: 2 }, call)) {
    found.push(...page);
  }
  const [first] = found
    .map((point) => ({ point, info: pageInfoOf(point.payload) }))
    .sort((a, b) => (a.info.url < b.info.url ? -1 : 1));
  if (first === undefined) return undefined;
  const whole = await readPage(calls, base, first.point, call);
  return whole && { ...first.info, text: whole.text, content: whole.chunks.map(({ chunk }) => chunk) };
}
