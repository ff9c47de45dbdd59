import type { Diagnostic } from '@ibid/core/types';
import type { QdrantClient } from './client.ts';
import { chunkOf, decodePage } from './codec.ts';
import { pageInfoOf, pointId, vectorsKey } from './layout.ts';
import type { Published } from './published.ts';
import { scrollPages } from './read.ts';

/** Compares every page of the published generation with its passages, and the page and passage counts with the published ones. */
export async function* checkIndex(
  client: QdrantClient,
  { info, passages, meta }: Published,
): AsyncGenerator<Diagnostic> {
  let [pages, chunks] = [0, 0];
  for await (const stored of scrollPages(client, meta, true)) {
    const page = await decodePage(stored).catch(() => undefined);
    pages++;
    if (page === undefined || page.chunks.length !== pageInfoOf(stored).chunks) {
      yield problem('page', 'The stored page cannot be read', stored.url);
      continue;
    }
    chunks += page.chunks.length;
    if (page.chunks.length > 0 && stored[vectorsKey(info.space.id)] === undefined) {
      yield problem('vectors', 'The page has no vectors', page.url);
    }
    const ids = page.chunks.map(({ chunk }) => pointId('passage', chunk.id));
    const points = await client.retrieve(passages, ids, ['text', 'chunk']);
    const texts = new Map(points.map(({ id, payload }) => [id, chunkOf(payload).text]));
    const wrong = page.chunks.filter(({ chunk }, i) => texts.get(ids[i]!) !== chunk.text);
    if (wrong.length > 0) {
      yield problem('passages', `${wrong.length} passages are missing or differ from the page`, page.url);
    }
  }
  const points = await client.count(passages);
  for (const [what, expected, counted] of [
    ['pages', info.pages, pages],
    ['passages of pages', info.chunks, chunks],
    ['points', info.chunks, points],
  ] as const) {
    if (counted === expected) continue;
    yield problem('count', `There are ${counted} ${what}, and ${expected} were published`, passages);
  }
}

function problem(rule: 'page' | 'vectors' | 'passages' | 'count', message: string, page: string): Diagnostic {
  return { severity: 'error', rule: `store:${rule}`, message: `${message}; index again with \`--fresh\``, page };
}
