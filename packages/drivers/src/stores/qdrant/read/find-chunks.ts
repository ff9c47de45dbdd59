import type { CallOptions, Chunk } from '@ibid/core/types';
import type { QdrantCalls } from '../client/qdrant-calls.ts';
import { collectionsOf, shownAt, type ShownState } from '../layout.ts';
import { chunkOf } from '../passage-codec.ts';

/** Everything of a passage but what scores are made of. */
const CHUNK_FIELDS: readonly string[] = [
  'text',
  'url',
  'title',
  'section_heading',
  'chunk_index',
  'chunk_id',
  'locale',
  'version',
  'module',
  'headings',
  'anchor',
  'start',
  'end',
  'lead',
  'spans',
  'marks',
  'index',
  'index_in_page',
  'total_chunks',
  'token_count',
  'source_file',
  'exact',
];
/** Texts of this many chunks come in one reply. */
const PAGE_SIZE = 256;

/** `result[i]` belongs to `ids[i]`, each an object of its own; `undefined` for those that are not on show. */
export async function findChunks(
  calls: QdrantCalls,
  base: string,
  state: ShownState,
  ids: readonly string[],
  call: CallOptions | undefined,
): Promise<readonly (Chunk | undefined)[]> {
  const shown = shownAt(state);
  const distinct = [...new Set(ids)];
  const chunks = new Map<string, Chunk>();
  for (let i = 0; i < distinct.length; i += PAGE_SIZE) {
    const some = distinct.slice(i, i + PAGE_SIZE);
    const filter = { ...shown, must: [...shown.must, { key: 'chunk_id', match: { any: some } }] };
    const pages = calls.scroll(
      collectionsOf(base, state.version).passages,
      { filter, payload: CHUNK_FIELDS, pageSize: some.length },
      call,
    );
    for await (const page of pages) {
      for (const { payload } of page) {
        const chunk = chunkOf(payload);
        chunks.set(chunk.id, chunk);
      }
    }
  }
  return ids.map((id) => structuredClone(chunks.get(id)));
}
