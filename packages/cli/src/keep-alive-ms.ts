import type { Settings } from './config.ts';

/** Longer than the minute for which most proxies keep a connection to a server: it is they who must close first. */
const BEHIND_PROXY_SECONDS = 65;
const DIRECT_SECONDS = 5;

/** How long a connection stays open between two requests, in milliseconds. */
export function keepAliveMs(server: Settings['server']): number {
  const isBehindProxy = (server?.trustedProxies ?? 0) > 0;
  return 1_000 * (server?.keepAliveSeconds ?? (isBehindProxy ? BEHIND_PROXY_SECONDS : DIRECT_SECONDS));
}
