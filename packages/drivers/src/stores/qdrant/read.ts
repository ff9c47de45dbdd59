import { IbidError, pathKey } from '@ibid/core';
import type { CallOptions, Diagnostic, EmbeddingSpace, IndexInfo, PageInfo, StoreDriver } from '@ibid/core/types';
import { batches, oneOf, type Condition, type QdrantClient } from './client.ts';
import {
  chunkOf,
  decodePage,
  decodeWhole,
  metaOf,
  pageInfoOf,
  passagesOf,
  pointId,
  unpack,
  versionOf,
  type PagePayload,
  type Totals,
} from './layout.ts';
import { searchPublished, type Published } from './search.ts';

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
      const client = unbound.for(call);
      const { meta, info } = published;
      try {
        const urls = (await listInfos(client, meta)).map(({ url }) => url).filter((url) => url > (from?.after ?? ''));
        for await (const stored of storedPages(client, meta, urls, ['url', 'body', 'vectors'])) {
          yield await decodeWhole(stored, info.space);
        }
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

/** Statistics of a generation, stored as JSON. The `data` of the space are stored beside it. */
export interface Statistics {
  readonly info: Omit<IndexInfo, 'space'>;
  readonly space: Omit<EmbeddingSpace, 'data'>;
  readonly totals: Totals;
  /** In order of their indexes. */
  readonly terms: readonly (readonly [term: string, passages: number, pages: number])[];
}

/** Matches the points that are pages, with or without passages. */
export const PAGES: Condition = oneOf('kind', ['page', 'empty']);
const MOST_ATTEMPTS = 5;
/** Maximum bytes in one point; Qdrant accepts requests of up to 32 MB. */
const BLOB_PART = 8 * 1024 * 1024;

/**
 * Returns a function that calls `reading` with the generation that the alias names now and a client for the call. It repeats that if a publish
 * deleted the generation meanwhile, and resolves to `undefined` before the first publish.
 */
function publishedReader(client: QdrantClient, base: string) {
  let known: { readonly version: number; readonly published: Promise<Published> } | undefined;

  async function current(calling: QdrantClient): Promise<Published | undefined> {
    const version = await liveVersion(calling, base);
    if (version === undefined) return undefined;
    if (known?.version !== version) {
      // Loading does not use the signal of this call, because other calls wait for the same result.
      const loading = { version, published: loadPublished(client, base, version) };
      known = loading;
      loading.published.catch(() => {
        if (known === loading) known = undefined;
      });
    }
    return known.published;
  }

  return async <T>(
    call: CallOptions | undefined,
    reading: (published: Published, client: QdrantClient) => Promise<T> | T,
  ): Promise<T | undefined> => {
    const calling = client.for(call);
    for (let attempt = 1; ; attempt++) {
      try {
        const published = await current(calling);
        return published && (await reading(published, calling));
      } catch (error) {
        const isGone = IbidError.is(error, 'NOT_INDEXED') && (await calling.alias(base)) !== undefined;
        if (!isGone || attempt === MOST_ATTEMPTS) throw error;
      }
    }
  };
}

/** Version of the generation that the alias names. */
export async function liveVersion(client: QdrantClient, base: string): Promise<number | undefined> {
  const target = await client.alias(base);
  return target === undefined ? undefined : versionOf(base, target);
}

/** True if another program made the collection or the alias of this name. The list of collections, unlike a request for one, names no alias. */
export async function isExternal(client: Pick<QdrantClient, 'alias' | 'collections'>, base: string): Promise<boolean> {
  const target = await client.alias(base);
  if (target !== undefined) return versionOf(base, target) === undefined;
  return (await client.collections()).includes(base);
}

async function loadPublished(client: QdrantClient, base: string, version: number): Promise<Published> {
  const meta = metaOf(base, version);
  const [packed, data] = await Promise.all([getBlob(client, meta, 'statistics'), getBlob(client, meta, 'space')]);
  if (packed === undefined || data === undefined) {
    throw new IbidError(
      'INDEX_DAMAGED',
      `\`${meta}\` lacks a part of the index, or was written by an earlier version; index into another collection`,
    );
  }
  const { info, space, totals, terms } = (await unpack(packed)) as Statistics;
  return {
    version,
    passages: passagesOf(base, version),
    meta,
    info: { ...info, space: { ...space, data } },
    totals,
    terms: new Map(terms.map(([term, ofPassages, pages], index) => [term, { index, passages: ofPassages, pages }])),
  };
}

/** Stores bytes of any length in as many points as needed. */
export async function putBlob(client: QdrantClient, meta: string, kind: string, bytes: Uint8Array): Promise<void> {
  const parts = Math.max(1, Math.ceil(bytes.length / BLOB_PART));
  for (let part = 0; part < parts; part++) {
    const data = Buffer.from(bytes.subarray(part * BLOB_PART, (part + 1) * BLOB_PART)).toString('base64');
    await client.upsert(meta, [{ id: pointId(kind, String(part)), payload: { kind, parts, data } }]);
  }
}

/** Reads a blob; `undefined` if one of its parts is missing. */
async function getBlob(client: QdrantClient, meta: string, kind: string): Promise<Uint8Array | undefined> {
  const data: Buffer[] = [];
  for (let part = 0, parts = 1; part < parts; part++) {
    const [found] = await client.retrieve(meta, [pointId(kind, String(part))], ['parts', 'data']);
    if (found === undefined) return undefined;
    parts = Number(found['parts']);
    data.push(Buffer.from(String(found['data']), 'base64'));
  }
  return new Uint8Array(Buffer.concat(data));
}

/** Infos of all pages, ordered by URL. */
async function listInfos(client: QdrantClient, meta: string): Promise<PageInfo[]> {
  const points = await Array.fromAsync(client.scroll(meta, { must: [PAGES] }, ['info']));
  const infos = points.flat().map(({ payload }) => pageInfoOf(payload as unknown as PagePayload));
  return infos.sort((a, b) => (a.url < b.url ? -1 : 1));
}

/** Pages with these URLs, in the given order; pages that no longer exist are left out. */
export async function* storedPages(
  client: QdrantClient,
  meta: string,
  urls: readonly string[],
  fields: readonly (keyof PagePayload)[],
): AsyncGenerator<PagePayload> {
  const ids = urls.map((url) => pointId('page', url));
  for (const some of batches(ids, 32)) {
    const found = await client.retrieve(meta, some, fields);
    yield* found.filter((payload) => payload !== undefined) as unknown as PagePayload[];
  }
}
