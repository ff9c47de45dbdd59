import { IbidError } from '@ibid/core';
import { FETCH_LIMITS, unpackBody, type GuardedFetch } from './guarded-fetch.ts';
import type { Report } from './crawl.ts';
import { type Robots, upgrade } from './scope.ts';

/** Sitemaps may be larger than pages: 50 MB unpacked and 50,000 addresses each, by the sitemap protocol. */
const LIMITS: { readonly unpackedBytes: number; readonly locations: number; readonly files: number } = {
  unpackedBytes: 50_000_000,
  locations: 50_000,
  files: 500,
};
const GUESSES = ['sitemap.xml', 'sitemap-index.xml', 'sitemap_index.xml'];
const DEPTH = 4;

/** Addresses in the sitemaps of a site, as written, in order. */
export interface SitemapLocations {
  /** Addresses that belong to the crawl. */
  readonly own: readonly string[];
  /** True if the sitemaps have no addresses. */
  readonly none: boolean;
  /** True if the sitemap was found only above `base`, so that it may not cover everything below. */
  readonly above: boolean;
}

/**
 * Reads the sitemaps named in `robots.txt`, else those with the usual names below `base`, else those at the root, and only from the site's own
 * origin. Rejects with `SOURCE_UNAVAILABLE` if an announced sitemap cannot be reached, because its pages would seem to be gone.
 */
export async function readSitemaps(options: {
  readonly origin: string;
  /** Path with `/` at both ends. */
  readonly base: string;
  /** True if an address is part of the crawl. */
  readonly belongs: (address: string) => boolean;
  readonly robots: Robots;
  readonly fetcher: GuardedFetch;
  readonly report: Report;
  /** Reading ends once this many addresses of the crawl are known. */
  readonly limit: number;
  readonly signal?: AbortSignal | undefined;
}): Promise<SitemapLocations> {
  const { origin, base, belongs, robots, report, limit } = options;
  const own: string[] = [];
  let named = 0;
  let above = false;
  const seen = new Set<string>();

  const announced = robots.sitemaps.flatMap((address) => resolve(address, `${origin}/`, origin) ?? []);
  const here = announced.filter((url) => url.origin === origin);
  for (const url of here) await read(url, 0, true);
  if (here.length === 0 && !(await guess(base)) && base !== '/') above = await guess('/');
  return { own, none: named === 0, above };

  async function guess(folder: string): Promise<boolean> {
    for (const name of GUESSES) {
      const found = await read(new URL(folder + name, origin), 0, false);
      if (found && own.length > 0) return true;
    }
    return false;
  }

  async function read(url: URL, depth: number, isAnnounced: boolean): Promise<boolean> {
    if (seen.has(url.href) || own.length >= limit) return false;
    if (depth > DEPTH || seen.size >= LIMITS.files) {
      const message = 'This sitemap was left out: too many of them, or nested too deeply.';
      report.add('warning', 'site:sitemap', url.href, message);
      return false;
    }
    seen.add(url.href);
    const sitemap = await load(url, isAnnounced);
    if (sitemap === undefined || sitemap.type === 'none') return false;
    if (sitemap.truncated) {
      const message = `Only the first ${LIMITS.locations} addresses of this sitemap were read; split it and list the parts in an index.`;
      report.add('warning', 'site:sitemap', url.href, message);
    }
    if (sitemap.type === 'pages') {
      named += sitemap.locations.length;
      own.push(...sitemap.locations.filter(belongs).slice(0, limit - own.length));
      return true;
    }
    for (const location of sitemap.locations) {
      const nested = resolve(location, url.href, origin);
      if (nested === undefined) continue;
      if (nested.origin === origin) await read(nested, depth + 1, true);
      else named += 1;
    }
    return true;
  }

  async function load(url: URL, isAnnounced: boolean): Promise<ScannedSitemap | undefined> {
    const outcome = await options.fetcher.fetch(url, {
      admit: (hop) => hop.origin === origin,
      accept: 'application/xml, text/xml;q=0.9, text/plain;q=0.5, */*;q=0.1',
      limits: { rawBytes: LIMITS.unpackedBytes, unpackedBytes: LIMITS.unpackedBytes },
      signal: options.signal,
    });
    if (outcome.type === 'fetched') {
      const bytes = await unpackFile(outcome.body);
      if (bytes !== undefined) return scanSitemap(new TextDecoder().decode(bytes), LIMITS.locations);
    }
    if (!isAnnounced) return undefined;
    if (outcome.type === 'unavailable') {
      throw new IbidError(
        'SOURCE_UNAVAILABLE',
        `The sitemap \`${url.href}\` could not be read: ${outcome.reason}. Try again later.`,
        { retryable: true },
      );
    }
    const message = 'This sitemap is announced but cannot be read; its pages are left out.';
    report.add('warning', 'site:sitemap', url.href, message);
    return undefined;
  }
}

/** Unpacks `sitemap.xml.gz`, which is a packed file and not a packed reply. */
async function unpackFile(body: Uint8Array): Promise<Uint8Array | undefined> {
  if (body[0] !== 0x1f || body[1] !== 0x8b) return body;
  const unpacked = await unpackBody(body, 'gzip', { ...FETCH_LIMITS, unpackedBytes: LIMITS.unpackedBytes });
  return typeof unpacked === 'string' ? undefined : unpacked;
}

function resolve(address: string, base: string, origin: string): URL | undefined {
  if (!URL.canParse(address, base)) return undefined;
  const url = new URL(address, base);
  upgrade(url, origin);
  return url;
}

export interface ScannedSitemap {
  readonly type: 'pages' | 'index' | 'none';
  /** In order, as written, at most `limit`. */
  readonly locations: readonly string[];
  readonly truncated: boolean;
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/**
 * Reads the addresses in a sitemap or sitemap index.
 *
 * This is a scanner and not an XML parser, on purpose: only `<loc>` in `<url>` or `<sitemap>` is needed, and a scanner has none of the dangers
 * of XML. The only entities are the five of the standard and character numbers, so none can be defined or expanded; external files are never
 * read; nesting costs nothing; and the time is linear in the length. `<image:loc>` and other namespaces are distinguished by the root's prefix.
 * Plain-text sitemaps, one address per line, are read too.
 */
export function scanSitemap(text: string, limit: number): ScannedSitemap {
  const source = text.replace(/^\uFEFF/, '').trimStart();
  if (!source.startsWith('<')) return scanLines(source, limit);
  const locations: string[] = [];
  let type: ScannedSitemap['type'] = 'none';
  let prefix = '';
  let inEntry = false;
  let location: string | undefined;
  for (const [token, data, slash, tagPrefix = '', name = ''] of source.matchAll(TOKEN)) {
    if (location !== undefined && (data !== undefined || !token.startsWith('<'))) location += data ?? decodeText(token);
    if (name === '') continue;
    if (type === 'none') {
      if (slash !== '' || (name !== 'urlset' && name !== 'sitemapindex')) break;
      type = name === 'urlset' ? 'pages' : 'index';
      prefix = tagPrefix;
    }
    if (tagPrefix !== prefix) continue;
    if (name === 'url' || name === 'sitemap') inEntry = slash === '';
    if (name !== 'loc' || !inEntry) continue;
    const written = location?.trim() ?? '';
    location = slash === '' ? '' : undefined;
    if (slash === '' || written === '' || written.includes('\u0000')) continue;
    if (locations.length === limit) return { type, locations, truncated: true };
    locations.push(written);
  }
  return { type, locations, truncated: false };
}

/** Comments, character data, declarations, tags with their prefix and name, text. An unclosed part extends to the end. */
const TOKEN =
  /<!--[^]*?(?:-->|$)|<!\[CDATA\[([^]*?)(?:\]\]>|$)|<\?[^]*?(?:\?>|$)|<![^>[]*(?:\[[^]*?(?:\]|$)[^>]*)?(?:>|$)|<(\/?)(?:([\w.-]+):)?([\w.-]+)[^>]*(?:>|$)|[^<]+/g;

function scanLines(source: string, limit: number): ScannedSitemap {
  const lines = source
    .split(/\s*[\r\n]\s*/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  if (lines.length === 0 || !lines.every((line) => /^https?:\/\/\S+$/i.test(line))) {
    return { type: 'none', locations: [], truncated: false };
  }
  return { type: 'pages', locations: lines.slice(0, limit), truncated: lines.length > limit };
}

/** Unknown entities become NUL, which no address contains, so that the entry is dropped. */
function decodeText(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w+));/gi, (_, decimal, hex, name) => {
    if (name !== undefined) return Object.hasOwn(NAMED, name) ? NAMED[name]! : '\u0000';
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\u0000';
  });
}
