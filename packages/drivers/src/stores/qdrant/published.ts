import { FIELDS, IbidError } from '@ibid/core';
import type { CallOptions, Field, IndexInfo } from '@ibid/core/types';
import { getBlob } from './blobs.ts';
import type { QdrantClient } from './client.ts';
import { unpack } from './codec.ts';
import {
  metaOf,
  passagesOf,
  pointId,
  sharedOf,
  STATE_ID,
  versionOf,
  type BuildState,
  type SpaceNote,
  type Totals,
} from './layout.ts';

/** The published generation and what its scores need: held in memory, about 100 bytes for each distinct term. */
export interface Published {
  readonly version: number;
  readonly passages: string;
  readonly meta: string;
  readonly info: IndexInfo;
  readonly totals: Totals;
  readonly averages: Readonly<Record<Field, number>>;
  /** In how many passages and in how many pages' bodies each term stands. */
  readonly terms: ReadonlyMap<string, readonly [passages: number, pages: number]>;
}

export interface PublishedReader {
  /** What the alias names now; `undefined` before the first publish. */
  current(call?: CallOptions): Promise<Published | undefined>;
  /** Reads again when a publish deleted under the reader what it was reading. */
  read<T>(reading: (published: Published | undefined) => Promise<T>, call?: CallOptions): Promise<T>;
}

const MOST_ATTEMPTS = 5;

export function publishedReader(client: QdrantClient, base: string): PublishedReader {
  let known: Promise<Published> | undefined;
  let knownVersion: number | undefined;

  async function current(call?: CallOptions): Promise<Published | undefined> {
    const target = await client.alias(base, call);
    const version = target === undefined ? undefined : versionOf(base, target);
    if (version === undefined) return undefined;
    if (known !== undefined && knownVersion === version) return known;
    knownVersion = version;
    // Not stopped with the call: others wait for the same.
    const loading = loadPublished(client, base, version);
    known = loading;
    loading.catch(() => {
      if (known === loading) known = undefined;
    });
    return loading;
  }

  return {
    current,
    async read(reading, call) {
      for (let attempt = 1; ; attempt++) {
        try {
          return await reading(await current(call));
        } catch (error) {
          if (
            attempt === MOST_ATTEMPTS ||
            !IbidError.is(error, 'NOT_INDEXED') ||
            (await client.alias(base, call)) === undefined
          )
            throw error;
        }
      }
    },
  };
}

async function loadPublished(client: QdrantClient, base: string, version: number): Promise<Published> {
  const meta = metaOf(base, version);
  const state = await readState(client, meta).catch(async (error: unknown) => {
    if (!IbidError.is(error, 'NOT_INDEXED') || !(await client.collections()).includes(`${base}-ibid`)) throw error;
    throw olderLayout(base);
  });
  if (state?.published === undefined) throw damaged(meta);
  const { info, spaceId, totals } = state.published;
  const [space] = await listSpaceNotes(client, meta).then((notes) => notes.filter(({ id }) => id === spaceId));
  const [data, terms] = await Promise.all([
    getBlob(client, meta, 'space', spaceId),
    getBlob(client, meta, 'terms', ''),
  ]);
  if (space === undefined || data === undefined || terms === undefined) throw damaged(meta);
  const entries = JSON.parse((await unpack(terms)).toString()) as [string, number, number][];
  return {
    version,
    passages: passagesOf(base, version),
    meta,
    info: { ...info, space: { id: space.id, dimensions: space.dimensions, data } },
    totals,
    averages: averagesOf(totals),
    terms: new Map(entries.map(([term, ...counts]) => [term, counts])),
  };
}

export function averagesOf({ passages, lengths }: Totals): Readonly<Record<Field, number>> {
  return Object.fromEntries(FIELDS.map((field, i) => [field, lengths[i]! / Math.max(1, passages)])) as Record<
    Field,
    number
  >;
}

export async function readState(
  client: QdrantClient,
  meta: string,
  call?: CallOptions,
): Promise<BuildState | undefined> {
  const [found] = await client.retrieve(meta, [STATE_ID], ['state'], call);
  return found && (JSON.parse(String(found.payload['state'])) as BuildState);
}

export async function writeState(
  client: QdrantClient,
  meta: string,
  state: BuildState,
  call?: CallOptions,
): Promise<void> {
  const payload = { kind: 'state', state: JSON.stringify(state) };
  await client.upsert(meta, [{ id: STATE_ID, vector: {}, payload }], undefined, call);
}

/** Spaces of a build. */
export async function listSpaceNotes(
  client: QdrantClient,
  meta: string,
  call?: CallOptions,
): Promise<readonly SpaceNote[]> {
  const notes: SpaceNote[] = [];
  const filter = { must: [{ key: 'kind', match: { value: 'space' } }] };
  for await (const points of client.scroll(meta, { filter, payload: ['note', 'part'] }, call)) {
    for (const { payload } of points) {
      if (payload['part'] === 0) notes.push(JSON.parse(String(payload['note'])) as SpaceNote);
    }
  }
  return notes;
}

/** An index of the layout of 2026-11-22 and before, which had a collection for each leg. */
export function olderLayout(base: string): IbidError {
  return new IbidError(
    'INDEX_MISMATCH',
    `The collection \`${base}\` was written by an earlier version of Ibid in a layout that is no longer read. Run \`ibid index\` into a collection of another name, then delete \`${base}-ibid\` and the collections that begin with \`${base}-v\`.`,
  );
}

function damaged(meta: string): IbidError {
  return new IbidError('INDEX_DAMAGED', `\`${meta}\` lacks a part of the index; run \`ibid index --fresh\``);
}

/** The highest k that was given out; kept so that no late write meets a collection of the same name. */
export async function nextVersion(client: QdrantClient, base: string, call?: CallOptions): Promise<number> {
  const id = pointId('counter', '');
  const [found] = await client.retrieve(sharedOf(base), [id], ['version'], call);
  const names = await client.collections(call);
  const versions = names.map((name) => versionOf(base, name) ?? 0);
  const version = Math.max(Number(found?.payload['version'] ?? 0), ...versions) + 1;
  await client.upsert(sharedOf(base), [{ id, vector: {}, payload: { kind: 'counter', version } }], undefined, call);
  return version;
}
