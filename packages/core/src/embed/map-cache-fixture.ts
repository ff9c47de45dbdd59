import type { EmbeddingCache } from '../types/store.ts';

/** Returns an in-memory embedding cache. Tests can read and write its `entries`; keys are the space and the hash. */
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
