/**
 * Limits for clients: token buckets in memory, one for each recent client. A bucket gets its limit in tokens per minute, and half of them may
 * be spent at once. The least recent clients are dropped; a dropped client starts with a full bucket, which it would have had by then
 * unless very many addresses attack the server.
 */
import type { Endpoint, WireFailure } from '@ibid/wire';
import type { AppOptions } from './app-options.ts';

/** Thing that a limit counts. */
type Counted = NonNullable<WireFailure['limit']>['of'];

/** Remaining allowance of a client under a limit. */
export interface Allowance {
  readonly of: Counted;
  readonly perMinute: number;
  readonly atOnce: number;
  /** Requests that may follow at once. */
  readonly remaining: number;
  /** Until the client may ask again, at least 1; 0 = it may ask now, and this request is counted. */
  readonly waitSeconds: number;
  /** Until as many may follow at once as ever. */
  readonly resetSeconds: number;
}

export interface RateLimiter {
  /** `undefined` without a limit. A request that must wait is not counted. */
  take(client: string): Allowance | undefined;
}

interface Bucket {
  readonly tokens: number;
  readonly at: number;
}

/** `now` in milliseconds. `perMinute` 0 = no limit. */
export function rateLimiter(options: {
  readonly of: Counted;
  readonly perMinute: number;
  readonly now: () => number;
  readonly maxClients?: number;
}): RateLimiter {
  const { of, perMinute, now, maxClients = 50_000 } = options;
  if (perMinute === 0) return { take: () => undefined };
  const atOnce = Math.max(1, Math.ceil(perMinute / 2));
  const secondsFor = (tokens: number): number => Math.max(0, Math.ceil((tokens * 60) / perMinute));
  const buckets = new Map<string, Bucket>();
  return {
    take(client) {
      const at = now();
      const known = buckets.get(client) ?? { tokens: atOnce, at };
      const tokens = Math.min(atOnce, known.tokens + (Math.max(0, at - known.at) * perMinute) / 60_000);
      const left = tokens >= 1 ? tokens - 1 : tokens;
      // Deleting first moves the client to the end, so that the map stays ordered by last use.
      buckets.delete(client);
      buckets.set(client, { tokens: left, at });
      if (buckets.size > maxClients) buckets.delete(buckets.keys().next().value!);
      const waitSeconds = tokens >= 1 ? 0 : Math.max(1, secondsFor(1 - tokens));
      const resetSeconds = secondsFor(atOnce - left);
      return { of, perMinute, atOnce, remaining: Math.floor(left), waitSeconds, resetSeconds };
    },
  };
}

/** Factor by which a client may send more requests of the cheap kinds. */
const CHEAP = 10;

/**
 * Limit that counts a request before any of it is read: `call` is a question or feedback that may turn out to be unreadable, `work` reads
 * the index or the state, `file` is bytes that are there already, `health` a health check. Health checks have a limit of their own because where
 * all readers come through one proxy, they must not use up what tells that the server works.
 */
export type RequestLimit = 'call' | 'work' | 'file' | 'health';

export function requestLimit(kind: Endpoint['kind']): RequestLimit {
  if (kind === 'answer' || kind === 'retrieve' || kind === 'feedback') return 'call';
  return kind === 'health' ? 'health' : 'work';
}

export interface Limits {
  /** Counts a request of a client before any of it is read. */
  request(limit: RequestLimit, client: string): Allowance | undefined;
  /**
   * Returns the counter for calls of an endpoint once they have been read: questions, feedback and wrong tokens, each by itself;
   * `undefined` for other kinds. Every client has a limit, and every listed site key one for all of its clients together; an unknown key
   * counts for nothing.
   */
  counter(kind: Endpoint['kind']): ((asker: Asker) => Allowance | undefined) | undefined;
}

interface Asker {
  readonly client: string;
  readonly siteKey: string | undefined;
}

export function createLimits({
  rateLimits,
  siteKeys = [],
  now,
}: Pick<AppOptions, 'rateLimits' | 'siteKeys' | 'now'>): Limits {
  const { perClient = 60, perSiteKey = 600, requests = 600 } = rateLimits ?? {};
  const listed = new Set(siteKeys);
  const limiter = (of: Counted, perMinute: number): RateLimiter => rateLimiter({ of, perMinute, now });
  const askers = (of: Counted): ((asker: Asker) => Allowance | undefined) => {
    const [clients, keys] = [limiter(of, perClient), limiter(of, perSiteKey)];
    return ({ client, siteKey }) => {
      // First the client: one that floods must not use up what its site's other readers have.
      const own = clients.take(client);
      if ((own?.waitSeconds ?? 0) > 0 || siteKey === undefined || !listed.has(siteKey)) return own;
      const shared = keys.take(siteKey);
      return (shared?.waitSeconds ?? 0) > 0 ? shared : own;
    };
  };
  const [question, wrongToken] = [askers('questions'), askers('requests')];
  const counters: Readonly<Partial<Record<Endpoint['kind'], typeof question>>> = {
    answer: question,
    retrieve: question,
    // As many as there may be questions, and none of them less: feedback costs no answer.
    feedback: askers('ratings'),
    'job-start': wrongToken,
    job: wrongToken,
    'job-cancel': wrongToken,
  };
  const limiters: Readonly<Record<RequestLimit, RateLimiter>> = {
    call: limiter('requests', perClient * CHEAP),
    work: limiter('requests', requests),
    file: limiter('requests', requests * CHEAP),
    health: limiter('requests', requests * CHEAP),
  };
  return {
    request: (limit, client) => limiters[limit].take(client),
    counter: (kind) => counters[kind],
  };
}
