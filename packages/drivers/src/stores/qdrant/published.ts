import { IbidError } from '@ibid/core';
import type { CallOptions, EmbeddingSpace, IndexInfo, PageInfo } from '@ibid/core/types';
import { batches, oneOf, type Condition, type QdrantClient } from './client.ts';
import {
  metaOf,
  pack,
  pageInfoOf,
  passagesOf,
  pointId,
  unpack,
  versionOf,
  type PagePayload,
  type Totals,
} from './layout.ts';

/** The published generation and the data for scoring, held in memory: about 100 bytes per distinct term. */
export interface Published {
  readonly version: number;
  readonly passages: string;
  readonly meta: string;
  readonly info: IndexInfo;
  readonly totals: Totals;
  readonly terms: ReadonlyMap<string, TermUse>;
}

export interface TermUse {
  /** In sparse vectors. */
  readonly index: number;
  /** Numbers of passages and of page bodies that contain the term. */
  passages: number;
  pages: number;
}

/** Statistics of a generation, stored as JSON. The `data` of the space are stored beside it. */
export interface Statistics {
  readonly info: Omit<IndexInfo, 'space'>;
  readonly space: Omit<EmbeddingSpace, 'data'>;
  readonly totals: Totals;
  /** In order of their indexes. */
  readonly terms: readonly (readonly [term: string, passages: number, pages: number])[];
}

/**
 * Calls `reading` with the generation that the alias names now and a client for the call. Repeats it if a publish deleted that generation
 * during the read. Resolves to `undefined` before the first publish.
 */
type ReadPublished = <T>(
  call: CallOptions | undefined,
  reading: (published: Published, client: QdrantClient) => Promise<T> | T,
) => Promise<T | undefined>;

/** Matches the points that are pages, with or without passages. */
export const PAGES: Condition = oneOf('kind', ['page', 'empty']);
const MOST_ATTEMPTS = 5;
/** Maximum bytes in one point; Qdrant accepts requests of up to 32 MB. */
const BLOB_PART = 8 * 1024 * 1024;

export function publishedReader(client: QdrantClient, base: string): ReadPublished {
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

  return async (call, reading) => {
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

/** True if another program made the collection or the alias of this name. */
export async function isExternal(client: QdrantClient, base: string): Promise<boolean> {
  return (await liveVersion(client, base)) === undefined && (await client.collection(base)) !== undefined;
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

export async function writeStatistics(
  client: QdrantClient,
  meta: string,
  statistics: Statistics,
  data: Uint8Array,
): Promise<void> {
  await putBlob(client, meta, 'statistics', await pack(statistics));
  await putBlob(client, meta, 'space', data);
}

/** Stores bytes of any length in as many points as needed. */
async function putBlob(client: QdrantClient, meta: string, kind: string, bytes: Uint8Array): Promise<void> {
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
export async function listInfos(client: QdrantClient, meta: string): Promise<PageInfo[]> {
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
