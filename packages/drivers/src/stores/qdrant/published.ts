import { FIELDS, IbidError } from '@ibid/core';
import type { CallOptions, Field, IndexInfo } from '@ibid/core/types';
import type { QdrantClient } from './client.ts';
import { unpack } from './codec.ts';
import { metaOf, passagesOf, pointId, STATE_ID, versionOf, type BuildState, type Totals } from './layout.ts';

/** The published generation and the data for scoring, held in memory: about 100 bytes per distinct term. */
export interface Published {
  readonly version: number;
  readonly passages: string;
  readonly meta: string;
  readonly info: IndexInfo;
  readonly totals: Totals;
  readonly averages: Readonly<Record<Field, number>>;
  /** For each term, the number of passages and of page bodies that contain it. */
  readonly terms: ReadonlyMap<string, readonly [passages: number, pages: number]>;
}

/**
 * Calls `reading` with the generation that the alias names now (`undefined` before the first publish) and a client for the call. Repeats it
 * if a publish deleted that generation during the read.
 */
export type ReadPublished = <T>(
  call: CallOptions | undefined,
  reading: (published: Published | undefined, client: QdrantClient) => Promise<T>,
) => Promise<T>;

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
        return await reading(await current(calling), calling);
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

async function loadPublished(client: QdrantClient, base: string, version: number): Promise<Published> {
  const meta = metaOf(base, version);
  const [state, data, packed] = await Promise.all([
    readState(client, meta),
    getBlob(client, meta, 'space'),
    getBlob(client, meta, 'terms'),
  ]);
  if (state?.published?.space === undefined || data === undefined || packed === undefined) {
    throw new IbidError('INDEX_DAMAGED', `\`${meta}\` lacks a part of the index; run \`ibid index --fresh\``);
  }
  const { info, space, totals } = state.published;
  const entries = JSON.parse((await unpack(packed)).toString()) as [string, number, number][];
  return {
    version,
    passages: passagesOf(base, version),
    meta,
    info: { ...info, space: { ...space, data } },
    totals,
    averages: averagesOf(totals),
    terms: new Map(entries.map(([term, ...counts]) => [term, counts])),
  };
}

export function averagesOf({ passages, lengths }: Totals): Readonly<Record<Field, number>> {
  const averages = FIELDS.map((field, i) => [field, lengths[i]! / Math.max(1, passages)]);
  return Object.fromEntries(averages) as Record<Field, number>;
}

export async function readState(client: QdrantClient, meta: string): Promise<BuildState | undefined> {
  const [found] = await client.retrieve(meta, [STATE_ID], ['state']);
  return found && (JSON.parse(String(found.payload['state'])) as BuildState);
}

export async function writeState(client: QdrantClient, meta: string, state: BuildState): Promise<void> {
  await client.upsert(meta, [{ id: STATE_ID, payload: { kind: 'state', state: JSON.stringify(state) } }]);
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
    parts = Number(found.payload['parts']);
    data.push(Buffer.from(String(found.payload['data']), 'base64'));
  }
  return new Uint8Array(Buffer.concat(data));
}
