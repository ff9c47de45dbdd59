import { IbidError, invalidConfig } from '@ibid/core';
import type { BuildLock, CallOptions, EmbeddingSpace, HeldLock, IndexSchema, StoreDriver } from '@ibid/core/types';
import { isDeepStrictEqual } from 'node:util';
import type { Point, QdrantClient } from './client.ts';
import { distinctTerms } from '../text-legs.ts';
import {
  decodePage,
  decodeWhole,
  encodePage,
  FILTERED,
  metaOf,
  pack,
  pageInfoOf,
  passagePoints,
  passagesOf,
  pointId,
  sumOf,
  vectorsPayload,
  versionOf,
  type FieldCounts,
  type PagePayload,
  type Totals,
} from './layout.ts';
import { isExternal, liveVersion, PAGES, putBlob, storedPages, type Statistics } from './read.ts';
import type { TermUse } from './search.ts';
import { nextVersion } from './shared.ts';

const STATE_ID = pointId('state', '');

/** The facts about a page of the build that its writer needs. */
interface BuiltPage {
  readonly revision: string;
  readonly chunks: number;
  readonly lengths: FieldCounts;
  /** Id of the space in which the page has vectors. */
  space?: string | undefined;
}

/** Number of the layout of a build's pages; builds of another one are not resumed. */
const LAYOUT = 2;

/** Settings of a build, stored when it has all its initial pages. */
interface BuildState {
  readonly schema: IndexSchema;
  readonly sourceId: string;
}

interface Build extends BuildState {
  readonly held: HeldLock;
  readonly version: number;
  readonly meta: string;
  /** By URL. */
  readonly pages: Map<string, BuiltPage>;
}

type Building = Pick<
  StoreDriver,
  'beginBuild' | 'putPage' | 'deletePages' | 'listBuild' | 'putVectors' | 'publish' | 'abandonBuild' | 'close'
>;

/** Write operations of the store, used by one writer at a time. `close` releases the writer lock and leaves the build to be resumed. */
export function buildVerbs(unbound: QdrantClient, base: string, lock: BuildLock): Building {
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
    if (build.held.lost.aborted) {
      const message = `Another process took over the index \`${base}\` because this one seemed dead; begin again`;
      throw new IbidError('STORE_BUSY', message, { retryable: true });
    }
    return build;
  }

  async function release(): Promise<void> {
    const held = build?.held;
    build = undefined;
    await held?.release();
  }

  return {
    beginBuild: (begin, call) =>
      inTurn(call, async (client) => {
        await release();
        if (await isExternal(client, base)) {
          throw invalidConfig(
            `The collection \`${base}\` was made by another program, and Ibid writes only to its own; name another collection to index into.`,
          );
        }
        const held = await lock.acquire(call);
        try {
          const live = await liveVersion(client, base);
          const from = begin.fresh ? undefined : await findStart(client, base, live, begin);
          const started = await startBuild(client, base, begin, from);
          await dropOthers(client, base, [started.version, live]);
          build = { ...started, held };
          const pages = [...build.pages].map(([url, { revision }]) => ({ url, revision }));
          return {
            resumed: from !== live && from !== undefined,
            pages: pages.sort((a, b) => (a.url < b.url ? -1 : 1)),
          };
        } catch (error) {
          await held.release().catch(() => undefined);
          throw error;
        }
      }),
    putPage: (page, call) =>
      inTurn(call, async (client) => {
        const { meta, pages } = current();
        const payload = await encodePage(page);
        await client.upsert(meta, [{ id: pointId('page', page.url), payload: { ...payload } }]);
        const { chunks, lengths } = payload;
        pages.set(page.url, { revision: page.revision, chunks, lengths });
      }),
    deletePages: (urls, call) =>
      inTurn(call, async (client) => {
        const { meta, pages } = current();
        const ids = urls.map((url) => pointId('page', url));
        await client.deletePoints(meta, ids);
        for (const url of urls) pages.delete(url);
      }),
    async *listBuild({ withoutVectorsIn: space } = {}, call) {
      const { meta, pages } = current();
      const isWanted = (url: string): boolean => {
        const page = pages.get(url);
        return page !== undefined && (space === undefined || (page.chunks > 0 && page.space !== space));
      };
      const urls = [...pages.keys()].filter(isWanted).sort();
      for await (const stored of storedPages(unbound.for(call), meta, urls, ['url', 'body'])) {
        const { url, chunks } = await decodePage(stored);
        if (isWanted(url)) yield { url, chunks: chunks.map(({ chunk }) => chunk) };
      }
    },
    putVectors: (vectors, call) =>
      inTurn(call, async (client) => {
        const { meta, pages } = current();
        const { url, spaceId, passages } = vectors;
        const page = pages.get(url);
        if (page?.chunks !== passages.length) {
          const message = `putVectors: the build has ${page?.chunks ?? 'no'} chunks of \`${url}\`, but ${passages.length} vectors came`;
          throw new IbidError('INVALID_REQUEST', message);
        }
        await client.setPayload(meta, pointId('page', url), { vectors: vectorsPayload(vectors) });
        page.space = spaceId;
      }),
    publish: ({ space, publishedAt }, call) =>
      inTurn(call, async (client) => {
        const { version, meta, pages, schema, sourceId } = current();
        const built = [...pages.values()];
        const totals = {
          pages: built.filter(({ chunks }) => chunks > 0).length,
          passages: built.reduce((sum, { chunks }) => sum + chunks, 0),
          lengths: sumOf(built.map(({ lengths }) => lengths)),
        };
        const terms = await writePassages(client, base, current(), { space, totals });
        const info = { generation: version, schema, sourceId, pages: pages.size, chunks: totals.passages, publishedAt };
        const { data, ...named } = space;
        const statistics: Statistics = { info, space: named, totals, terms };
        await putBlob(client, meta, 'statistics', await pack(statistics));
        await putBlob(client, meta, 'space', data);
        current();
        await client.switchAlias(base, passagesOf(base, version));
        await dropOthers(client, base, [version]).catch(() => undefined);
        await release();
        return { ...info, space };
      }),
    abandonBuild: (call) =>
      inTurn(call, async (client) => {
        if (build === undefined) return;
        const { version } = build;
        // A publish whose reply was lost may have made it the live one.
        if ((await liveVersion(client, base)) !== version) await dropGeneration(client, base, version);
        await release();
      }),
    close: () => inTurn(undefined, release),
  };
}

async function versionsOf(client: QdrantClient, base: string): Promise<ReadonlySet<number>> {
  const versions = (await client.collections()).map((name) => versionOf(base, name));
  return new Set(versions.filter((version) => version !== undefined));
}

/** Deletes the collections of all generations except `kept`. */
async function dropOthers(client: QdrantClient, base: string, kept: readonly (number | undefined)[]): Promise<void> {
  for (const version of await versionsOf(client, base)) {
    if (!kept.includes(version)) await dropGeneration(client, base, version);
  }
}

async function dropGeneration(client: QdrantClient, base: string, version: number): Promise<void> {
  await client.drop(passagesOf(base, version));
  await client.drop(metaOf(base, version));
}

/** Finds the generation to start from: an interrupted one with the same schema and source, else the live one with the same schema. */
async function findStart(
  client: QdrantClient,
  base: string,
  live: number | undefined,
  { schema, sourceId }: BuildState,
): Promise<number | undefined> {
  const metas = (await client.collections()).filter((name) => name.endsWith('-meta'));
  const versions = metas.map((name) => versionOf(base, name) ?? -1).filter((version) => version >= (live ?? 0));
  for (const version of versions.sort((a, b) => b - a)) {
    // A build without a state was interrupted before all its initial pages were copied, or has another layout.
    const state = await readState(client, metaOf(base, version));
    const isSameSource = version === live || state?.sourceId === sourceId;
    if (isSameSource && isDeepStrictEqual(state?.schema, schema)) return version;
  }
  return undefined;
}

/** Starts a build in a new collection with copies of the pages it keeps, so that late writes of an interrupted build cannot reach it. */
async function startBuild(
  client: QdrantClient,
  base: string,
  { schema, sourceId }: BuildState,
  from: number | undefined,
): Promise<Omit<Build, 'held'>> {
  const version = await nextVersion(client, base, await versionsOf(client, base));
  const meta = metaOf(base, version);
  await client.create(meta, ['kind', ...FILTERED]);
  const pages = new Map<string, BuiltPage>();
  for await (const points of from === undefined ? [] : client.scroll(metaOf(base, from), { must: [PAGES] }, true)) {
    await client.upsert(
      meta,
      points.map(({ id, payload }) => ({ id, payload })),
    );
    for (const { payload } of points) {
      const page = payload as unknown as PagePayload;
      const { chunks, lengths, vectors } = page;
      const { url, revision } = pageInfoOf(page);
      pages.set(url, { revision, chunks, lengths, space: vectors?.space });
    }
  }
  const state = JSON.stringify({ schema, sourceId } satisfies BuildState);
  await client.upsert(meta, [{ id: STATE_ID, payload: { kind: 'state', state, layout: LAYOUT } }]);
  return { version, meta, schema, sourceId, pages };
}

async function readState(client: QdrantClient, meta: string): Promise<BuildState | undefined> {
  const [found] = await client.retrieve(meta, [STATE_ID], ['state', 'layout']);
  return found?.['layout'] === LAYOUT ? (JSON.parse(String(found['state'])) as BuildState) : undefined;
}

/**
 * Creates the passages of a build whose pages have all their vectors. Resolves to the terms that they contain.
 */
async function writePassages(
  client: QdrantClient,
  base: string,
  { version, meta, pages }: Build,
  { space, totals }: { readonly space: EmbeddingSpace; readonly totals: Totals },
): Promise<Statistics['terms']> {
  const collection = passagesOf(base, version);
  // The collection of an earlier attempt to publish may contain pages that were replaced since.
  await client.drop(collection);
  await client.create(collection, FILTERED, space.dimensions);
  const uses = new Map<string, TermUse>();
  const count = (term: string, unit: 'passages' | 'pages'): void => {
    const use = uses.get(term) ?? { index: uses.size, passages: 0, pages: 0 };
    use[unit]++;
    uses.set(term, use);
  };
  const waiting: Point[] = [];
  for await (const stored of storedPages(client, meta, [...pages.keys()], ['url', 'body', 'vectors'])) {
    const whole = await decodeWhole(stored, space);
    const terms = whole.page.chunks.map((indexed) => indexed.terms);
    for (const term of terms.flatMap((counts) => [...distinctTerms(counts)])) count(term, 'passages');
    for (const term of new Set(terms.flatMap(({ body }) => [...body.keys()]))) count(term, 'pages');
    waiting.push(...passagePoints(whole, totals, (term) => uses.get(term)!.index));
    if (waiting.length >= 128) await client.upsert(collection, waiting.splice(0));
  }
  await client.upsert(collection, waiting);
  const written = await client.count(collection);
  if (written !== totals.passages) {
    throw new IbidError(
      'UPSTREAM_FAILED',
      `\`${collection}\` holds ${written} points of ${totals.passages} that were written, so it is not published. Run \`ibid index\` again.`,
      { retryable: true },
    );
  }
  return [...uses].map(([term, use]) => [term, use.passages, use.pages]);
}
