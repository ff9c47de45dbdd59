import { IbidError } from '@ibid/core';
import type { BuildLock, CallOptions, EmbeddingSpace, HeldLock, StoreDriver } from '@ibid/core/types';
import { isDeepStrictEqual } from 'node:util';
import { SPARSE, type Point, type QdrantClient } from './client.ts';
import {
  countsByTerm,
  decodePage,
  decodeVectors,
  directionOf,
  encodePage,
  encodeVectors,
  FILTERED,
  lengthsOf,
  metaOf,
  pageInfoOf,
  passagePayload,
  passagesOf,
  pointId,
  sharedOf,
  sparseVector,
  termWeight,
  versionOf,
  type PagePayload,
} from './layout.ts';
import {
  isExternal,
  liveVersion,
  PAGES,
  readState,
  storedPages,
  writeState,
  writeStatistics,
  type BuildState,
  type Statistics,
} from './published.ts';
import { createShared } from './shared.ts';

/** The facts about a page of the build that its writer needs. */
interface BuiltPage {
  readonly revision: string;
  readonly chunks: number;
  /** Id of the space in which the page has vectors. */
  space?: string | undefined;
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
          throw new IbidError(
            'INVALID_CONFIG',
            `The collection \`${base}\` was made by another program, and Ibid writes only to its own; name another collection to index into.`,
          );
        }
        const held = await lock.acquire(call);
        try {
          const live = await liveVersion(client, base);
          const start = begin.fresh ? undefined : await findStart(client, base, live, begin);
          const started = await startBuild(client, base, begin, start?.from);
          await dropOthers(client, base, [started.version, live]);
          build = { ...started, held };
          const pages = [...build.pages].map(([url, { revision }]) => ({ url, revision }));
          return { resumed: start?.resumed === true, pages: pages.sort((a, b) => (a.url < b.url ? -1 : 1)) };
        } catch (error) {
          await held.release();
          throw error;
        }
      }),
    putPage: (page, call) =>
      inTurn(call, async (client) => {
        const { meta, pages } = current();
        await client.upsert(meta, [{ id: pointId('page', page.url), payload: { ...(await encodePage(page)) } }]);
        pages.set(page.url, { revision: page.revision, chunks: page.chunks.length });
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
    putVectors: ({ url, spaceId, passages, headings }, call) =>
      inTurn(call, async (client) => {
        const { meta, pages } = current();
        const page = pages.get(url);
        if (page === undefined) throw new IbidError('INVALID_REQUEST', `putVectors: the build has no page \`${url}\``);
        if (passages.length !== page.chunks) {
          const message = `putVectors: \`${url}\` has ${page.chunks} chunks, but ${passages.length} vectors came`;
          throw new IbidError('INVALID_REQUEST', message);
        }
        const vectors: PagePayload['vectors'] = {
          space: spaceId,
          passages: encodeVectors(passages),
          headings: encodeVectors(headings),
          direction: encodeVectors([directionOf(passages)]),
        };
        await client.setPayload(meta, pointId('page', url), { vectors });
        page.space = spaceId;
      }),
    publish: ({ space, publishedAt }, call) =>
      inTurn(call, async (client) => {
        const { version, meta, pages, schema, sourceId } = current();
        const urls = [...pages.keys()];
        const { totals, terms } = await countTerms(client, meta, urls);
        const chunks = totals.passages;
        const info = { generation: version, schema, sourceId, pages: pages.size, chunks, publishedAt };
        const { data, ...named } = space;
        await writeStatistics(client, meta, { info, space: named, totals, terms }, data);
        await writePassages(client, base, version, { urls, space, totals });
        current();
        await client.switchAlias(base, passagesOf(base, version));
        await dropOthers(client, base, [version]).catch(() => undefined);
        await release();
        return { ...info, space };
      }),
    abandonBuild: (call) =>
      inTurn(call, async (client) => {
        if (build === undefined) return;
        await dropGeneration(client, base, build.version);
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
): Promise<{ readonly from: number; readonly resumed: boolean } | undefined> {
  const later = [...(await versionsOf(client, base))].filter((version) => version > (live ?? 0));
  for (const version of later.sort((a, b) => b - a)) {
    // A build without a state was interrupted before all its initial pages were copied.
    const state = await readState(client, metaOf(base, version));
    if (state === undefined) continue;
    if (isDeepStrictEqual(state, { schema, sourceId })) return { from: version, resumed: true };
    break;
  }
  const state = live === undefined ? undefined : await readState(client, metaOf(base, live));
  return live !== undefined && isDeepStrictEqual(state?.schema, schema) ? { from: live, resumed: false } : undefined;
}

/** Starts a build in a new collection with copies of the pages it keeps, so that late writes of an interrupted build cannot reach it. */
async function startBuild(
  client: QdrantClient,
  base: string,
  { schema, sourceId }: BuildState,
  from: number | undefined,
): Promise<Omit<Build, 'held'>> {
  const version = await nextVersion(client, base);
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
      const { url, revision, chunks } = pageInfoOf(page);
      pages.set(url, { revision, chunks, space: page.vectors?.space });
    }
  }
  await writeState(client, meta, { schema, sourceId });
  return { version, meta, schema, sourceId, pages };
}

/** Returns the next version. The highest version ever used is stored, so that no late write reaches a collection of the same name. */
async function nextVersion(client: QdrantClient, base: string): Promise<number> {
  const id = pointId('counter', '');
  await createShared(client, base);
  const [found] = await client.retrieve(sharedOf(base), [id], ['version']);
  const version = Math.max(Number(found?.['version'] ?? 0), ...(await versionsOf(client, base))) + 1;
  await client.upsert(sharedOf(base), [{ id, payload: { kind: 'counter', version } }]);
  return version;
}

/** Counts, for every term, the passages and the page bodies that contain it. */
async function countTerms(
  client: QdrantClient,
  meta: string,
  urls: readonly string[],
): Promise<Pick<Statistics, 'totals' | 'terms'>> {
  const counts = new Map<string, [passages: number, pages: number]>();
  const count = (term: string, at: 0 | 1): void => {
    const held = counts.get(term) ?? [0, 0];
    held[at]++;
    counts.set(term, held);
  };
  const lengths = [0, 0, 0];
  let [pages, passages] = [0, 0];
  for await (const stored of storedPages(client, meta, urls, ['url', 'body'])) {
    const { chunks } = await decodePage(stored);
    if (chunks.length > 0) pages++;
    passages += chunks.length;
    for (const { terms } of chunks) {
      for (const [term] of countsByTerm(terms)) count(term, 0);
      for (const [i, length] of lengthsOf(terms).entries()) lengths[i]! += length;
    }
    for (const term of new Set(chunks.flatMap(({ terms }) => [...terms.body.keys()]))) count(term, 1);
  }
  return { totals: { pages, passages, lengths }, terms: [...counts].map(([term, held]) => [term, ...held]) };
}

/** Creates the passages of a build whose pages have all their vectors. */
async function writePassages(
  client: QdrantClient,
  base: string,
  version: number,
  { urls, space, totals }: Pick<Statistics, 'totals'> & { urls: readonly string[]; space: EmbeddingSpace },
): Promise<void> {
  const collection = passagesOf(base, version);
  // The collection of an earlier attempt to publish may contain pages that were replaced since.
  await client.drop(collection);
  await client.createPassages(collection, space.dimensions, FILTERED);
  const waiting: Point[] = [];
  for await (const stored of storedPages(client, metaOf(base, version), urls, ['url', 'body', 'vectors'])) {
    const { chunks } = await decodePage(stored);
    const passages = decodeVectors(stored.vectors?.passages ?? '', space.dimensions);
    const headings = decodeVectors(stored.vectors?.headings ?? '', space.dimensions);
    for (const [i, { chunk, terms }] of chunks.entries()) {
      const lengths = lengthsOf(terms);
      const weights = countsByTerm(terms).map(([term, counts]) => [term, termWeight(counts, lengths, totals)] as const);
      waiting.push({
        id: pointId('passage', chunk.id),
        // Rounded to the precision of stored vectors, because JSON of full floats is twice as long.
        vector: {
          '': Array.from(passages[i]!, (value) => Math.round(value * 1e6) / 1e6),
          [SPARSE]: sparseVector(weights),
        },
        payload: { ...passagePayload({ chunk, terms }, headings[i]!) },
      });
    }
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
}
