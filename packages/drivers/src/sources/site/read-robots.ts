import { IbidError } from '@ibid/core';
import type { GuardedFetch } from './guarded-fetch.ts';
import { ROBOTS_BYTES } from './limits.ts';
import { parseRobots, type Robots } from './robots.ts';

/**
 * `robots.txt` of an origin. Missing (4xx or redirected for ever) means that everything is allowed. A server that cannot say
 * what is allowed must be left alone: `SOURCE_UNAVAILABLE`. Redirects may lead to another host, as RFC 9309 wants, but never
 * to a forbidden address.
 */
export async function readRobots(options: {
  readonly origin: string;
  readonly userAgent: string;
  readonly fetcher: GuardedFetch;
  readonly signal?: AbortSignal | undefined;
}): Promise<Robots> {
  const url = new URL('/robots.txt', options.origin);
  const outcome = await options.fetcher.fetch(url, {
    admit: () => true,
    accept: 'text/plain, */*;q=0.1',
    truncate: true,
    limits: { rawBytes: ROBOTS_BYTES },
    signal: options.signal,
  });
  switch (outcome.type) {
    case 'fetched': {
      const text = new TextDecoder().decode(outcome.body.subarray(0, ROBOTS_BYTES));
      const cut = outcome.body.length >= ROBOTS_BYTES;
      return parseRobots(cut ? text.slice(0, text.lastIndexOf('\n') + 1) : text, options.userAgent);
    }
    case 'missing':
    case 'other':
      return parseRobots('', options.userAgent);
    case 'refused':
      throw new IbidError('SOURCE_UNAVAILABLE', refusal(url));
    case 'unreadable':
    case 'unavailable':
      throw new IbidError(
        'SOURCE_UNAVAILABLE',
        `\`${url.href}\` could not be read: ${outcome.reason}. Without it nothing of the site may be read; try again later.`,
        { retryable: true },
      );
  }
}

/** The one text for every address that a crawl may not reach, whatever the reason. */
export function refusal(url: URL): string {
  return `\`${url.href}\` may not be read: crawls reach public http and https addresses of their own site only. Allow private addresses if the site is your own.`;
}
