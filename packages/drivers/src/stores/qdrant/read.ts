import { IbidError, pathKey } from '@ibid/core';
import type { Diagnostic, StoreDriver, WholePage } from '@ibid/core/types';
import { oneOf, type QdrantClient } from './client.ts';
import { chunkOf, decodePage, decodeWhole, pageInfoOf, pointId, type PagePayload } from './layout.ts';
import { listInfos, publishedReader, storedPages, type Published } from './published.ts';
import { searchPublished } from './search.ts';

type Reading = Pick<
  StoreDriver,
  'info' | 'search' | 'getChunks' | 'getPage' | 'listPages' | 'readPages' | 'terms' | 'check'
>;

/** All operations that read the published generation. `reader` is the client for calls whose reply somebody waits for. */
export function readVerbs(base: string, reader: QdrantClient, unbound: QdrantClient): Reading {
  const read = publishedReader(reader, base);
  return {
    info: (call) => read(call, ({ info }) => info),
    async search(query, call) {
      const found = await read(call, (published, client) => searchPublished(client, published, query));
      if (found === undefined) throw new IbidError('NOT_INDEXED', 'Nothing is indexed yet; run `ibid index` first');
      return found;
    },
    async getChunks(ids, call) {
      const points = ids.map((id) => pointId('passage', id));
      const found = await read(call, ({ passages }, client) => client.retrieve(passages, points, ['text', 'chunk']));
      return ids.map((_, i) => found?.[i] && chunkOf(found[i]));
    },
    getPage: (path, call) =>
      read(call, async ({ meta }, client) => {
        const filter = { must: [oneOf('path', [pathKey(path)])] };
        const found = await Array.fromAsync(client.scroll(meta, filter, ['url', 'info', 'body']));
        const stored = found.flat()[0]?.payload as unknown as PagePayload | undefined;
        if (stored === undefined) return undefined;
        const { text, chunks } = await decodePage(stored);
        return { ...pageInfoOf(stored), text, content: chunks.map(({ chunk }) => chunk) };
      }),
    async *listPages(call) {
      yield* (await read(call, ({ meta }, client) => listInfos(client, meta))) ?? [];
    },
    async *readPages(from, call) {
      const published = await read(call, (found) => found);
      if (published === undefined) return;
      try {
        yield* readWhole(unbound.for(call), published, from?.after);
      } catch (error) {
        if (!IbidError.is(error, 'NOT_INDEXED')) throw error;
        const message = `The index \`${base}\` was published again while it was read; read it again`;
        throw new IbidError('STORE_BUSY', message, { retryable: true });
      }
    },
    terms: (known, call) =>
      read(call, ({ version: generation, terms }) => {
        if (generation === known) return undefined;
        return { generation, terms: new Map(terms.entries().map(([term, { passages }]) => [term, passages])) };
      }),
    async *check(call) {
      const published = await read(call, (found) => found);
      if (published !== undefined) yield* checkIndex(unbound.for(call), published);
    },
  };
}

async function* readWhole(
  client: QdrantClient,
  { meta, info: { space } }: Published,
  after = '',
): AsyncGenerator<WholePage> {
  const urls = (await listInfos(client, meta)).map(({ url }) => url).filter((url) => url > after);
  for await (const stored of storedPages(client, meta, urls, ['url', 'body', 'vectors'])) {
    yield await decodeWhole(stored, space);
  }
}

/** Compares every page of the published generation with its passages, and the page and passage counts with the published ones. */
async function* checkIndex(client: QdrantClient, { info, passages, meta }: Published): AsyncGenerator<Diagnostic> {
  const infos = await listInfos(client, meta);
  const urls = infos.map(({ url }) => url);
  for await (const stored of storedPages(client, meta, urls, ['url', 'info', 'body', 'vectors'])) {
    const page = await decodePage(stored).catch(() => undefined);
    if (page === undefined || page.chunks.length !== pageInfoOf(stored).chunks) {
      yield problem('page', 'The stored page cannot be read', stored.url);
      continue;
    }
    if (page.chunks.length > 0 && stored.vectors?.space !== info.space.id) {
      yield problem('vectors', 'The page has no vectors', page.url);
    }
    const ids = page.chunks.map(({ chunk }) => pointId('passage', chunk.id));
    const found = await client.retrieve(passages, ids, ['text', 'chunk']);
    const wrong = page.chunks.filter(({ chunk }, i) => found[i] === undefined || chunkOf(found[i]).text !== chunk.text);
    if (wrong.length > 0) {
      yield problem('passages', `${wrong.length} passages are missing or differ from the page`, page.url);
    }
  }
  for (const [what, expected, counted] of [
    ['pages', info.pages, infos.length],
    ['passages of pages', info.chunks, infos.reduce((sum, { chunks }) => sum + chunks, 0)],
    ['points', info.chunks, await client.count(passages)],
  ] as const) {
    if (counted === expected) continue;
    yield problem('count', `There are ${counted} ${what}, and ${expected} were published`, passages);
  }
}

function problem(rule: 'page' | 'vectors' | 'passages' | 'count', message: string, page: string): Diagnostic {
  return { severity: 'error', rule: `store:${rule}`, message: `${message}; index again with \`--fresh\``, page };
}
