import { IbidError } from '@ibid/core';
import type { EmbeddingCache } from '@ibid/core/types';
import type { QdrantClient } from './client.ts';
import { pointId, sharedOf } from './layout.ts';

const AT_ONCE = 500;

/** Embeddings by content hash, as 32-bit floats in base64. Nothing is ever removed; to empty it, delete `B-meta` while nobody writes. */
export function embeddingCache(client: QdrantClient, base: string): EmbeddingCache {
  const shared = sharedOf(base);
  return {
    async get(space, hashes, call) {
      const ids = hashes.map((hash) => idOf(space, hash));
      const points = await client
        .for(call)
        .retrieve(shared, ids, ['vector'])
        .catch((error: unknown) => {
          if (IbidError.is(error, 'NOT_INDEXED')) return [];
          throw error;
        });
      const found = new Map(points.map(({ id, payload }) => [id, String(payload['vector'])]));
      return ids.map((id) => {
        const text = found.get(id);
        return text === undefined ? undefined : new Float32Array(new Uint8Array(Buffer.from(text, 'base64')).buffer);
      });
    },
    async put(space, entries, call) {
      await client.for(call).create(shared, ['kind', 'holder']);
      for (let at = 0; at < entries.length; at += AT_ONCE) {
        const points = entries.slice(at, at + AT_ONCE).map(({ hash, vector: { buffer, byteOffset, byteLength } }) => ({
          id: idOf(space, hash),
          payload: { kind: 'cache', vector: Buffer.from(buffer, byteOffset, byteLength).toString('base64') },
        }));
        await client.for(call).upsert(shared, points);
      }
    },
  };
}

function idOf(space: string, hash: string): string {
  return pointId('cache', JSON.stringify([space, hash]));
}
