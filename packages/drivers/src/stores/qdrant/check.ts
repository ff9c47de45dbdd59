import type { CallOptions, Diagnostic } from '@ibid/core/types';
import type { QdrantClient } from './client.ts';
import { chunkOf, decodePage } from './codec.ts';
import { pageInfoOf, pointId, vectorsKey, type PagePayload } from './layout.ts';
import type { PublishedReader } from './published.ts';
import { PAGES } from './read.ts';

/** Compares every page of the published generation with its passages, and their numbers with what was published. */
export async function* checkIndex(
  client: QdrantClient,
  base: string,
  reader: PublishedReader,
  call?: CallOptions,
): AsyncGenerator<Diagnostic> {
  const published = await reader.read(async (found) => found, call);
  if (published === undefined) return;
  const { info, passages, meta } = published;
  const key = vectorsKey(info.space.id);
  let [pages, chunks] = [0, 0];
  for await (const points of client.scroll(meta, { filter: PAGES, payload: true, size: 32 }, call)) {
    for (const { payload } of points) {
      const stored = payload as unknown as PagePayload;
      const page = await decodePage(stored).catch(() => undefined);
      pages++;
      if (page === undefined || page.chunks.length !== pageInfoOf(stored).chunks) {
        yield problem('store:page', 'The stored page cannot be read; index again with `--fresh`', stored.url);
        continue;
      }
      chunks += page.chunks.length;
      if (page.chunks.length > 0 && payload[key] === undefined) {
        yield problem('store:vectors', 'The page has no vectors; index again with `--fresh`', page.url);
      }
      const ids = page.chunks.map(({ chunk }) => pointId('passage', chunk.id));
      const found = new Map(
        (await client.retrieve(passages, ids, ['text', 'chunk'], call)).map((point) => [point.id, point.payload]),
      );
      const wrong = page.chunks.filter(({ chunk }, i) => {
        const passage = found.get(ids[i]!);
        return passage === undefined || JSON.stringify(chunkOf(passage).text) !== JSON.stringify(chunk.text);
      });
      if (wrong.length > 0) {
        yield problem(
          'store:passages',
          `${wrong.length} passages are missing or differ from the page; index again with \`--fresh\``,
          page.url,
        );
      }
    }
  }
  const points = await client.count(passages, {}, call);
  for (const [what, expected, counted] of [
    ['pages', info.pages, pages],
    ['passages of pages', info.chunks, chunks],
    ['points', info.chunks, points],
  ] as const) {
    if (counted !== expected) {
      yield problem(
        'store:count',
        `There are ${counted} ${what}, and ${expected} were published; index again with \`--fresh\``,
        base,
      );
    }
  }
}

function problem(rule: Diagnostic['rule'], message: string, page: string): Diagnostic {
  return { severity: 'error', rule, message, page };
}
