/** The collection that is shared by all generations holds the writer lock, the highest version so far and cached embeddings. */
import { IbidError } from '@ibid/core';
import type { BuildLock, EmbeddingCache } from '@ibid/core/types';
import { randomUUID } from 'node:crypto';
import { readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { oneOf, unlessMissing, type Condition, type QdrantClient } from './client.ts';
import { pointId, sharedOf } from './layout.ts';

async function createShared(client: QdrantClient, base: string): Promise<void> {
  await client.create(sharedOf(base), ['kind', 'holder']);
}

/** Embeddings by content hash, as 32-bit floats in base64. Nothing is ever removed; to empty it, delete `B-meta` while nobody writes. */
export function embeddingCache(client: QdrantClient, base: string): EmbeddingCache {
  return {
    async get(space, hashes, call) {
      const ids = hashes.map((hash) => idOf(space, hash));
      const found = await client.for(call).retrieve(sharedOf(base), ids, ['vector']).catch(unlessMissing);
      return ids.map((_, i) => {
        const payload = found?.[i];
        return payload && new Float32Array(new Uint8Array(Buffer.from(String(payload['vector']), 'base64')).buffer);
      });
    },
    async put(space, entries, call) {
      await createShared(client.for(call), base);
      const points = entries.map(({ hash, vector: { buffer, byteOffset, byteLength } }) => ({
        id: idOf(space, hash),
        payload: { kind: 'cache', vector: Buffer.from(buffer, byteOffset, byteLength).toString('base64') },
      }));
      await client.for(call).upsert(sharedOf(base), points);
    },
  };
}

function idOf(space: string, hash: string): string {
  return pointId('cache', JSON.stringify([space, hash]));
}

/** Returns the next version. The highest version ever used is stored, so that no late write reaches a collection of the same name. */
export async function nextVersion(client: QdrantClient, base: string, existing: Iterable<number>): Promise<number> {
  const id = pointId('counter', '');
  await createShared(client, base);
  const [found] = await client.retrieve(sharedOf(base), [id], ['version']);
  const version = Math.max(Number(found?.['version'] ?? 0), ...existing) + 1;
  await client.upsert(sharedOf(base), [{ id, payload: { kind: 'counter', version } }]);
  return version;
}

/** Milliseconds until the lock of a silent writer expires. The clocks of writers may differ by less than a third of that. */
const EXPIRES_MS = 30_000;
const LOCK_ID = pointId('writer', '');

/**
 * Lock for one writer of an index that has no database to hold it: a point with an expiry, written only if it is free, expired or the
 * process's own. Renewed every ten seconds; `lost` fires when another process has the lock or it was not renewed in time.
 */
export function writerLock(unbound: QdrantClient, base: string): BuildLock {
  const own = `${hostname()} process ${process.pid} ${processSpace()} ${randomUUID()}`;

  /** Takes the lock until `expires` if it is the process's own or `free` matches; resolves to the name of the holder afterwards. */
  async function take(client: QdrantClient, expires: number, ...free: readonly Condition[]): Promise<string> {
    const payload = { kind: 'writer', holder: own, expires };
    await client.upsert(sharedOf(base), [{ id: LOCK_ID, payload }], { should: [oneOf('holder', [own]), ...free] });
    const [held] = await client.retrieve(sharedOf(base), [LOCK_ID], ['holder']);
    return String(held?.['holder']);
  }

  return {
    async acquire(call) {
      const client = unbound.for(call);
      await createShared(client, base);
      let renewed = Date.now();
      let holder = await take(client, renewed + EXPIRES_MS, { key: 'expires', range: { lt: renewed } });
      if (isDead(holder)) holder = await take(client, renewed + EXPIRES_MS, oneOf('holder', [holder]));
      if (holder !== own) {
        throw new IbidError(
          'STORE_BUSY',
          `Another process writes the index \`${base}\`: ${holder.split(' ').slice(0, 3).join(' ')}. Wait until it is done; if it died, try again in ${EXPIRES_MS / 1000} seconds.`,
          { retryable: true },
        );
      }
      const lost = new AbortController();
      async function renew(): Promise<void> {
        const at = Date.now();
        const found = await take(unbound, at + EXPIRES_MS).catch(() => undefined);
        if (found === own) renewed = at;
        else if (found !== undefined || Date.now() - renewed > EXPIRES_MS) lost.abort();
      }
      let renewing = Promise.resolve();
      const timer = setInterval(() => {
        renewing = renew();
      }, EXPIRES_MS / 3).unref();
      return {
        lost: lost.signal,
        async release() {
          clearInterval(timer);
          await renewing;
          // If Qdrant cannot be reached, the lock is left to expire.
          if (!lost.signal.aborted) await take(unbound, 0).catch(() => undefined);
        },
      };
    },
  };
}

/** Id of the process namespace, which differs between containers with the same host name; `-` if unknown. */
function processSpace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return '-';
  }
}

/** True if the holder is a visible process that has ended. Other holders can be judged by the expiry only. */
function isDead(holder: string): boolean {
  const [host, , pid, space] = holder.split(' ');
  if (host !== hostname() || space !== processSpace()) return false;
  try {
    return !process.kill(Number(pid), 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}
