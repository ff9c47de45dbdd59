/**
 * The store over a Qdrant server (`qdrant/layout.ts`): for several servers over one index. Any number of processes on any host may read
 * while one of them writes.
 */
import type { BuildLock, StoreDriver } from '@ibid/core/types';
import { buildVerbs } from './qdrant/build.ts';
import { embeddingCache } from './qdrant/cache.ts';
import { checkIndex } from './qdrant/check.ts';
import { qdrantClient } from './qdrant/client.ts';
import { openExternal } from './qdrant/external.ts';
import { versionOf } from './qdrant/layout.ts';
import { checkOptions, type QdrantOptions } from './qdrant/options.ts';
import { olderLayout, publishedReader } from './qdrant/published.ts';
import { readVerbs } from './qdrant/read.ts';
import { notIndexed, searchPublished } from './qdrant/search.ts';
import { writerLock } from './qdrant/writer-lock.ts';

export interface QdrantStoreOptions extends QdrantOptions {
  /** Says who may write; a point with an expiry in Qdrant unless given. */
  readonly lock?: BuildLock | undefined;
  /** Id of the embedder whose vectors an external collection holds; needed to read such a one. */
  readonly spaceId?: string | undefined;
}

/** Sends nothing before `open`. Throws `INVALID_CONFIG` for options that cannot be. */
export function qdrantStore({ lock, spaceId, ...rest }: QdrantStoreOptions): StoreDriver {
  const options = checkOptions(rest);
  const client = qdrantClient(options);
  const base = options.collection;
  const reader = publishedReader(client, base);
  const build = buildVerbs({ client, base, reader, lock: lock ?? writerLock(client, base) });
  const store: StoreDriver = {
    name: 'qdrant',
    traits: { durable: true },
    ...readVerbs(client, base, reader),
    ...build,
    search: (query, call) =>
      reader.read(async (published) => {
        if (published === undefined) throw notIndexed();
        return searchPublished(client, published, query, call);
      }, call),
    check: (call) => checkIndex(client, base, reader, call),
    cache: embeddingCache(client, base),
    async open(call) {
      const target = await client.alias(base, call);
      const names = await client.collections(call);
      if (target !== undefined && versionOf(base, target) !== undefined) {
        if (!names.includes(`${target}-meta`) && names.includes(`${target}-legs`)) throw olderLayout(base);
      } else if (target !== undefined || names.includes(base)) {
        Object.assign(store, await openExternal(client, base, spaceId, call));
      }
    },
    async close() {
      await build.close().finally(() => client.close());
    },
  };
  return store;
}
