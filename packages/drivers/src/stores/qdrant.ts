/**
 * Store on a Qdrant server, for several Ibid servers that share one index. Any number of processes on any host may read while one of them
 * writes. The layout is described in `qdrant/layout.ts`.
 */
import type { BuildLock, StoreDriver } from '@ibid/core/types';
import { buildVerbs } from './qdrant/build.ts';
import { QdrantClient } from './qdrant/client.ts';
import { openExternal } from './qdrant/external.ts';
import { checkOptions, type QdrantOptions } from './qdrant/options.ts';
import { isExternal, readVerbs } from './qdrant/read.ts';
import { embeddingCache, writerLock } from './qdrant/shared.ts';

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
  const client = new QdrantClient(options, closing.signal);
  const base = options.collection;
  const retryMs = Math.min(options.retryMs, READER_RETRY_MS);
  const reader = new QdrantClient({ ...options, retryMs }, closing.signal);
  const build = buildVerbs(client, base, lock ?? writerLock(client, base));
  const store: StoreDriver = {
    name: 'qdrant',
    ...readVerbs(base, reader, client),
    ...build,
    cache: embeddingCache(client, base),
    async open(call) {
      if (await isExternal(client.for(call), base)) {
        Object.assign(store, await openExternal(reader, base, spaceId, call));
      }
    },
    async close() {
      await build.close().finally(() => closing.abort());
    },
  };
  return store;
}
