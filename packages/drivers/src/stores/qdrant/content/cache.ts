import { IbidError } from '@ibid/core';
import type { CallOptions, EmbeddingCache } from '@ibid/core/types';
import type { FoundPoint, QdrantCalls } from '../client/qdrant-calls.ts';
import { cacheId } from '../keeping-ids.ts';
import { keepingOf } from '../layout.ts';
import { createKeeping } from '../state/create-keeping.ts';
import { readShown } from '../state/state-point.ts';

const IDS_AT_ONCE = 500;

/** Vectors as they are, 32-bit floats in base64. `isBuilding` says whether what is asked for should be noted as used. */
export function createCache(calls: QdrantCalls, base: string, isBuilding: () => boolean): EmbeddingCache {
  const keeping = keepingOf(base);
  const newest = async (options: CallOptions | undefined): Promise<number> =>
    (await readShown(calls, base, options))?.epoch ?? 0;

  return {
    async get(space, hashes, options) {
      const ids = hashes.map((hash) => cacheId(space, hash));
      const distinct = [...new Set(ids)];
      const found = new Map<string, Float32Array>();
      const stale: string[] = [];
      const used = await newest(options);
      for (let at = 0; at < distinct.length; at += IDS_AT_ONCE) {
        const batch = distinct.slice(at, at + IDS_AT_ONCE);
        const points = await calls.retrieve(keeping, batch, ['vector', 'used'], options).catch(noneUnlessKept);
        for (const { id, payload } of points) {
          found.set(String(id), decode(String(payload['vector'])));
          if (Number(payload['used']) < used) stale.push(String(id));
        }
      }
      if (stale.length > 0 && isBuilding()) {
        await calls.setPayload(keeping, { used }, { must: [{ has_id: stale }] }, options);
      }
      return ids.map((id) => found.get(id)?.slice());
    },
    async put(space, entries, options) {
      await createKeeping(calls, base, options);
      const used = await newest(options);
      const points = entries.map(({ hash, vector }) => ({
        id: cacheId(space, hash),
        payload: { kind: 'cache', vector: encode(vector), used },
      }));
      await calls.upsert(keeping, points, options);
    },
  };
}

/** Before anything was written there is no collection. */
function noneUnlessKept(error: unknown): readonly FoundPoint[] {
  if (IbidError.is(error, 'NOT_INDEXED')) return [];
  throw error;
}

function encode(vector: Float32Array): string {
  return Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString('base64');
}

function decode(text: string): Float32Array {
  return new Float32Array(new Uint8Array(Buffer.from(text, 'base64')).buffer);
}
