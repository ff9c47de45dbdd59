import { IbidError } from '@ibid/core';
import type { BuildLock, CallOptions, HeldLock, IndexSchema, StoreDriver } from '@ibid/core/types';
import type { QdrantClient } from './client.ts';
import { decodePage, encodePage, vectorsPayload } from './codec.ts';
import {
  FILTERED,
  metaOf,
  pageInfoOf,
  passagesOf,
  pointId,
  sharedOf,
  vectorsKey,
  versionOf,
  type PagePayload,
} from './layout.ts';
import { publishBuild } from './publish.ts';
import { liveVersion, readState, writeState } from './published.ts';
import { pagePayloads, PAGES } from './read.ts';

/** The facts about a page of the build that its writer needs. */
interface BuiltPage {
  readonly url: string;
  readonly revision: string;
  readonly chunks: number;
  /** Keys of the spaces in which the page has vectors. */
  readonly spaces: Set<string>;
}

export interface Build {
  readonly version: number;
  readonly meta: string;
  readonly schema: IndexSchema;
  readonly sourceId: string;
  readonly pages: Map<string, BuiltPage>;
}

type Building = Pick<
  StoreDriver,
  'beginBuild' | 'putPage' | 'deletePages' | 'listBuild' | 'putVectors' | 'publish' | 'abandonBuild' | 'close'
>;

/** Write operations of the store, used by one writer at a time. `close` releases the writer lock and leaves the build to be resumed. */
export function buildVerbs(unbound: QdrantClient, base: string, lock: BuildLock): Building {
  let held: HeldLock | undefined;
  let build: Build | undefined;
  let last: Promise<unknown> = Promise.resolve();

  /** Runs writes one after another, so that this process's view of the build matches the data in Qdrant. */
  function inTurn<T>(call: CallOptions | undefined, work: (client: QdrantClient) => Promise<T>): Promise<T> {
    const start = (): Promise<T> => work(unbound.for(call));
    const turn = last.then(start, start);
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

  async function acquire(client: QdrantClient, call: CallOptions | undefined): Promise<void> {
    if (held !== undefined && !held.lost.aborted) return;
    if ((await client.alias(base)) === undefined && (await client.collection(base)) !== undefined) {
      throw new IbidError(
        'INVALID_CONFIG',
        `The collection \`${base}\` was made by another program, and Ibid writes only to its own; name another collection to index into.`,
      );
    }
    held = await lock.acquire(call);
  }

  return {
    beginBuild: (begin, call) =>
      inTurn(call, async (client) => {
        await acquire(client, call);
        try {
          const live = await liveVersion(client, base);
          const { from, resumed } = begin.fresh
            ? { from: undefined, resumed: false }
            : await findStart(client, base, live, begin);
          build = await startBuild(client, base, begin, from);
          await dropOthers(client, base, [build.version, live]);
          const pages = [...build.pages.values()].map(({ url, revision }) => ({ url, revision }));
          return { resumed, pages: pages.sort((a, b) => (a.url < b.url ? -1 : 1)) };
        } catch (error) {
          await release().catch(() => undefined);
          throw error;
        }
      }),
    putPage: (page, call) =>
      inTurn(call, async (client) => {
        const { meta, pages } = current();
        const payload = await encodePage(page);
        await client.upsert(meta, [{ id: pointId('page', payload.url), payload: { ...payload } }]);
        pages.set(page.url, { url: page.url, revision: page.revision, chunks: page.chunks.length, spaces: new Set() });
      }),
    deletePages: (urls, call) =>
      inTurn(call, async (client) => {
        const { meta, pages } = current();
        const ids = urls.map((url) => pointId('page', url.toWellFormed()));
        await client.deletePoints(meta, ids);
        for (const url of urls) pages.delete(url);
      }),
    async *listBuild(filter, call) {
      const { meta, pages } = current();
      const isWanted = (page: BuiltPage | undefined): boolean =>
        page !== undefined && (filter?.withoutVectorsIn === undefined || lacks(page, filter.withoutVectorsIn));
      const urls = [...pages.values()].filter(isWanted).map(({ url }) => url);
      for await (const payload of pagePayloads(unbound.for(call), meta, urls.sort(), ['url', 'body'])) {
        const { url, chunks } = await decodePage(payload);
        if (isWanted(current().pages.get(url))) yield { url, chunks: chunks.map(({ chunk }) => chunk) };
      }
    },
    putVectors: ({ url, spaceId, passages, headings }, call) =>
      inTurn(call, async (client) => {
        const { meta, pages } = current();
        const page = pages.get(url);
        if (page === undefined) throw new IbidError('INVALID_REQUEST', `putVectors: the build has no page \`${url}\``);
        if (passages.length !== page.chunks) {
          throw new IbidError(
            'INVALID_REQUEST',
            `putVectors: \`${url}\` has ${page.chunks} chunks, but ${passages.length} vectors came`,
          );
        }
        const vectors = { [vectorsKey(spaceId)]: vectorsPayload(passages, headings) };
        await client.setPayload(meta, pointId('page', url.toWellFormed()), vectors);
        page.spaces.add(vectorsKey(spaceId));
      }),
    publish: (publication, call) =>
      inTurn(call, async (client) => {
        const built = current();
        const info = await publishBuild(client, base, built, publication);
        current();
        await client.switchAlias(base, passagesOf(base, built.version));
        await dropOthers(client, base, [built.version]).catch(() => undefined);
        await release();
        return info;
      }),
    abandonBuild: (call) =>
      inTurn(call, async (client) => {
        if (held === undefined) return;
        await dropOthers(client, base, [await liveVersion(client, base)]);
        await release();
      }),
    close: () => inTurn(undefined, release),
  };
}

function lacks({ chunks, spaces }: BuiltPage, spaceId: string): boolean {
  return chunks > 0 && !spaces.has(vectorsKey(spaceId));
}

/** Finds the generation to start from: an interrupted one with the same schema and source, else the live one with the same schema. */
async function findStart(
  client: QdrantClient,
  base: string,
  live: number | undefined,
  { schema, sourceId }: Pick<Build, 'schema' | 'sourceId'>,
): Promise<{ readonly from: number | undefined; readonly resumed: boolean }> {
  const isSame = (other: IndexSchema | undefined): boolean =>
    other?.chunker === schema.chunker && other.tokenizer === schema.tokenizer;
  const metas = (await client.collections()).filter((name) => name.endsWith('-meta'));
  const later = metas.map((name) => versionOf(base, name) ?? 0).filter((version) => version > (live ?? 0));
  for (const version of later.sort((a, b) => b - a)) {
    // A build without a state was interrupted before all its initial pages were copied.
    const state = await readState(client, metaOf(base, version));
    if (state === undefined) continue;
    if (isSame(state.schema) && state.sourceId === sourceId) return { from: version, resumed: true };
    break;
  }
  const state = live === undefined ? undefined : await readState(client, metaOf(base, live));
  return { from: isSame(state?.schema) ? live : undefined, resumed: false };
}

/** Starts a build in a new collection with copies of the pages it keeps, so that late writes of an interrupted build cannot reach it. */
async function startBuild(
  client: QdrantClient,
  base: string,
  { schema, sourceId }: Pick<Build, 'schema' | 'sourceId'>,
  from: number | undefined,
): Promise<Build> {
  const version = await nextVersion(client, base);
  const meta = metaOf(base, version);
  await client.create(meta, ['kind', ...FILTERED]);
  const pages = new Map<string, BuiltPage>();
  const kept = from === undefined ? [] : client.scroll(metaOf(base, from), { filter: PAGES, payload: true, size: 32 });
  for await (const points of kept) {
    await client.upsert(
      meta,
      points.map(({ id, payload }) => ({ id, payload })),
    );
    for (const { payload } of points) {
      const { url, revision, chunks } = pageInfoOf(payload as unknown as PagePayload);
      const spaces = new Set(Object.keys(payload).filter((key) => key.startsWith('v_')));
      pages.set(url, { url, revision, chunks, spaces });
    }
  }
  await writeState(client, meta, { schema, sourceId });
  return { version, meta, schema, sourceId, pages };
}

/** Returns the next version. The highest version ever used is stored, so that no late write reaches a collection of the same name. */
async function nextVersion(client: QdrantClient, base: string): Promise<number> {
  const id = pointId('counter', '');
  await client.create(sharedOf(base), ['kind', 'holder']);
  const [found] = await client.retrieve(sharedOf(base), [id], ['version']);
  const versions = (await client.collections()).map((name) => versionOf(base, name) ?? 0);
  const version = Math.max(Number(found?.payload['version'] ?? 0), ...versions) + 1;
  await client.upsert(sharedOf(base), [{ id, payload: { kind: 'counter', version } }]);
  return version;
}

/** Deletes the collections of all generations except `kept`. */
async function dropOthers(client: QdrantClient, base: string, kept: readonly (number | undefined)[]): Promise<void> {
  for (const name of await client.collections()) {
    const version = versionOf(base, name);
    if (version !== undefined && !kept.includes(version)) await client.drop(name);
  }
}
