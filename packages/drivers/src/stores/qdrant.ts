/**
 * The store over a Qdrant server (`qdrant/layout.ts`): for indexes that outgrow one machine's memory, and for several servers over one
 * index. Any number of processes on any host may read while one of them writes.
 */
import type { StoreDriver } from '@ibid/core';
import type { WriterLock } from './qdrant/build/writer-lock.ts';
import type { QdrantOptions } from './qdrant/client/qdrant-options.ts';
import { qdrantCalls } from './qdrant/client/rest-calls.ts';
import { storeOverCalls } from './qdrant/store-over-calls.ts';

export interface QdrantStoreOptions extends QdrantOptions {
  /** Taken before the place in Qdrant itself, where several servers share one. */
  readonly lock?: WriterLock | undefined;
}

/** Sends nothing before `open`. Throws `INVALID_CONFIG` for options that cannot be. */
export function qdrantStore(options: QdrantStoreOptions): StoreDriver {
  const { lock, ...rest } = options;
  return storeOverCalls({ calls: qdrantCalls(rest), base: rest.collection ?? 'physical_ai_book', lock });
}
