/**
 * `robots.txt` according to RFC 9309, and `X-Robots-Tag`. Rules are interpreted by `robots-parser`; escapes of unreserved
 * characters are undone on both sides before comparing.
 */
import { IbidError } from '@ibid/core';
import robotsModule from 'robots-parser';
import type { GuardedFetch } from './guarded-fetch.ts';

export interface Robots {
  /** `path` includes its query, as in a URL. */
  allows(path: string): boolean;
  /** Milliseconds; 0 if none is requested. */
  readonly crawlDelayMs: number;
  /** As written: may be relative or invalid. */
  readonly sitemaps: readonly string[];
}

/** RFC 9309 asks crawlers to read at least 500 KiB of `robots.txt`; the rest is ignored. */
const ROBOTS_BYTES = 512_000;
/** Longest `Crawl-delay` that is obeyed, in milliseconds. */
const CRAWL_DELAY_MS = 10_000;
const HOST = 'https://host.invalid';
/** The package exports a CommonJS function, but its types declare it as the module's `default`. */
const robotsParser = robotsModule as unknown as typeof robotsModule.default;

export function parseRobots(text: string, userAgent: string): Robots {
  const rules = robotsParser(`${HOST}/robots.txt`, unescaped(text));
  const delay = (rules.getCrawlDelay(userAgent) ?? 0) * 1_000;
  return {
    allows: (path) => rules.isAllowed(HOST + unescaped(path), userAgent) !== false,
    crawlDelayMs: Math.min(Math.max(0, delay), CRAWL_DELAY_MS),
    sitemaps: rules.getSitemaps(),
  };
}

function unescaped(text: string): string {
  return text.replace(/%([2-7][0-9a-f])/gi, (escape, hex: string) => {
    const character = String.fromCharCode(Number.parseInt(hex, 16));
    return /[A-Za-z0-9\-._~]/.test(character) ? character : escape;
  });
}

/** Directives for this crawler in `X-Robots-Tag` headers. A value may be limited to one crawler: `otherbot: noindex`. */
export function robotsTag(
  values: readonly string[],
  userAgent: string,
): { readonly noindex: boolean; readonly nofollow: boolean } {
  const own = /^[\w-]*/.exec(userAgent)![0].toLowerCase();
  const directives = new Set<string>();
  for (const value of values) {
    let addressed = true;
    for (const part of value.toLowerCase().split(',')) {
      const [, agent, directive = ''] = /^\s*(?:([\w-]+)\s*:)?\s*([\w-]*)/.exec(part) ?? [];
      if (agent !== undefined && !WITH_VALUE.has(agent)) addressed = agent === own;
      if (addressed) directives.add(directive);
    }
  }
  const none = directives.has('none');
  return { noindex: none || directives.has('noindex'), nofollow: none || directives.has('nofollow') };
}

/** Directives that look like the name of a crawler. */
const WITH_VALUE = new Set(['unavailable_after', 'max-snippet', 'max-image-preview', 'max-video-preview']);

/**
 * Reads `robots.txt` of an origin. A missing file (4xx, or endless redirects) allows everything. If the server fails to answer, the site must be
 * left alone: rejects with `SOURCE_UNAVAILABLE`. Redirects may lead to another host, as RFC 9309 requires, but never to a forbidden
 * address.
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

/** The same text for every address that a crawl may not reach, whatever the reason. */
export function refusal(url: URL): string {
  return `\`${url.href}\` may not be read: crawls reach public http and https addresses of their own site only. Allow private addresses if the site is your own.`;
}
