import { IbidError } from '@ibid/core';
import type { CallOptions, EmbeddingCache, StoreDriver } from '@ibid/core/types';
import type { QdrantCalls } from '../client/qdrant-calls.ts';
import { findForeign, type ForeignCollection } from './find-foreign.ts';
import { foreignStore, type ForeignStore } from './foreign-store.ts';
import { requireUnitLength } from './require-unit-length.ts';

export interface OrForeignOptions {
  readonly calls: QdrantCalls;
  readonly base: string;
  /** Id of the embedder of a collection that another program made; needed only for those. */
  readonly spaceId: string | undefined;
  /** Milliseconds of a clock that only goes forward. */
  readonly now?: () => number;
}

interface Foreign {
  readonly store: ForeignStore;
  readonly collection: ForeignCollection;
}

const MOST_ATTEMPTS = 3;

/**
 * The store of our own, or a reader of what another program keeps under its name. Which it is, is found out in `open`, and again whenever
 * nothing of our own is on show: the other program may come later. While it is the other one's, every read is followed by a look whether it
 * still is, and done again where it is not: nothing is ever read from an index of ours as if it were another program's. A build of our own
 * looks for itself.
 */
export function orForeign(own: StoreDriver, options: OrForeignOptions): StoreDriver {
  const { calls, base, spaceId, now = () => performance.now() } = options;
  let foreign: Foreign | undefined;

  /** Whether there are other points than at the last look. */
  async function look(call: CallOptions | undefined): Promise<boolean> {
    const collection = await findForeign(calls, base, call);
    if (collection === undefined) {
      foreign = undefined;
      return false;
    }
    if (foreign !== undefined && isAlike(foreign.collection, collection)) return foreign.store.note(collection.points);
    const store = foreignStore({ calls, base, collection, spaceId, now });
    if (collection.distance === 'Dot') await requireUnitLength(calls, base, call);
    foreign = { store, collection };
    return false;
  }

  async function current(call: CallOptions | undefined): Promise<StoreDriver> {
    if (foreign !== undefined) await look(call);
    return foreign?.store ?? own;
  }

  async function read<T>(verb: (store: StoreDriver) => Promise<T>, call: CallOptions | undefined): Promise<T> {
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
      const used = foreign;
      if (used === undefined) return verb(own);
      const [result] = await Promise.allSettled([verb(used.store)]);
      // A failure to look is told only where there is nothing better to tell.
      const isOther = await look(call).catch((error: unknown) => {
        throw result.status === 'rejected' ? result.reason : error;
      });
      if (foreign !== used || (isOther && attempt === 0)) continue;
      if (result.status === 'rejected') throw result.reason;
      return result.value;
    }
    throw new IbidError('STORE_BUSY', `The collection \`${base}\` is being made anew; try again when that is done`, {
      retryable: true,
    });
  }

  const ownCache = own.cache;
  /** Writes nothing beside a collection that came after the start. */
  const cache: EmbeddingCache | undefined = ownCache && {
    get: async (space, hashes, call) =>
      foreign === undefined ? ownCache.get(space, hashes, call) : hashes.map(() => undefined),
    put: async (space, entries, call) => {
      if (foreign === undefined) await ownCache.put(space, entries, call);
    },
  };

  return {
    name: own.name,
    traits: own.traits,
    get cache() {
      return foreign === undefined ? cache : undefined;
    },
    async open(call) {
      await own.open(call);
      await look(call);
    },
    close: () => own.close(),

    async info(call) {
      const info = await read((store) => store.info(call), call);
      if (info !== undefined) return info;
      await look(call);
      return foreign?.store.info(call);
    },
    search: (query, call) => read((store) => store.search(query, call), call),
    getChunks: (ids, call) => read((store) => store.getChunks(ids, call), call),
    getPage: (path, call) => read((store) => store.getPage(path, call), call),
    async *listPages(call) {
      yield* (await current(call)).listPages(call);
    },
    async *readPages(from, call) {
      yield* (await current(call)).readPages(from, call);
    },
    terms: undefined,
    async *check(call) {
      yield* (await current(call)).check(call);
    },

    beginBuild: async (build, call) => (await current(call)).beginBuild(build, call),
    putPage: async (page, call) => (foreign?.store ?? own).putPage(page, call),
    deletePages: async (urls, call) => (foreign?.store ?? own).deletePages(urls, call),
    listBuild: (filter, call) => (foreign?.store ?? own).listBuild(filter, call),
    putSpace: async (space, fitted, call) => (foreign?.store ?? own).putSpace(space, fitted, call),
    listSpaces: async (call) => (await current(call)).listSpaces(call),
    putVectors: async (vectors, call) => (foreign?.store ?? own).putVectors(vectors, call),
    publish: async (build, call) => (foreign?.store ?? own).publish(build, call),
    abandonBuild: async (call) => (foreign?.store ?? own).abandonBuild(call),
  };
}

function isAlike(a: ForeignCollection, b: ForeignCollection): boolean {
  return a.dimensions === b.dimensions && a.distance === b.distance;
}
