/**
 * Where a crawl begins and which addresses belong to it: `robots.txt` according to RFC 9309, `X-Robots-Tag`, and the directory of the start.
 */
import { canonicalUrl, IbidError } from '@ibid/core';
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

/** Rules are interpreted by `robots-parser`; escapes of unreserved characters are undone on both sides before comparing. */
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

/**
 * Finds where a site really begins: the start may redirect to `https`, to `www.` or into a folder, and only then is the origin of the crawl
 * known. The `robots.txt` of each origin is read before anything else from it. Rejects with `SOURCE_UNAVAILABLE` if the start is disallowed,
 * refused or does not answer; a missing start page is accepted, because there may be a sitemap.
 */
export async function resolveStart(options: {
  readonly start: URL;
  readonly fetcher: GuardedFetch;
  readonly userAgent: string;
  readonly signal?: AbortSignal | undefined;
}): Promise<{ readonly url: URL; readonly robots: Robots }> {
  const { start, fetcher, userAgent, signal } = options;
  const rules = new Map<string, Robots>();

  async function robotsOf(url: URL): Promise<Robots> {
    const robots = rules.get(url.origin) ?? (await readRobots({ origin: url.origin, userAgent, fetcher, signal }));
    rules.set(url.origin, robots);
    return robots;
  }

  // Read `robots.txt` outside the deadline of the page; its failures concern the whole site.
  await robotsOf(start);
  let closed: URL | undefined;
  let failure: unknown;
  const outcome = await fetcher.fetch(start, {
    async admit(hop) {
      try {
        if ((await robotsOf(hop)).allows(hop.pathname + hop.search)) return true;
        closed = hop;
      } catch (error) {
        failure = error;
      }
      return false;
    },
    accept: 'text/html,application/xhtml+xml;q=0.9',
    signal,
  });
  if (failure !== undefined) throw failure;
  if (closed !== undefined) throw new IbidError('SOURCE_UNAVAILABLE', forbidden(closed, userAgent));
  if (outcome.type === 'refused') throw new IbidError('SOURCE_UNAVAILABLE', refusal(start));
  if (outcome.type === 'unavailable') {
    const message = `\`${start.href}\` could not be read: ${outcome.reason}. Try again later.`;
    throw new IbidError('SOURCE_UNAVAILABLE', message, { retryable: true });
  }
  const url = outcome.type === 'fetched' ? outcome.url : start;
  return { url, robots: await robotsOf(url) };
}

function forbidden(url: URL, userAgent: string): string {
  const name = /^[a-z_-]+/i.exec(userAgent.trim())?.[0] ?? '*';
  return `\`${url.origin}/robots.txt\` forbids \`${userAgent}\` to read \`${url.href}\`. If the site is your own, index the folder that it is built into instead, or allow this crawler in \`robots.txt\` by name: \`User-agent: ${name}\` and below it \`Allow: /\`.`;
}

export interface Scope {
  readonly origin: string;
  /** Path with `/` at both ends. */
  readonly base: string;
  /** Normalised form of an address for requests; `undefined` if it cannot be a page: not a web address, too long, or a picture. */
  tidy(address: string): URL | undefined;
  /** Returns `yes` if an address may be requested, otherwise the reason. */
  admits(url: URL): 'yes' | 'outside' | 'robots';
}

const URL_LENGTH = 2_000;
/** Maximum repetitions of a segment: a wrong relative link makes `/a/b/a/b/a/b/…`. */
const REPEATED_SEGMENT = 4;
/** Downloads and pictures. Endings of text files are allowed, because pages have names such as `installing-node.js`. */
const NO_PAGE =
  /\.(?:7z|avi|avif|bmp|bz2|deb|dmg|docx?|eot|epub|exe|gif|gz|ico|iso|jar|jpe?g|m4a|mov|mp3|mp4|mpe?g|msi|ogg|otf|pdf|png|pptx?|rar|rpm|svg|tar|tgz|tiff?|ttf|wasm|wav|webm|webp|woff2?|xlsx?|xz|zip|zst)$/i;

/**
 * Defines which addresses belong to the crawl: the start's origin, at and below the directory of the start, except those excluded by
 * `robots.txt`. Also normalises addresses for requests: no query, hash or session parameter, and `https` if the site has it.
 */
export function createScope(options: {
  /** Final address of the start, after redirects. */
  readonly start: URL;
  readonly robots: Robots;
}): Scope {
  const { start, robots } = options;
  const base = start.pathname.slice(0, start.pathname.lastIndexOf('/') + 1);
  return {
    origin: start.origin,
    base,
    tidy(address) {
      if (!URL.canParse(address)) return undefined;
      const url = new URL(address);
      if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined;
      upgrade(url, start.origin);
      url.hash = '';
      url.search = '';
      url.pathname = url.pathname.replace(/;jsessionid=[^/;]*/gi, '');
      if (url.href.length > URL_LENGTH || NO_PAGE.test(url.pathname) || isLooped(url.pathname)) return undefined;
      return url;
    },
    admits(url) {
      // The directory itself counts also without its slash.
      if (url.origin !== start.origin || !`${url.pathname}/`.startsWith(base)) return 'outside';
      return robots.allows(url.pathname + url.search) ? 'yes' : 'robots';
    },
  };
}

function isLooped(path: string): boolean {
  const bySegment = Map.groupBy(path.split('/'), (segment) => segment);
  return [...bySegment].some(([segment, { length }]) => segment !== '' && length > REPEATED_SEGMENT);
}

/** Key of a page, the same for all spellings of its address. */
export function pageKey(url: URL): string {
  return canonicalUrl(url.href);
}

/** Changes `http` to `https` in old links and sitemaps of sites that have moved to `https`. */
export function upgrade(url: URL, origin: string): void {
  if (url.protocol === 'http:' && origin === `https://${url.host}`) url.protocol = 'https:';
}
