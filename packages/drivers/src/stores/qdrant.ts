/**
 * The store over a Qdrant server (`qdrant/layout.ts`): for indexes that outgrow one machine's memory, and for several servers over one
 * index. Any number of processes on any host may read while one of them writes. With `replicas`, every read sees what was written
 * before: `qdrant/client/decide-copies.ts` says how many copies that takes.
 */
import type { BuildLock, StoreDriver } from '@ibid/core/types';
import { checkOptions } from './qdrant/client/check-options.ts';
import type { QdrantOptions } from './qdrant/client/qdrant-options.ts';
import { qdrantCalls } from './qdrant/client/rest-calls.ts';
import { orForeign } from './qdrant/foreign/or-foreign.ts';
import { spansOf } from './qdrant/state/spans-of.ts';
import { storeOverCalls } from './qdrant/store-over-calls.ts';

export interface QdrantStoreOptions extends QdrantOptions {
  /** Taken before the place in Qdrant itself, where several servers share one. */
  readonly lock?: BuildLock | undefined;
  /** Id of the embedder whose vectors a collection of another program holds; needed to read such a one. */
  readonly spaceId?: string | undefined;
}

/** Sends nothing before `open`. Throws `INVALID_CONFIG` for options that cannot be. */
export function qdrantStore(options: QdrantStoreOptions): StoreDriver {
  const { lock, spaceId, ...rest } = options;
  const { collection: base, timeoutMs, retryMs } = checkOptions(rest);
  const calls = qdrantCalls(rest);
  const spans = spansOf({ timeoutMs, retryMs });
  return orForeign(storeOverCalls({ calls, base, lock, spans }), { calls, base, spaceId });
}
