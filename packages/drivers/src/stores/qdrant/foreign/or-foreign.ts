import type { CallOptions, StoreDriver } from '@ibid/core';
import type { QdrantCalls } from '../client/qdrant-calls.ts';
import { findForeign } from './find-foreign.ts';
import { foreignStore } from './foreign-store.ts';

export interface OrForeignOptions {
  readonly calls: QdrantCalls;
  readonly base: string;
  /** Id of the embedder of a collection that another program made; needed only for those. */
  readonly spaceId: string | undefined;
}

/**
 * The store of our own, or a reader of what another program keeps under its name. Which it is, is found out in `open`, and again whenever
 * nothing of our own is on show: the other program may come later. A build of our own looks for itself.
 */
export function orForeign(own: StoreDriver, { calls, base, spaceId }: OrForeignOptions): StoreDriver {
  let store = own;

  async function look(call: CallOptions | undefined): Promise<void> {
    if (store !== own) return;
    const collection = await findForeign(calls, base, call);
    if (collection !== undefined) store = foreignStore({ calls, base, collection, spaceId });
  }

  return {
    name: own.name,
    traits: own.traits,
    cache: own.cache,
    async open(call) {
      await own.open(call);
      await look(call);
    },
    close: () => own.close(),

    async info(call) {
      const info = await store.info(call);
      if (info !== undefined || store !== own) return info;
      await look(call);
      return store === own ? undefined : store.info(call);
    },
    search: (query, call) => store.search(query, call),
    getChunks: (ids, call) => store.getChunks(ids, call),
    getPage: (path, call) => store.getPage(path, call),
    listPages: (call) => store.listPages(call),
    readPages: (from, call) => store.readPages(from, call),
    check: (call) => store.check(call),

    beginBuild: (build, call) => store.beginBuild(build, call),
    putPage: (page, call) => store.putPage(page, call),
    deletePages: (urls, call) => store.deletePages(urls, call),
    listBuild: (filter, call) => store.listBuild(filter, call),
    putSpace: (space, fitted, call) => store.putSpace(space, fitted, call),
    listSpaces: (call) => store.listSpaces(call),
    putVectors: (vectors, call) => store.putVectors(vectors, call),
    publish: (build, call) => store.publish(build, call),
    abandonBuild: (call) => store.abandonBuild(call),
  };
}
