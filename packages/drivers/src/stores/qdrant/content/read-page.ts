import type { CallOptions, IndexedPage } from '@ibid/core/types';
import type { FoundPoint, QdrantCalls } from '../client/qdrant-calls.ts';
import { contentPartId } from '../keeping-ids.ts';
import { keepingOf, type ContentPayload } from '../layout.ts';
import { decodePage } from './page-codec.ts';

/** The whole page of a content point that came with its full payload. `undefined` when it was removed meanwhile. */
export async function readPage(
  calls: QdrantCalls,
  base: string,
  point: FoundPoint,
  options?: CallOptions,
): Promise<IndexedPage | undefined> {
  const { url, from, body, parts, stamp } = point.payload as unknown as ContentPayload;
  if (parts === 0) return decodePage(url, body);
  const ids = Array.from({ length: parts }, (_, i) => contentPartId(url, from, stamp, i));
  const found = new Map<string, string>();
  // One by one: each is as large as a point may be.
  for (const id of ids) {
    for (const part of await calls.retrieve(keepingOf(base), [id], ['body'], options)) {
      found.set(id, part.payload['body'] as string);
    }
  }
  if (found.size < parts) return undefined;
  return decodePage(url, body + ids.map((id) => found.get(id)).join(''));
}
