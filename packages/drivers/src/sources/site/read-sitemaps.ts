import { IbidError } from '@ibid/core';
import type { GuardedFetch } from './guarded-fetch.ts';
import { FETCH_LIMITS, SITEMAP_LIMITS } from './limits.ts';
import type { Report } from './report.ts';
import type { Robots } from './robots.ts';
import { upgrade } from './scope.ts';
import { scanSitemap, type ScannedSitemap } from './scan-sitemap.ts';
import { unpackBody } from './unpack-body.ts';

const GUESSES = ['sitemap.xml', 'sitemap-index.xml', 'sitemap_index.xml'];
const DEPTH = 4;

/** How it is known that there is such a sitemap; `moved` are announced under another origin. */
type Known = 'announced' | 'moved' | 'guessed';

/** What the sitemaps of a site name, as written, in order. */
export interface SitemapLocations {
  /** Those that belong to the crawl. */
  readonly own: readonly string[];
  /** When there are none of its own: those that name the site at another place than the one where it is served. */
  readonly moved: readonly string[];
  /** Whether nothing was named at all. */
  readonly none: boolean;
  /** Whether the sitemap was only found above `base`, so that it need not be about all that lies below. */
  readonly above: boolean;
}

/**
 * Reads the sitemaps that `robots.txt` names, else those of the usual names below `base`, else those at the root. They are
 * read only from the site's own origin; one that is announced under another is looked for here. One that is announced but
 * cannot be reached rejects with `SOURCE_UNAVAILABLE`, because pages would seem to be gone.
 */
export async function readSitemaps(options: {
  readonly origin: string;
  /** Path with `/` at both ends. */
  readonly base: string;
  /** Whether an address is part of the crawl. */
  readonly belongs: (address: string) => boolean;
  readonly robots: Robots;
  readonly fetcher: GuardedFetch;
  readonly report: Report;
  /** Reading ends when this many addresses are known that belong to the crawl. */
  readonly limit: number;
  readonly signal?: AbortSignal | undefined;
}): Promise<SitemapLocations> {
  const { origin, base, belongs, robots, report, limit } = options;
  const own: string[] = [];
  const moved: string[] = [];
  let elsewhere = false;
  let above = false;
  const seen = new Set<string>();

  const announced = robots.sitemaps.flatMap((address) => resolve(address, `${origin}/`, origin) ?? []);
  const foreign: URL[] = [];
  for (const url of announced) {
    if (url.origin === origin) await read(url, 0, 'announced');
    else if (!(await readMoved(url, new URL(base, origin), 0))) foreign.push(url);
  }
  if (announced.length === foreign.length) {
    if (!(await guess(base)) && base !== '/') above = await guess('/');
    if (own.length + moved.length === 0) for (const url of foreign) reportLost(url);
  }
  const served = own.length > 0 || elsewhere;
  return { own, moved: served ? [] : moved, none: !served && moved.length === 0, above };

  async function guess(folder: string): Promise<boolean> {
    for (const name of GUESSES) {
      const found = await read(new URL(folder + name, origin), 0, 'guessed');
      if (found && own.length + moved.length > 0) return true;
    }
    return false;
  }

  async function read(url: URL, depth: number, known: Known): Promise<boolean> {
    if (seen.has(url.href) || own.length >= limit) return false;
    if (depth > DEPTH || seen.size >= SITEMAP_LIMITS.files) {
      report.add(
        'warning',
        'site:sitemap',
        url.href,
        'This sitemap was left out: too many of them, or nested too deeply.',
      );
      return false;
    }
    seen.add(url.href);
    const sitemap = await load(url, known);
    if (sitemap === undefined || sitemap.type === 'none') return false;
    if (sitemap.truncated) {
      const message = `Only the first ${SITEMAP_LIMITS.locations} addresses of this sitemap were read; split it and list the parts in an index.`;
      report.add('warning', 'site:sitemap', url.href, message);
    }
    if (sitemap.type === 'pages') {
      for (const location of sitemap.locations) sort(location, url);
      return true;
    }
    for (const location of sitemap.locations) {
      const nested = resolve(location, url.href, origin);
      if (nested === undefined) continue;
      if (nested.origin === origin) await read(nested, depth + 1, 'announced');
      else if (!(await readMoved(nested, url, depth + 1))) reportLost(nested);
    }
    return true;
  }

  /** A sitemap that is announced under another origin stands here under its path, or beside what announces it. */
  async function readMoved(url: URL, beside: URL, depth: number): Promise<boolean> {
    if (!/^https?:$/.test(url.protocol)) return false;
    const name = url.pathname.slice(url.pathname.lastIndexOf('/') + 1);
    const places = [new URL(origin + url.pathname), new URL(name, beside)].filter(({ href }) => !seen.has(href));
    for (const place of places) if (await read(place, depth, 'moved')) return true;
    return places.length === 0;
  }

  function sort(location: string, sitemap: URL): void {
    if (belongs(location)) {
      if (own.length < limit) own.push(location);
      return;
    }
    const url = resolve(location, 'about:invalid', origin);
    if (url === undefined || !/^https?:$/.test(url.protocol)) return;
    const isMoved = url.origin !== origin || (sitemap.pathname.startsWith(base) && !url.pathname.startsWith(base));
    if (!isMoved) elsewhere = true;
    else if (moved.length < limit) moved.push(location);
  }

  function reportLost(url: URL): void {
    const message = 'This sitemap is announced but cannot be read; its pages are left out.';
    report.add('warning', 'site:sitemap', url.href, message);
  }

  async function load(url: URL, known: Known): Promise<ScannedSitemap | undefined> {
    const outcome = await options.fetcher.fetch(url, {
      admit: (hop) => hop.origin === origin,
      accept: 'application/xml, text/xml;q=0.9, text/plain;q=0.5, */*;q=0.1',
      limits: { rawBytes: SITEMAP_LIMITS.unpackedBytes, unpackedBytes: SITEMAP_LIMITS.unpackedBytes },
      signal: options.signal,
    });
    if (outcome.type === 'fetched') {
      const bytes = await unpackFile(outcome.body);
      if (bytes !== undefined) return scanSitemap(new TextDecoder().decode(bytes), SITEMAP_LIMITS.locations);
    }
    if (known === 'guessed') return undefined;
    if (outcome.type === 'unavailable') {
      throw new IbidError(
        'SOURCE_UNAVAILABLE',
        `The sitemap \`${url.href}\` could not be read: ${outcome.reason}. Try again later.`,
        { retryable: true },
      );
    }
    if (known === 'announced') reportLost(url);
    return undefined;
  }
}

/** `sitemap.xml.gz` is a packed file, not a packed reply. */
async function unpackFile(body: Uint8Array): Promise<Uint8Array | undefined> {
  if (body[0] !== 0x1f || body[1] !== 0x8b) return body;
  const unpacked = await unpackBody(body, 'gzip', { ...FETCH_LIMITS, unpackedBytes: SITEMAP_LIMITS.unpackedBytes });
  return typeof unpacked === 'string' ? undefined : unpacked;
}

function resolve(address: string, base: string, origin: string): URL | undefined {
  if (!URL.canParse(address, base)) return undefined;
  const url = new URL(address, base);
  upgrade(url, origin);
  return url;
}
