import { IbidError, pathKey } from '@ibid/core';
import type { PageInfo, StoreDriver, WholePage } from '@ibid/core/types';
import type { Condition, Filter, QdrantClient } from './client.ts';
import { chunkOf, decodePage, decodeVectors } from './codec.ts';
import { pageInfoOf, pointId, vectorsKey, type PagePayload, type VectorsPayload } from './layout.ts';
import type { Published, ReadPublished } from './published.ts';

/** Filter for the points that are pages, with or without passages. */
export const PAGES: Filter & { readonly must: readonly Condition[] } = {
  must: [{ key: 'kind', match: { any: ['page', 'empty'] } }],
};
const PAGES_AT_ONCE = 16;

type StoredPage = PagePayload & Readonly<Record<string, unknown>>;
type Reading = Pick<StoreDriver, 'info' | 'getChunks' | 'getPage' | 'listPages' | 'readPages' | 'terms'>;

/** All operations that read the published generation, except search. */
export function readVerbs(base: string, read: ReadPublished, unbound: QdrantClient): Reading {
  return {
    info: (call) => read(call, async (published) => published?.info),
    getChunks: (ids, call) =>
      read(call, async (published, client) => {
        if (published === undefined) return ids.map(() => undefined);
        const wanted = ids.map((id) => pointId('passage', id));
        const points = await client.retrieve(published.passages, wanted, ['text', 'chunk']);
        const found = new Map(points.map(({ id, payload }) => [id, payload]));
        return wanted.map((id) => {
          const payload = found.get(id);
          return payload && chunkOf(payload);
        });
      }),
    getPage: (path, call) =>
      read(call, async (published, client) => {
        if (published === undefined) return undefined;
        const key: Condition = { key: 'path', match: { value: pathKey(path).toWellFormed() } };
        const fields = ['url', 'info', 'body'];
        for await (const payload of scrollPages(client, published.meta, fields, { must: [...PAGES.must, key] })) {
          const { text, chunks } = await decodePage(payload);
          return { ...pageInfoOf(payload), text, content: chunks.map(({ chunk }) => chunk) };
        }
        return undefined;
      }),
    async *listPages(call) {
      yield* await read(call, async (published, client) =>
        published === undefined ? [] : listInfos(client, published.meta),
      );
    },
    async *readPages(from, call) {
      const published = await read(call, async (found) => found);
      if (published === undefined) return;
      try {
        yield* readWhole(unbound.for(call), published, from?.after);
      } catch (error) {
        if (!IbidError.is(error, 'NOT_INDEXED')) throw error;
        throw new IbidError(
          'STORE_BUSY',
          `The index \`${base}\` was published again while it was read; read it again`,
          {
            retryable: true,
          },
        );
      }
    },
    terms: (known, call) =>
      read(call, async (published) => {
        if (published === undefined || published.version === known) return undefined;
        const terms = published.terms.entries().map(([term, [passages]]): [string, number] => [term, passages]);
        return { generation: published.version, terms: new Map(terms) };
      }),
  };
}

/** Payloads of all matching pages, in any order. */
export async function* scrollPages(
  client: QdrantClient,
  meta: string,
  fields: readonly string[] | true,
  filter: Filter = PAGES,
): AsyncGenerator<StoredPage> {
  for await (const points of client.scroll(meta, { filter, payload: fields, size: 32 })) {
    for (const { payload } of points) yield payload as unknown as StoredPage;
  }
}

/** Payloads of the pages with these URLs, in the given order; pages that no longer exist are left out. */
export async function* pagePayloads(
  client: QdrantClient,
  meta: string,
  urls: readonly string[],
  fields: readonly string[],
): AsyncGenerator<StoredPage> {
  for (let at = 0; at < urls.length; at += PAGES_AT_ONCE) {
    const ids = urls.slice(at, at + PAGES_AT_ONCE).map((url) => pointId('page', url.toWellFormed()));
    const found = new Map((await client.retrieve(meta, ids, fields)).map(({ id, payload }) => [id, payload]));
    for (const id of ids) {
      const payload = found.get(id);
      if (payload !== undefined) yield payload as unknown as StoredPage;
    }
  }
}

/** Infos of all pages, ordered by URL. */
async function listInfos(client: QdrantClient, meta: string): Promise<PageInfo[]> {
  const pages = await Array.fromAsync(scrollPages(client, meta, ['info']));
  return pages.map((payload) => pageInfoOf(payload)).sort((a, b) => (a.url < b.url ? -1 : 1));
}

async function* readWhole(
  client: QdrantClient,
  { meta, info: { space } }: Published,
  after = '',
): AsyncGenerator<WholePage> {
  const key = vectorsKey(space.id);
  const urls = (await listInfos(client, meta)).map(({ url }) => url).filter((url) => url > after);
  for await (const payload of pagePayloads(client, meta, urls, ['url', 'body', key])) {
    const page = await decodePage(payload);
    const vectors = payload[key] as VectorsPayload | undefined;
    const passages = decodeVectors(vectors?.passages ?? '', space.dimensions);
    const headings = decodeVectors(vectors?.headings ?? '', space.dimensions);
    yield { page, vectors: { url: page.url, spaceId: space.id, passages, headings } };
  }
}
