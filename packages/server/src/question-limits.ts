import type { AppOptions } from './app-options.ts';
import { rateLimiter } from './rate-limiter.ts';

/** Seconds that a client must wait before its next question; 0 = none, and the question is counted (R27). */
export type QuestionLimits = (asker: { readonly client: string; readonly siteKey: string | undefined }) => number;

const DEFAULTS = { perClient: 60, perSiteKey: 600 };

/** Every client has a limit, and every listed site key one for all of its clients together; an unknown key counts for nothing. */
export function questionLimits(options: Pick<AppOptions, 'rateLimits' | 'siteKeys' | 'now'>): QuestionLimits {
  const limits = { ...DEFAULTS, ...options.rateLimits };
  const listed = new Set(options.siteKeys ?? []);
  const clients = rateLimiter({ perMinute: limits.perClient, now: options.now });
  const siteKeys = rateLimiter({ perMinute: limits.perSiteKey, now: options.now });
  return ({ client, siteKey }) => {
    // First the client: one that floods must not use up what its site's other readers have.
    const wait = clients.take(client);
    return wait > 0 || siteKey === undefined || !listed.has(siteKey) ? wait : siteKeys.take(siteKey);
  };
}
