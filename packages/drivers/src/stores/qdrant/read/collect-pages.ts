import type { CallOptions, PageInfo } from '@ibid/core/types';
import type { QdrantCalls } from '../client/qdrant-calls.ts';
import { pageInfoOf } from '../content/page-codec.ts';
import { keepingOf, shownAt, type ShownState } from '../layout.ts';

/** Every page on show, ordered by URL. */
export async function collectPages(
  calls: QdrantCalls,
  base: string,
  state: ShownState,
  call: CallOptions | undefined,
): Promise<readonly PageInfo[]> {
  const shown = shownAt(state);
  const filter = { ...shown, must: [...shown.must, { key: 'kind', match: { value: 'content' } }] };
  const pages: PageInfo[] = [];
  for await (const found of calls.scroll(keepingOf(base), { filter, payload: ['info'] }, call)) {
    for (const { payload } of found) pages.push(pageInfoOf(payload));
  }
  return pages.sort((a, b) => (a.url < b.url ? -1 : 1));
}
