import type { CallOptions } from '../types/call-options.ts';
import { IbidError } from '../types/ibid-error.ts';
import type { EmbeddingCache, IndexInfo, LegQuery, LegResult, PageVectors, StoreDriver } from '../types/store.ts';
import {
  checkPage,
  checkQuery,
  checkVectors,
  guardedCall,
  type GuardedCall,
  guardedIteration,
} from './guarded-call.ts';

/**
 * A store driver with checks around every method. Arguments that would give a wrong result are refused with `INVALID_REQUEST`, and calls
 * after `close` with `CLOSED`. An abort rejects with `ABORTED` at once; any other error of the driver becomes `UPSTREAM_FAILED`. An
 * all-zero query vector carries no information and is dropped. Searching before the first `publish` rejects with `NOT_INDEXED`.
 */
export interface ChunkStore extends Omit<StoreDriver, 'open'>, AsyncDisposable {}

/** Opens the driver and takes ownership of it: closing the store closes the driver. */
export async function openStore(driver: StoreDriver, options?: CallOptions): Promise<ChunkStore> {
  let closing: Promise<void> | undefined;
  let building = false;
  const guarded = guardedCall(driver.name, () => (closing === undefined ? undefined : closed(driver.name)));
  const inBuild = guardedCall(driver.name, () => {
    if (closing !== undefined) return closed(driver.name);
    return building ? undefined : new IbidError('INVALID_REQUEST', 'No build is under way; call `beginBuild` first');
  });
  /** Dimensions of the vectors written so far, by space. */
  const dimensions = new Map<string, number>();
  const shownDimensions = publishedDimensions(driver);

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
    cache: driver.cache === undefined ? undefined : guardedCache(driver.cache, guarded),
    close,
    [Symbol.asyncDispose]: close,

    info: (call) => guarded('info', call, () => driver.info(call)),
    search: (query, call) => guarded('search', call, () => search(driver, shownDimensions, query, call)),
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
    putVectors: (vectors, call) =>
      inBuild('putVectors', call, async () => {
        checkPageVectors(dimensions, vectors);
        await driver.putVectors(vectors, call);
      }),
    publish: (build, call) =>
      inBuild('publish', call, async () => {
        const { id, dimensions: length } = build.space;
        if ((dimensions.get(id) ?? length) !== length) {
          throw new IbidError(
            'INVALID_REQUEST',
            `publish: \`${id}\` has ${length} dimensions, its vectors have ${dimensions.get(id)}`,
          );
        }
        const lacking = await Array.fromAsync(driver.listBuild({ withoutVectorsIn: id }, call), ({ url }) => url);
        if (lacking.length > 0) {
          throw new IbidError(
            'BUILD_INCOMPLETE',
            `${lacking.length} pages lack vectors in \`${id}\`, first \`${lacking[0]}\`; put them, then publish again`,
          );
        }
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
  dimensionsLike: ReturnType<typeof publishedDimensions>,
  query: LegQuery,
  call: CallOptions | undefined,
): Promise<LegResult> {
  checkQuery(query);
  const vector = query.vector?.some((value) => value !== 0) ? query.vector : undefined;
  if (vector !== undefined) {
    const dimensions = await dimensionsLike(vector.length, call);
    if (dimensions !== undefined) checkVectors('search', [vector], dimensions);
  }
  return driver.search({ ...query, vector }, call);
}

function checkPageVectors(known: Map<string, number>, { url, spaceId, passages, headings }: PageVectors): void {
  if (passages.length !== headings.length) {
    throw new IbidError(
      'INVALID_REQUEST',
      `putVectors: \`${url}\` has ${passages.length} passage and ${headings.length} heading vectors`,
    );
  }
  const dimensions = known.get(spaceId) ?? passages[0]?.length ?? 0;
  checkVectors('putVectors', passages, dimensions);
  checkVectors('putVectors', headings, dimensions);
  if (passages.length > 0) known.set(spaceId, dimensions);
}

/** Looks up the dimensions of the live space. Another process may have published since, so the cached value is read again if it is not `expected`. */
function publishedDimensions(
  driver: StoreDriver,
): (expected: number, call: CallOptions | undefined) => Promise<number | undefined> {
  let info: IndexInfo | undefined;
  return async (expected, call) => {
    if (info?.space.dimensions !== expected) info = await driver.info(call);
    return info?.space.dimensions;
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
