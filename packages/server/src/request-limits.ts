import type { Endpoint } from '@ibid/wire';
import type { AppOptions } from './app-options.ts';
import { rateLimiter } from './rate-limiter.ts';

/** Requests a minute that have to be worked for. */
const DEFAULT = 600;
/** How many more of those may be asked for that cost next to nothing: one page of a site can have dozens of files. */
const CHEAP = 10;
/** Counted where they are answered, see `questionLimits`. */
const COUNTED_APART: readonly Endpoint['kind'][] = ['answer', 'retrieve', 'feedback'];

/**
 * Seconds that a client must wait before this request; 0 = none, and the request is counted. Health checks are counted by
 * themselves: where all readers come through one proxy, they must not use up what tells that the server works.
 */
export type RequestLimits = (request: {
  readonly path: string;
  readonly endpoint: Endpoint | undefined;
  readonly client: () => string;
}) => number;

export function requestLimits({ rateLimits, now }: Pick<AppOptions, 'rateLimits' | 'now'>): RequestLimits {
  const perMinute = rateLimits?.requests ?? DEFAULT;
  const worked = rateLimiter({ perMinute, now });
  const health = rateLimiter({ perMinute: perMinute * CHEAP, now });
  const files = rateLimiter({ perMinute: perMinute * CHEAP, now });
  return ({ path, endpoint, client }) => {
    if (endpoint !== undefined && COUNTED_APART.includes(endpoint.kind)) return 0;
    if (path === '/health' || path === '/ready' || endpoint?.kind === 'health') return health.take(client());
    const isWork = endpoint !== undefined || path === '/metrics' || path.startsWith('/read/');
    return (isWork ? worked : files).take(client());
  };
}
