import { IbidError } from '@ibid/core';
import type { BuildLock, CallOptions, HeldLock, IndexSchema, StoreDriver } from '@ibid/core/types';
import { putBlob } from './blobs.ts';
import type { QdrantClient } from './client.ts';
import { decodePage, encodePage, vectorsPayload } from './codec.ts';
import {
  FILTERED,
  metaOf,
  NO_VECTORS,
  pageInfoOf,
  passagesOf,
  pointId,
  sharedOf,
  vectorsKey,
  versionOf,
  type PagePayload,
  type SpaceNote,
} from './layout.ts';
import { publishBuild } from './publish.ts';
import { listSpaceNotes, nextVersion, readState, writeState, type PublishedReader } from './published.ts';
import { pagePayloads } from './read.ts';

/** A page of a build as far as its writer must know it. */
interface BuiltPage {
  readonly url: string;
  readonly revision: string;
  readonly chunks: number;
  /** Ids of spaces in which it has vectors. */
  readonly spaces: Set<string>;
}

export interface Build {
  readonly version: number;
  readonly meta: string;
  readonly schema: IndexSchema;
  readonly sourceId: string;
  readonly pages: Map<string, BuiltPage>;
  readonly spaces: Map<string, SpaceNote>;
}

export interface BuildParts {
  readonly client: QdrantClient;
  readonly base: string;
  readonly reader: PublishedReader;
  readonly lock: BuildLock;
}

type Building = Pick<
  StoreDriver,
  'beginBuild' | 'putPage' | 'deletePages' | 'listBuild' | 'putVectors' | 'publish' | 'abandonBuild' | 'close'
>;

/** The verbs of the one writer. `close` gives up the writer lock and leaves the build to be resumed. */
export function buildVerbs({ client, base, reader, lock }: BuildParts): Building {
  let held: HeldLock | undefined;
  let build: Build | undefined;
  let last: Promise<unknown> = Promise.resolve();

  /** Writes follow one another, so that what this process knows of the build is what Qdrant holds. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = last.then(work, work);
    last = turn.catch(() => undefined);
    return turn;
  }

  function current(): Build {
    if (build === undefined) throw new IbidError('INVALID_REQUEST', 'No build is under way; call `beginBuild` first');
    if (held?.lost.aborted === true) {
      throw new IbidError(
        'STORE_BUSY',
        `Another process took over the index \`${base}\` because this one seemed dead; begin again`,
        { retryable: true },
      );
    }
    return build;
  }

  async function release(): Promise<void> {
    const lease = held;
    held = undefined;
    build = undefined;
    await lease?.release();
  }

  async function lockWriter(call?: CallOptions): Promise<void> {
    if (held !== undefined && !held.lost.aborted) return;
    if ((await client.alias(base, call)) === undefined && (await client.collection(base, call)) !== undefined) {
      throw new IbidError(
        'INVALID_CONFIG',
        `The collection \`${base}\` was made by another program, and Ibid writes only to its own; name another collection to index into.`,
      );
    }
    held = await lock.acquire(call);
    await client.create(sharedOf(base), NO_VECTORS, ['kind'], call);
  }

  return {
    beginBuild: ({ schema, sourceId, fresh }, call) =>
      inTurn(async () => {
        await lockWriter(call);
        try {
          const published = await reader.current(call);
          const interrupted = await findInterrupted(client, base, published?.version ?? 0, call);
          const isSame = (other: IndexSchema): boolean =>
            other.chunker === schema.chunker && other.tokenizer === schema.tokenizer;
          const resumed =
            !fresh && interrupted !== undefined && isSame(interrupted.schema) && interrupted.sourceId === sourceId;
          const reused =
            !fresh && published !== undefined && isSame(published.info.schema) ? published.version : undefined;
          const begun = await startBuild(
            client,
            base,
            { schema, sourceId, from: resumed ? interrupted.version : reused },
            call,
          );
          await dropOthers(client, base, [begun.version, published?.version], call);
          build = begun;
          const pages = [...begun.pages.values()].map(({ url, revision }) => ({ url, revision }));
          return { resumed, pages: pages.sort((a, b) => (a.url < b.url ? -1 : 1)) };
        } catch (error) {
          if (build === undefined) await release().catch(() => undefined);
          throw error;
        }
      }),
    putPage: (page, call) =>
      inTurn(async () => {
        const { meta, pages } = current();
        const payload = await encodePage(page);
        await client.upsert(
          meta,
          [{ id: pointId('page', payload.url), vector: {}, payload: { ...payload } }],
          undefined,
          call,
        );
        pages.set(page.url, { url: page.url, revision: page.revision, chunks: page.chunks.length, spaces: new Set() });
      }),
    deletePages: (urls, call) =>
      inTurn(async () => {
        const { meta, pages } = current();
        await client.deletePoints(
          meta,
          urls.map((url) => pointId('page', url.toWellFormed())),
          call,
        );
        for (const url of urls) pages.delete(url);
      }),
    async *listBuild(filter, call) {
      const space = filter?.withoutVectorsIn;
      const urls = [...current().pages.values()].filter((page) => lacks(page, space)).map(({ url }) => url);
      for await (const payload of pagePayloads(client, current().meta, urls.sort(), ['url', 'body'], call)) {
        const { url, chunks } = await decodePage(payload);
        const page = current().pages.get(url);
        if (page !== undefined && lacks(page, space)) yield { url, chunks: chunks.map(({ chunk }) => chunk) };
      }
    },
    putVectors: ({ url, spaceId, passages, headings }, call) =>
      inTurn(async () => {
        const { meta, pages, spaces } = current();
        const page = pages.get(url);
        if (page === undefined) throw new IbidError('INVALID_REQUEST', `putVectors: the build has no page \`${url}\``);
        if (passages.length !== page.chunks) {
          throw new IbidError(
            'INVALID_REQUEST',
            `putVectors: \`${url}\` has ${page.chunks} chunks, but ${passages.length} vectors came`,
          );
        }
        if (!spaces.has(spaceId)) {
          const note = { id: spaceId, dimensions: passages[0]?.length ?? 0 };
          await putBlob(client, meta, { kind: 'space', name: spaceId, bytes: new Uint8Array(), note }, call);
          spaces.set(spaceId, note);
        }
        await client.setPayload(
          meta,
          pointId('page', url.toWellFormed()),
          { [vectorsKey(spaceId)]: vectorsPayload(passages, headings) },
          call,
        );
        page.spaces.add(spaceId);
      }),
    publish: (publication, call) =>
      inTurn(async () => {
        const built = current();
        const { space } = publication;
        const lacking = [...built.pages.values()].filter((page) => lacks(page, space.id)).map(({ url }) => url);
        if (lacking.length > 0) {
          throw new IbidError(
            'BUILD_INCOMPLETE',
            `${lacking.length} pages lack vectors in \`${space.id}\`, first \`${lacking.sort()[0]}\`; put them, then publish again`,
          );
        }
        const info = await publishBuild(client, base, built, publication, call);
        current();
        await client.switchAlias(base, passagesOf(base, built.version), call);
        await dropOthers(client, base, [built.version], call).catch(() => undefined);
        await release();
        return info;
      }),
    abandonBuild: (call) =>
      inTurn(async () => {
        if (held === undefined) return;
        await dropOthers(client, base, [(await reader.current(call))?.version], call);
        await release();
      }),
    close: () => inTurn(release),
  };
}

function lacks({ chunks, spaces }: BuiltPage, spaceId: string | undefined): boolean {
  return spaceId === undefined || (chunks > 0 && !spaces.has(spaceId));
}

/** The newest build after `published` that held all that it began with. */
async function findInterrupted(
  client: QdrantClient,
  base: string,
  published: number,
  call?: CallOptions,
): Promise<{ readonly version: number; readonly schema: IndexSchema; readonly sourceId: string } | undefined> {
  const versions = (await client.collections(call))
    .filter((name) => name.endsWith('-meta'))
    .map((name) => versionOf(base, name) ?? 0);
  for (const version of versions.filter((one) => one > published).sort((a, b) => b - a)) {
    const state = await readState(client, metaOf(base, version), call);
    if (state !== undefined) return { version, ...state };
  }
  return undefined;
}

/** Makes a collection of its own, with copies of what it keeps: nothing that comes late of an interrupted build reaches it. */
async function startBuild(
  client: QdrantClient,
  base: string,
  {
    schema,
    sourceId,
    from,
  }: { readonly schema: IndexSchema; readonly sourceId: string; readonly from: number | undefined },
  call?: CallOptions,
): Promise<Build> {
  const version = await nextVersion(client, base, call);
  const meta = metaOf(base, version);
  await client.create(meta, NO_VECTORS, ['kind', ...FILTERED], call);
  const build: Build = { version, meta, schema, sourceId, pages: new Map(), spaces: new Map() };
  if (from !== undefined) {
    const source = metaOf(base, from);
    const notes = await listSpaceNotes(client, source, call);
    for (const note of notes) build.spaces.set(note.id, note);
    const filter = { must: [{ key: 'kind', match: { any: ['page', 'empty', 'space'] } }] };
    for await (const points of client.scroll(source, { filter, payload: true, size: 32 }, call)) {
      if (points.length > 0)
        await client.upsert(
          meta,
          points.map(({ id, payload }) => ({ id, vector: {}, payload })),
          undefined,
          call,
        );
      for (const { payload } of points) {
        if (payload['kind'] === 'space') continue;
        const { url, revision, chunks } = pageInfoOf(payload as unknown as PagePayload);
        const spaces = new Set(notes.filter(({ id }) => vectorsKey(id) in payload).map(({ id }) => id));
        build.pages.set(url, { url, revision, chunks, spaces });
      }
    }
  }
  await writeState(client, meta, { schema, sourceId }, call);
  return build;
}

/** Deletes the collections of all generations but these. */
async function dropOthers(
  client: QdrantClient,
  base: string,
  kept: readonly (number | undefined)[],
  call?: CallOptions,
): Promise<void> {
  for (const name of await client.collections(call)) {
    const version = versionOf(base, name);
    if (version !== undefined && !kept.includes(version)) await client.drop(name, call);
  }
}
