/**
 * Token buckets in memory, one for each client that has asked lately: `perMinute` tokens flow in a minute, a tenth of them
 * (at least one) may be spent at once. The clients that came longest ago make room; a client that is forgotten so begins
 * with a full bucket, which is what it would have had by then unless the server is under attack from very many addresses.
 */
export interface RateLimiter {
  /** Seconds until the client may ask again, at least 1; 0 = it may ask now, and has. */
  take(client: string): number;
}

interface Bucket {
  readonly tokens: number;
  readonly at: number;
}

/** `now` in milliseconds. `perMinute` 0 = no limit. */
export function rateLimiter(options: {
  readonly perMinute: number;
  readonly now: () => number;
  readonly maxClients?: number;
}): RateLimiter {
  const { perMinute, now, maxClients = 50_000 } = options;
  if (perMinute === 0) return { take: () => 0 };
  const most = Math.max(1, Math.ceil(perMinute / 10));
  const buckets = new Map<string, Bucket>();
  return {
    take(client) {
      const at = now();
      const known = buckets.get(client) ?? { tokens: most, at };
      const tokens = Math.min(most, known.tokens + (Math.max(0, at - known.at) * perMinute) / 60_000);
      const allowed = tokens >= 1;
      // Deleting first moves the client to the end, so that the map stays ordered by last use.
      buckets.delete(client);
      buckets.set(client, { tokens: allowed ? tokens - 1 : tokens, at });
      if (buckets.size > maxClients) buckets.delete(buckets.keys().next().value!);
      return allowed ? 0 : Math.max(1, Math.ceil(((1 - tokens) * 60) / perMinute));
    },
  };
}
