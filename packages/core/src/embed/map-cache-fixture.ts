import type { EmbeddingCache } from '../types/store.ts';

/** A cache in memory, by space and hash, into which tests can look and write. */
export function mapCache(): EmbeddingCache & { readonly entries: Map<string, Float32Array> } {
  const entries = new Map<string, Float32Array>();
  return {
    entries,
    get: async (space, hashes) => hashes.map((hash) => entries.get(`${space} ${hash}`)),
    async put(space, added) {
      for (const { hash, vector } of added) entries.set(`${space} ${hash}`, vector);
    },
  };
}
