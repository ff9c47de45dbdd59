import { IbidError } from '@ibid/core';
import type { BuildLock, HeldLock } from '@ibid/core/types';
import { randomUUID } from 'node:crypto';
import { readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import type { Filter, QdrantClient } from './client.ts';
import { pointId, sharedOf } from './layout.ts';

/** Milliseconds until the lock of a silent writer expires. The clocks of writers may differ by less than a third of that. */
const EXPIRES_MS = 30_000;
const ID = pointId('writer', '');

/**
 * Lock for one writer of an index that has no database to hold it: a point with an expiry, written only if it is free, expired or the
 * process's own. Renewed every ten seconds; `lost` fires when another process has the lock or it was not renewed in time.
 */
export function writerLock(unbound: QdrantClient, base: string): BuildLock {
  const shared = sharedOf(base);
  const own = `${hostname()} process ${process.pid} ${processSpace()} ${randomUUID()}`;

  /** Takes the lock until `expires` if `onlyIf` matches; resolves to the name of the holder afterwards. */
  async function take(client: QdrantClient, expires: number, onlyIf: Filter): Promise<string> {
    const payload = { kind: 'writer', holder: own, expires };
    await client.upsert(shared, [{ id: ID, payload }], onlyIf);
    const [point] = await client.retrieve(shared, [ID], ['holder']);
    return String(point?.payload['holder']);
  }

  const isOwn: Filter['should'] = [{ key: 'holder', match: { value: own } }];
  return {
    async acquire(call): Promise<HeldLock> {
      const client = unbound.for(call);
      await client.create(shared, ['kind', 'holder']);
      const now = Date.now();
      const free: Filter = { should: [...isOwn, { key: 'expires', range: { lt: now } }] };
      let holder = await take(client, now + EXPIRES_MS, free);
      if (isDead(holder)) {
        const isTheirs: Filter = { should: [{ key: 'holder', match: { value: holder } }, ...isOwn] };
        holder = await take(client, now + EXPIRES_MS, isTheirs);
      }
      if (holder !== own) {
        throw new IbidError(
          'STORE_BUSY',
          `Another process writes the index \`${base}\`: ${holder.split(' ').slice(0, 3).join(' ')}. Wait until it is done; if it died, try again in ${EXPIRES_MS / 1000} seconds.`,
          { retryable: true },
        );
      }
      const lost = new AbortController();
      let renewed = now;
      let renewing = Promise.resolve();
      const timer = setInterval(() => {
        const at = Date.now();
        renewing = take(unbound, at + EXPIRES_MS, { should: isOwn }).then(
          (name) => {
            if (name === own) renewed = at;
            else lost.abort();
            return undefined;
          },
          () => {
            if (Date.now() - renewed > EXPIRES_MS) lost.abort();
          },
        );
      }, EXPIRES_MS / 3).unref();
      return {
        lost: lost.signal,
        async release() {
          clearInterval(timer);
          await renewing;
          // If Qdrant cannot be reached, the lock is left to expire.
          if (!lost.signal.aborted) await take(unbound, 0, { should: isOwn }).catch(() => undefined);
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
