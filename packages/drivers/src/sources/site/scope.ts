/**
 * Which addresses belong to the crawl: the start's origin, at and below the directory that the start stands in, without what
 * `exclude` and `robots.txt` close. Also puts addresses into the form in which they are asked for: no query, hash or session
 * parameter, `https` where the site has it.
 */
import { canonicalUrl } from '@ibid/core';
import { pathMatcher, type Robots } from './robots.ts';

export interface Scope {
  readonly origin: string;
  /** Path with `/` at both ends. */
  readonly base: string;
  /** The form in which an address is asked for, or `undefined` when it is nobody's page: no web address, too long, a picture. */
  tidy(address: string): URL | undefined;
  /** Whether an address may be asked for; the reason when not. */
  admits(url: URL): 'yes' | 'outside' | 'excluded' | 'robots';
  /** Whether the page may be listed, as far as `include` is concerned. */
  includes(url: URL): boolean;
}

const URL_LENGTH = 2_000;
/** A relative link that is wrong makes `/a/b/a/b/a/b/…`. */
const REPEATED_SEGMENT = 4;
/** Downloads and pictures. Endings of text files stay in: pages are called `installing-node.js`. */
const NO_PAGE =
  /\.(?:7z|avi|avif|bmp|bz2|deb|dmg|docx?|eot|epub|exe|gif|gz|ico|iso|jar|jpe?g|m4a|mov|mp3|mp4|mpe?g|msi|ogg|otf|pdf|png|pptx?|rar|rpm|svg|tar|tgz|tiff?|ttf|wasm|wav|webm|webp|woff2?|xlsx?|xz|zip|zst)$/i;

export function createScope(options: {
  /** Where the start ended up after redirects. */
  readonly start: URL;
  readonly robots: Robots;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}): Scope {
  const { start, robots } = options;
  const base = start.pathname.slice(0, start.pathname.lastIndexOf('/') + 1);
  const include = options.include.map(pathMatcher);
  const exclude = options.exclude.map(pathMatcher);
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
      if (url.origin !== start.origin || !isUnder(url.pathname, base)) return 'outside';
      if (exclude.some((matches) => matches(url.pathname))) return 'excluded';
      return robots.allows(url.pathname + url.search) ? 'yes' : 'robots';
    },
    includes: (url) => include.length === 0 || include.some((matches) => matches(url.pathname)),
  };
}

/** The directory itself counts also without its slash. */
function isUnder(path: string, base: string): boolean {
  return path.startsWith(base) || `${path}/` === base;
}

function isLooped(path: string): boolean {
  const counts = new Map<string, number>();
  for (const segment of path.split('/')) {
    if (segment === '') continue;
    const count = (counts.get(segment) ?? 0) + 1;
    if (count > REPEATED_SEGMENT) return true;
    counts.set(segment, count);
  }
  return false;
}

/** The key under which a page is known, however it is written. */
export function pageKey(url: URL): string {
  return canonicalUrl(url.href);
}

/** Old links and sitemaps say `http` on sites that have moved to `https`. */
export function upgrade(url: URL, origin: string): void {
  if (url.protocol === 'http:' && origin === `https://${url.host}`) url.protocol = 'https:';
}
