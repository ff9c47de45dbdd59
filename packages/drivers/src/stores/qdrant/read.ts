import { IbidError, pathKey } from '@ibid/core';
import type { CallOptions, Chunk, PageInfo, StoreDriver, WholePage } from '@ibid/core/types';
import type { Condition, Filter, QdrantClient } from './client.ts';
import { chunkOf, decodePage, decodeVectors } from './codec.ts';
import { pageInfoOf, pointId, vectorsKey, type PagePayload, type VectorsPayload } from './layout.ts';
import type { Published, PublishedReader } from './published.ts';

/** Conditions of points that are pages, with passages and without. */
export const PAGES: Filter & { readonly must: readonly Condition[] } = {
  must: [{ key: 'kind', match: { any: ['page', 'empty'] } }],
};
const IDS_AT_ONCE = 500;
const PAGES_AT_ONCE = 16;

type Reading = Pick<StoreDriver, 'info' | 'getChunks' | 'getPage' | 'listPages' | 'readPages' | 'terms'>;

/** Everything but search that reads the published generation. */
export function readVerbs(client: QdrantClient, base: string, reader: PublishedReader): Reading {
  return {
    info: async (call) => (await reader.read(async (published) => published, call))?.info,
    getChunks: (ids, call) =>
      reader.read(
        async (published) =>
          published === undefined ? ids.map(() => undefined) : getChunks(client, published, ids, call),
        call,
      ),
    getPage: (path, call) =>
      reader.read(async (published) => {
        if (published === undefined) return undefined;
        const filter = { must: [...PAGES.must, { key: 'path', match: { value: pathKey(path).toWellFormed() } }] };
        for await (const [point] of client.scroll(
          published.meta,
          { filter, payload: ['url', 'info', 'body'], size: 1 },
          call,
        )) {
          if (point === undefined) break;
          const payload = point.payload as unknown as PagePayload;
          const { text, chunks } = await decodePage(payload);
          return { ...pageInfoOf(payload), text, content: chunks.map(({ chunk }) => chunk) };
        }
        return undefined;
      }, call),
    async *listPages(call) {
      yield* await reader.read(
        async (published) => (published === undefined ? [] : listInfos(client, published.meta, call)),
        call,
      );
    },
    async *readPages(from, call) {
      const published = await reader.read(async (found) => found, call);
      if (published === undefined) return;
      try {
        yield* readWhole(client, published, from?.after, call);
      } catch (error) {
        if (!IbidError.is(error, 'NOT_INDEXED')) throw error;
        throw new IbidError('STORE_BUSY', `The index \`${base}\` was published anew while it was read; read it again`, {
          retryable: true,
        });
      }
    },
    terms: async (known, call) => {
      const published = await reader.read(async (found) => found, call);
      if (published === undefined || published.version === known) return undefined;
      const terms = published.terms.entries().map(([term, [passages]]): [string, number] => [term, passages]);
      return { generation: published.version, terms: new Map(terms) };
    },
  };
}

async function getChunks(
  client: QdrantClient,
  { passages }: Published,
  ids: readonly string[],
  call?: CallOptions,
): Promise<readonly (Chunk | undefined)[]> {
  const found = new Map<string, Chunk>();
  const wanted = [...new Set(ids)].map((id) => pointId('passage', id));
  for (let at = 0; at < wanted.length; at += IDS_AT_ONCE) {
    for (const { payload } of await client.retrieve(
      passages,
      wanted.slice(at, at + IDS_AT_ONCE),
      ['text', 'chunk'],
      call,
    )) {
      const chunk = chunkOf(payload);
      found.set(chunk.id, chunk);
    }
  }
  return ids.map((id) => structuredClone(found.get(id)));
}

/** Of all pages, ordered by URL. */
export async function listInfos(client: QdrantClient, meta: string, call?: CallOptions): Promise<PageInfo[]> {
  const infos: PageInfo[] = [];
  for await (const points of client.scroll(meta, { filter: PAGES, payload: ['info'], size: 1000 }, call)) {
    infos.push(...points.map(({ payload }) => pageInfoOf(payload as unknown as PagePayload)));
  }
  return infos.sort((a, b) => (a.url < b.url ? -1 : 1));
}

/** Payloads of pages with these URLs, some at a time, in their order; those that are gone are left out. */
export async function* pagePayloads(
  client: QdrantClient,
  meta: string,
  urls: readonly string[],
  fields: readonly string[],
  call?: CallOptions,
): AsyncGenerator<PagePayload & Readonly<Record<string, unknown>>> {
  for (let at = 0; at < urls.length; at += PAGES_AT_ONCE) {
    const ids = urls.slice(at, at + PAGES_AT_ONCE).map((url) => pointId('page', url.toWellFormed()));
    const found = new Map((await client.retrieve(meta, ids, fields, call)).map(({ id, payload }) => [id, payload]));
    for (const id of ids) {
      const payload = found.get(id);
      if (payload !== undefined) yield payload as unknown as PagePayload & Readonly<Record<string, unknown>>;
    }
  }
}

async function* readWhole(
  client: QdrantClient,
  { meta, info: { space } }: Published,
  after: string | undefined,
  call?: CallOptions,
): AsyncGenerator<WholePage> {
  const key = vectorsKey(space.id);
  const urls = (await listInfos(client, meta, call))
    .map(({ url }) => url)
    .filter((url) => after === undefined || url > after);
  for await (const payload of pagePayloads(client, meta, urls, ['url', 'body', key], call)) {
    const page = await decodePage(payload);
    const vectors = payload[key] as VectorsPayload | undefined;
    yield {
      page,
      vectors: {
        url: page.url,
        spaceId: space.id,
        passages: vectors === undefined ? [] : decodeVectors(vectors.passages, space.dimensions),
        headings: vectors === undefined ? [] : decodeVectors(vectors.headings, space.dimensions),
      },
    };
  }
}
