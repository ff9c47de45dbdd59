import type { AppOptions } from './app-options.ts';
import { rateLimiter } from './rate-limiter.ts';

/** Seconds that a client must wait before its next question; 0 = none, and the question is counted (R27). */
export type QuestionLimits = (asker: { readonly client: string; readonly siteKey: string | undefined }) => number;

const DEFAULTS = { perClient: 60, perSiteKey: 600 };

/** A listed site key has a bucket of its own, for sites whose readers come through one address; others count by client. */
export function questionLimits(options: Pick<AppOptions, 'rateLimits' | 'siteKeys' | 'now'>): QuestionLimits {
  const limits = { ...DEFAULTS, ...options.rateLimits };
  const listed = new Set(options.siteKeys ?? []);
  const clients = rateLimiter({ perMinute: limits.perClient, now: options.now });
  const siteKeys = rateLimiter({ perMinute: limits.perSiteKey, now: options.now });
  return ({ client, siteKey }) =>
    siteKey !== undefined && listed.has(siteKey) ? siteKeys.take(siteKey) : clients.take(client);
}
