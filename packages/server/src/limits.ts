/**
 * The client of a request: its address, the accounts to which its questions are charged, and its rate limits. These are token buckets in
 * memory for the most recent clients. A bucket refills by the per-minute limit and has half of it as burst. When there are too many
 * buckets, the least recently used are dropped. A dropped client starts with a full bucket, as it would have had anyway, except during an
 * attack from very many addresses.
 */
import type { Endpoint, WireFailure } from '@ibid/wire';
import type { Payer } from '@ibid/core/types';
import { expandIPv6 } from 'hono/utils/ipaddr';
import { isIP } from 'node:net';
import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { AppOptions } from './app-options.ts';

/**
 * Returns the client's address: that of the socket or, behind `proxies` proxies, the one that the outermost proxy saw. Clients can send any
 * `X-Forwarded-For`, so only the entries appended by trusted proxies count, and only if they are addresses.
 */
export function clientAddress(
  request: { readonly socketAddress: string; readonly forwardedFor: string | undefined },
  proxies: number,
): string {
  const hops = (request.forwardedFor ?? '')
    .split(',')
    .map((hop) => hop.trim())
    .filter((hop) => hop !== '');
  const forwarded = proxies > 0 ? bareAddress(hops.at(-proxies) ?? hops[0] ?? '') : '';
  return addressKey(forwarded === '' ? request.socketAddress : forwarded);
}

/** Removes quotes, brackets and the port, which some proxies add and which changes per connection. Returns `''` if the rest is not an address. */
function bareAddress(hop: string): string {
  const text = hop.replace(/^"|"$/gu, '');
  const address = /^\[(.*)\](?::\d+)?$/u.exec(text)?.[1] ?? /^([\d.]+):\d+$/u.exec(text)?.[1] ?? text;
  return isIP(address.split('%')[0]!) === 0 ? '' : address;
}

/** Returns true if the address is a loopback address. */
export function isLoopback(address: string): boolean {
  return /^(?:::ffff:)?127\.|^::1$/iu.test(address);
}

/** Returns one key for all addresses that a client can choose from freely. */
export function addressKey(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/iu.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!address.includes(':')) return address;
  const groups = expandIPv6(address.split('%')[0]!).split(':').slice(0, 4);
  return groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':');
}

/** The client of a request, as the server identifies it. */
export interface Asker {
  readonly client: string;
  /** As sent; counts only if the owner has listed it. */
  readonly siteKey: string | undefined;
}

/** Delay after a failure before the key is requested again. */
const PAUSE_MS = 5_000;

/**
 * Returns the accounts to which a question is charged. Addresses are hashed with a key that is valid while the process runs, or for the UTC
 * day if servers share keys, so that nobody can look up an address in the ledger later. A new key resets a client's count, but not the
 * total. Never rejects: if the shared key is not available, the process's own key is used.
 */
export function payers(
  { siteKeys = [], date, clientKey }: Pick<AppOptions, 'siteKeys' | 'date' | 'clientKey'>,
  /** Maximum milliseconds that a question waits for the key. */
  patienceMs = 1_000,
): (asker: Asker, sessionId?: string) => Promise<Payer> {
  const ownKey = randomBytes(32);
  const listed = new Set(siteKeys);
  let known: { readonly day: string; readonly key: Uint8Array } | undefined;
  let asking: Promise<void> | undefined;
  let quietUntil = 0;

  const sharedKey = async (day: string, ask: NonNullable<typeof clientKey>): Promise<Uint8Array> => {
    if (known?.day !== day && performance.now() >= quietUntil) {
      asking ??= ask(day, { signal: AbortSignal.timeout(patienceMs) })
        .then((key) => void (known = { day, key }))
        .catch(() => void (quietUntil = performance.now() + PAUSE_MS))
        .finally(() => (asking = undefined));
      await asking;
    }
    return known?.day === day ? known.key : ownKey;
  };

  return async ({ client, siteKey }, sessionId) => {
    const day = date().toISOString().slice(0, 10);
    const key = clientKey === undefined ? ownKey : await sharedKey(day, clientKey);
    return {
      client: createHmac('sha256', key).update(client).digest('hex').slice(0, 32),
      ...(siteKey !== undefined && listed.has(siteKey) ? { siteKey: hashed(siteKey) } : {}),
      ...(sessionId === undefined ? {} : { session: hashed(sessionId) }),
    };
  };
}

function hashed(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

/** The kind of request that a limit counts. */
export type Counted = NonNullable<WireFailure['limit']>['of'];

/** A client's remaining allowance under one limit. */
export interface Allowance {
  readonly of: Counted;
  readonly perMinute: number;
  readonly atOnce: number;
  /** Requests that may follow immediately. */
  readonly remaining: number;
  /** Seconds until the client may send another request, at least 1. 0 = allowed now, and this request was counted. */
  readonly waitSeconds: number;
  /** Seconds until the bucket is full again. */
  readonly resetSeconds: number;
}

interface Bucket {
  readonly tokens: number;
  readonly at: number;
}

/** Takes `count` tokens for a client, 1 by default, or none if it must wait. Returns `undefined` if there is no limit. */
export type RateLimiter = (client: string, count?: number) => Allowance | undefined;

/** Creates a rate limiter. `now` is in milliseconds. `perMinute` 0 = no limit. */
export function rateLimiter(options: {
  readonly of: Counted;
  readonly perMinute: number;
  readonly now: () => number;
  readonly maxClients?: number;
}): RateLimiter {
  const { of, perMinute, now, maxClients = 50_000 } = options;
  if (perMinute === 0) return () => undefined;
  const atOnce = Math.max(1, Math.ceil(perMinute / 2));
  const secondsFor = (tokens: number): number => Math.max(0, Math.ceil((tokens * 60) / perMinute));
  const buckets = new Map<string, Bucket>();
  return (client, count = 1) => {
    const needed = Math.min(count, atOnce);
    const at = now();
    const known = buckets.get(client) ?? { tokens: atOnce, at };
    const tokens = Math.min(atOnce, known.tokens + (Math.max(0, at - known.at) * perMinute) / 60_000);
    // More than a whole burst is owed, and must be waited for.
    const left = tokens >= needed ? tokens - count : tokens;
    // Deleting first moves the client to the end, so that the map stays ordered by last use.
    buckets.delete(client);
    buckets.set(client, { tokens: left, at });
    if (buckets.size > maxClients) buckets.delete(buckets.keys().next().value!);
    const waitSeconds = tokens >= needed ? 0 : Math.max(1, secondsFor(needed - tokens));
    const resetSeconds = secondsFor(atOnce - left);
    return { of, perMinute, atOnce, remaining: Math.max(0, Math.floor(left)), waitSeconds, resetSeconds };
  };
}

/** Factor by which the limit of cheap requests is higher. */
const CHEAP = 10;

/**
 * The limit that a request counts against before it is read: `call` = a question or feedback, possibly malformed; `work` reads the index or
 * the state; `file` = ready-made bytes; `health` = a health check. Health checks are counted separately: if all readers share one proxy
 * address, readers must not use up the health checks' limit.
 */
export type RequestLimit = 'call' | 'work' | 'file' | 'health';

export function requestLimit(kind: Endpoint['kind']): RequestLimit {
  if (kind === 'answer' || kind === 'retrieve' || kind === 'feedback') return 'call';
  return kind === 'health' ? 'health' : 'work';
}

export interface Limits {
  /** Counts a client's request before any of it is read. */
  request(limit: RequestLimit, client: string): Allowance | undefined;
  /**
   * Counts decoded calls of a client, 1 by default, together or not at all. Questions, feedback and wrong tokens (`requests`) are counted
   * separately. Each client has a limit, and each listed site key has one for all its clients; unknown keys are ignored.
   */
  calls(of: Counted, asker: Asker, count?: number): Allowance | undefined;
}

export function createLimits({
  rateLimits,
  siteKeys = [],
  now,
}: Pick<AppOptions, 'rateLimits' | 'siteKeys' | 'now'>): Limits {
  const { perClient = 60, perSiteKey = 600, requests = 600 } = rateLimits ?? {};
  const listed = new Set(siteKeys);
  const limiter = (of: Counted, perMinute: number): RateLimiter => rateLimiter({ of, perMinute, now });
  const pair = (of: Counted): readonly RateLimiter[] => [limiter(of, perClient), limiter(of, perSiteKey)];
  const counters = { questions: pair('questions'), ratings: pair('ratings'), requests: pair('requests') };
  const limiters: Readonly<Record<RequestLimit, RateLimiter>> = {
    call: limiter('requests', perClient * CHEAP),
    work: limiter('requests', requests),
    file: limiter('requests', requests * CHEAP),
    health: limiter('requests', requests * CHEAP),
  };
  return {
    request: (limit, client) => limiters[limit](client),
    calls(of, { client, siteKey }, count) {
      const [clients, keys] = counters[of];
      // The client's limit comes first, so that a flooding client does not use up the site's shared limit.
      const own = clients!(client, count);
      if ((own?.waitSeconds ?? 0) > 0 || siteKey === undefined || !listed.has(siteKey)) return own;
      const shared = keys!(siteKey, count);
      return (shared?.waitSeconds ?? 0) > 0 ? shared : own;
    },
  };
}
