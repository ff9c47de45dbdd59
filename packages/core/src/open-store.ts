import type { CallOptions } from './types/call-options.ts';
import { IbidError } from './types/ibid-error.ts';
import type { EmbeddingCache, IndexInfo, LegQuery, LegResult, PageVectors, StoreDriver } from './types/store.ts';
import { guardedCall, guardedIteration, type GuardedCall } from './store/guarded-call.ts';
import { checkPage, checkQuery, checkVectors } from './store/store-arguments.ts';

/**
 * A store as the engine holds it: the driver's verbs, made total. Arguments that would give a wrong result are refused with
 * `INVALID_REQUEST`, calls after `close` with `CLOSED`; an abort rejects with `ABORTED` at once; anything else that a driver
 * throws arrives as `UPSTREAM_FAILED`. A zero query vector knows nothing and is left out. Searching before the first
 * `publish` rejects with `NOT_INDEXED`.
 */
export interface ChunkStore extends Omit<StoreDriver, 'open'>, AsyncDisposable {}

/** Opens the driver and takes it over: closing the store closes the driver. */
export async function openStore(driver: StoreDriver, options?: CallOptions): Promise<ChunkStore> {
  let closing: Promise<void> | undefined;
  let building = false;
  const guarded = guardedCall(driver.name, () => (closing === undefined ? undefined : closed(driver.name)));
  const inBuild = guardedCall(driver.name, () => {
    if (closing !== undefined) return closed(driver.name);
    return building ? undefined : new IbidError('INVALID_REQUEST', 'No build is under way; call `beginBuild` first');
  });
  const spaces = knownSpaces(driver);

  try {
    await guarded('open', options, () => driver.open(options));
  } catch (error) {
    await driver.close().catch(() => undefined);
    throw error;
  }

  const { terms } = driver;
  const close = (): Promise<void> => (closing ??= driver.close());
  return {
    name: driver.name,
    traits: driver.traits,
    cache: driver.cache === undefined ? undefined : guardedCache(driver.cache, guarded),
    close,
    [Symbol.asyncDispose]: close,

    info: (call) => guarded('info', call, () => driver.info(call)),
    search: (query, call) => guarded('search', call, () => search(driver, spaces, query, call)),
    getChunks: (ids, call) =>
      guarded('getChunks', call, async () => (ids.length === 0 ? [] : driver.getChunks(ids, call))),
    getPage: (path, call) => guarded('getPage', call, () => driver.getPage(path, call)),
    listPages: (call) => guardedIteration(guarded, 'listPages', call, () => driver.listPages(call)),
    readPages: (from, call) => guardedIteration(guarded, 'readPages', call, () => driver.readPages(from, call)),
    terms: terms && ((known, call) => guarded('terms', call, () => terms(known, call))),
    check: (call) => guardedIteration(guarded, 'check', call, () => driver.check(call)),

    beginBuild: (build, call) =>
      guarded('beginBuild', call, async () => {
        const state = await driver.beginBuild(build, call);
        building = true;
        return state;
      }),
    putPage: (page, call) =>
      inBuild('putPage', call, async () => {
        checkPage(page);
        await driver.putPage(page, call);
      }),
    deletePages: (urls, call) =>
      inBuild('deletePages', call, async () => (urls.length === 0 ? undefined : driver.deletePages(urls, call))),
    listBuild: (filter, call) => guardedIteration(inBuild, 'listBuild', call, () => driver.listBuild(filter, call)),
    putSpace: (space, fitted, call) =>
      inBuild('putSpace', call, async () => {
        await driver.putSpace(space, fitted, call);
        spaces.learn(space);
      }),
    listSpaces: (call) => guarded('listSpaces', call, () => driver.listSpaces(call)),
    putVectors: (vectors, call) =>
      inBuild('putVectors', call, async () => {
        await checkPageVectors(spaces, vectors, call);
        await driver.putVectors(vectors, call);
      }),
    publish: (build, call) =>
      inBuild('publish', call, async () => {
        const info = await driver.publish(build, call);
        building = false;
        return info;
      }),
    abandonBuild: (call) =>
      guarded('abandonBuild', call, async () => {
        await driver.abandonBuild(call);
        building = false;
      }),
  };
}

function closed(driver: string): IbidError {
  return new IbidError('CLOSED', `The ${driver} store is closed; open it again with \`openStore\``);
}

async function search(
  driver: StoreDriver,
  spaces: KnownSpaces,
  query: LegQuery,
  call: CallOptions | undefined,
): Promise<LegResult> {
  checkQuery(query);
  const vector = query.vector?.some((value) => value !== 0) ? query.vector : undefined;
  if (vector !== undefined) {
    const dimensions = await spaces.shown(vector.length, call);
    if (dimensions !== undefined) checkVectors('search', [vector], dimensions);
  }
  return driver.search({ ...query, vector }, call);
}

async function checkPageVectors(
  spaces: KnownSpaces,
  vectors: PageVectors,
  call: CallOptions | undefined,
): Promise<void> {
  if (vectors.passages.length !== vectors.headings.length) {
    throw new IbidError(
      'INVALID_REQUEST',
      `putVectors: \`${vectors.url}\` has ${vectors.passages.length} passage and ${vectors.headings.length} heading vectors`,
    );
  }
  const dimensions = await spaces.dimensions(vectors.spaceId, call);
  if (dimensions === undefined) {
    throw new IbidError(
      'INVALID_REQUEST',
      `putVectors: the space \`${vectors.spaceId}\` is unknown; call \`putSpace\` first`,
    );
  }
  checkVectors('putVectors', vectors.passages, dimensions);
  checkVectors('putVectors', vectors.headings, dimensions);
}

/** Dimensions of spaces, asked of the driver only when they are not known yet or seem to have changed. */
interface KnownSpaces {
  learn(space: { readonly id: string; readonly dimensions: number }): void;
  dimensions(id: string, call: CallOptions | undefined): Promise<number | undefined>;
  /** Of the space on show; another process may have published since, so a doubt is looked up. */
  shown(expected: number, call: CallOptions | undefined): Promise<number | undefined>;
}

function knownSpaces(driver: StoreDriver): KnownSpaces {
  const known = new Map<string, number>();
  let info: IndexInfo | undefined;
  return {
    learn: (space) => void known.set(space.id, space.dimensions),
    dimensions: async (id, call) => {
      if (!known.has(id)) {
        for (const space of await driver.listSpaces(call)) known.set(space.id, space.dimensions);
      }
      return known.get(id);
    },
    shown: async (expected, call) => {
      if (info?.space.dimensions !== expected) info = await driver.info(call);
      return info?.space.dimensions;
    },
  };
}

function guardedCache(cache: EmbeddingCache, guarded: GuardedCall): EmbeddingCache {
  return {
    get: (spaceId, hashes, call) =>
      guarded('cache.get', call, async () => (hashes.length === 0 ? [] : cache.get(spaceId, hashes, call))),
    put: (spaceId, entries, call) =>
      guarded('cache.put', call, async () => (entries.length === 0 ? undefined : cache.put(spaceId, entries, call))),
  };
}
