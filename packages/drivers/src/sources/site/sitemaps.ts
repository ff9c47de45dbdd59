import { IbidError } from '@ibid/core';
import { FETCH_LIMITS, unpackBody, type GuardedFetch } from './guarded-fetch.ts';
import type { Report } from './report.ts';
import type { Robots } from './robots.ts';
import { upgrade } from './scope.ts';

/** Sitemaps may be larger than pages: 50 MB unpacked and 50,000 addresses each, by the sitemap protocol. */
const LIMITS: { readonly unpackedBytes: number; readonly locations: number; readonly files: number } = {
  unpackedBytes: 50_000_000,
  locations: 50_000,
  files: 500,
};
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
    if (depth > DEPTH || seen.size >= LIMITS.files) {
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
      const message = `Only the first ${LIMITS.locations} addresses of this sitemap were read; split it and list the parts in an index.`;
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
      limits: { rawBytes: LIMITS.unpackedBytes, unpackedBytes: LIMITS.unpackedBytes },
      signal: options.signal,
    });
    if (outcome.type === 'fetched') {
      const bytes = await unpackFile(outcome.body);
      if (bytes !== undefined) return scanSitemap(new TextDecoder().decode(bytes), LIMITS.locations);
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
 * Reads the addresses out of a sitemap or sitemap index.
 *
 * This is a scanner and not an XML parser, on purpose: a sitemap has one thing that is wanted, `<loc>` in `<url>` or
 * `<sitemap>`, and everything that makes XML dangerous is what a scanner does not have. There are no entities but the five of
 * the standard and character numbers, so none can be defined or expanded; external files are never read; nesting costs
 * nothing; and the time is linear in the length. `<image:loc>` and other namespaces are told apart by the root's prefix.
 * Plain-text sitemaps, one address a line, are read too.
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

/** Comments, character data, declarations, tags with their prefix and name, text. A part that never ends goes to the end. */
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

/** Unknown entities become NUL, which no address holds, so that the entry is dropped. */
function decodeText(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w+));/gi, (_, decimal, hex, name) => {
    if (name !== undefined) return Object.hasOwn(NAMED, name) ? NAMED[name]! : '\u0000';
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\u0000';
  });
}

export interface MovedLocations {
  /** Origin and common directory that the locations were written for. */
  readonly from: string;
  /** Ways to move them, likeliest first; none is empty. */
  readonly guesses: readonly (readonly string[])[];
}

/**
 * Sitemaps carry the addresses that a site was built for. Served elsewhere, on a preview host or on this machine, they name
 * pages of another origin or below another directory. Their paths still say what there is, so they are moved to where the
 * site is served: as they are, where they lie below the start's directory, and else, or when those do not exist, with their
 * common directory replaced by the start's. What comes out is a guess, always of the start's own origin and directory.
 *
 * Of several hosts only the one that is named most counts. `base` is a path with `/` at both ends.
 */
export function moveLocations(locations: readonly string[], origin: string, base: string): MovedLocations | undefined {
  const byHost = new Map<string, URL[]>();
  for (const location of locations) {
    if (!URL.canParse(location)) continue;
    const url = new URL(location);
    const sameHost = byHost.get(url.host);
    if (sameHost === undefined) byHost.set(url.host, [url]);
    else sameHost.push(url);
  }
  let urls: readonly URL[] = [];
  for (const sameHost of byHost.values()) if (sameHost.length > urls.length) urls = sameHost;
  const first = urls[0];
  if (first === undefined) return undefined;
  const paths = [...new Set(urls.map(({ pathname }) => pathname))];
  const folder = commonFolder(paths);
  const below = paths.filter((path) => `${path}/`.startsWith(base));
  const guesses = [below, ...(folder === base ? [] : [paths.map((path) => base + path.slice(folder.length))])];
  return {
    from: first.origin + folder,
    guesses: guesses.filter(({ length }) => length > 0).map((moved) => moved.map((path) => origin + path)),
  };
}

/** With `/` at both ends. The directory itself is often named without its slash. */
function commonFolder(paths: readonly string[]): string {
  let folder = `${paths[0]!}/`.replace(/\/+$/, '/');
  for (const path of paths) while (!`${path}/`.startsWith(folder)) folder = parent(folder.slice(0, -1));
  return paths.length === 1 ? parent(paths[0]!) : folder;
}

function parent(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}
