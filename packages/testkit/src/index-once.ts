import { openStore } from '@ibid/core';
import { ingest } from '@ibid/core/ingest';
import { inlineParser } from '@ibid/core/parse';
import type { ChunkStore, EmbedderSource } from '@ibid/core/types';
import { scriptedSource } from './scripted-source.ts';
import { memoryStore } from './store/memory-store.ts';

/**
 * Returns a function that indexes pages (Markdown by path) in memory. Equal pages are indexed once in a process, so tests must only read
 * the store; closing it does nothing. It stays empty without pages.
 */
export function indexOnce(embedder: EmbedderSource): (pages: Readonly<Record<string, string>>) => Promise<ChunkStore> {
  const stores = new Map<string, Promise<ChunkStore>>();
  const index = async (pages: Readonly<Record<string, string>>): Promise<ChunkStore> => {
    const store = await openStore(memoryStore());
    const source = scriptedSource(pages);
    if (Object.keys(pages).length > 0)
      await ingest({ source, parser: inlineParser(), store, embedder, now: () => new Date(0) });
    return { ...store, close: async () => {} };
  };
  return (pages) => {
    const key = JSON.stringify(pages);
    const store = stores.get(key) ?? index(pages);
    stores.set(key, store);
    return store;
  };
}
