/**
 * Store on a Qdrant server, for several Ibid servers that share one index. Any number of processes on any host may read while one of them
 * writes. The layout is described in `qdrant/layout.ts`.
 */
import type { BuildLock, StoreDriver } from '@ibid/core/types';
import { buildVerbs } from './qdrant/build.ts';
import { embeddingCache } from './qdrant/cache.ts';
import { checkIndex } from './qdrant/check.ts';
import { qdrantClient } from './qdrant/client.ts';
import { openExternal } from './qdrant/external.ts';
import { versionOf } from './qdrant/layout.ts';
import { checkOptions, type QdrantOptions } from './qdrant/options.ts';
import { publishedReader } from './qdrant/published.ts';
import { readVerbs } from './qdrant/read.ts';
import { notIndexed, searchPublished } from './qdrant/search.ts';
import { writerLock } from './qdrant/writer-lock.ts';

export interface QdrantStoreOptions extends QdrantOptions {
  /** Lock that decides who may write. Default: a point with an expiry in Qdrant. */
  readonly lock?: BuildLock | undefined;
  /** Id of the embedder that made the vectors of an external collection; required to read such a collection. */
  readonly spaceId?: string | undefined;
}

/** Maximum of `retryMs` where a reader waits for the reply. */
const READER_RETRY_MS = 2_000;

/** Creates the store; nothing is sent before `open`. Throws `INVALID_CONFIG` for invalid options. */
export function qdrantStore({ lock, spaceId, ...rest }: QdrantStoreOptions): StoreDriver {
  const options = checkOptions(rest);
  const closing = new AbortController();
  const client = qdrantClient(options, closing.signal);
  const base = options.collection;
  const retryMs = Math.min(options.retryMs, READER_RETRY_MS);
  const reader = qdrantClient({ ...options, retryMs }, closing.signal);
  const read = publishedReader(reader, base);
  const build = buildVerbs(client, base, lock ?? writerLock(client, base));
  const store: StoreDriver = {
    name: 'qdrant',
    ...readVerbs(base, read, client),
    ...build,
    search: (query, call) =>
      read(call, async (published, calling) => {
        if (published === undefined) throw notIndexed();
        return searchPublished(calling, published, query);
      }),
    async *check(call) {
      const published = await read(call, async (found) => found);
      if (published !== undefined) yield* checkIndex(client.for(call), published);
    },
    cache: embeddingCache(client, base),
    async open(call) {
      const target = await client.for(call).alias(base);
      const isOwn = target !== undefined && versionOf(base, target) !== undefined;
      if (!isOwn && (target !== undefined || (await client.for(call).collections()).includes(base))) {
        Object.assign(store, await openExternal(reader.for(call), base, spaceId));
      }
    },
    async close() {
      await build.close().finally(() => closing.abort());
    },
  };
  return store;
}
