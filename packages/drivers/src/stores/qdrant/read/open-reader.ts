import { IbidError } from '@ibid/core';
import type { CallOptions, StoreDriver } from '@ibid/core/types';
import type { QdrantCalls } from '../client/qdrant-calls.ts';
import { searchEpoch } from '../search/search-epoch.ts';
import { epochReads } from './at-one-epoch.ts';
import { collectPages } from './collect-pages.ts';
import { findChunks } from './find-chunks.ts';
import { findPage } from './find-page.ts';

/** The verbs of a store that only read. */
export type Reader = Pick<StoreDriver, 'search' | 'getChunks' | 'getPage' | 'listPages'>;

export interface ReaderOptions {
  readonly calls: QdrantCalls;
  /** Name of the collection as other programs know it. */
  readonly base: string;
  /** Where terms lie in sparse vectors; `termIndex` unless a test wants two of them in one place. */
  readonly indexOf?: (term: string) => number;
}

/** Reads an index that the writing side of this store made. Asks for nothing before the first verb. */
export function openReader({ calls, base, indexOf }: ReaderOptions): Reader {
  const { atOneEpoch, wholeAtOneEpoch } = epochReads(calls, base);
  return {
    async search(query, call) {
      const result = await atOneEpoch(
        ({ state, counts }) =>
          searchEpoch({ calls, base, state, counts, ...(indexOf === undefined ? {} : { indexOf }) }, query, call),
        call,
      );
      if (result === undefined) throw new IbidError('NOT_INDEXED', 'Nothing is indexed yet; run `ibid index` first');
      return result;
    },
    async getChunks(ids, call) {
      const chunks = await wholeAtOneEpoch(
        ({ state }) => findChunks(calls, base, state, ids, call),
        (found) => !found.includes(undefined),
        call,
      );
      return chunks ?? ids.map(() => undefined);
    },
    getPage: (path, call) => atOneEpoch(({ state }) => findPage(calls, base, state, path, call), call),
    async *listPages(call?: CallOptions) {
      // All of them are read before the first is given out, so that every one is of the same generation.
      yield* (await atOneEpoch(({ state }) => collectPages(calls, base, state, call), call)) ?? [];
    },
  };
}
