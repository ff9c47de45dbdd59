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

/**
 * Addresses of all pages that the site's sitemaps name, as written, in order; empty when it has none. Sitemaps are those that
 * `robots.txt` names, else the usual names below `base`. They are read only from the site's own origin. One that is announced
 * but cannot be reached rejects with `SOURCE_UNAVAILABLE`, because pages would seem to be gone.
 */
export async function readSitemaps(options: {
  readonly origin: string;
  /** Path with `/` at both ends. */
  readonly base: string;
  readonly robots: Robots;
  readonly fetcher: GuardedFetch;
  readonly report: Report;
  /** Reading ends when this many addresses are known. */
  readonly limit: number;
  readonly signal?: AbortSignal | undefined;
}): Promise<readonly string[]> {
  const { origin, base, robots, report } = options;
  const announced = robots.sitemaps.flatMap((address) => resolve(address, `${origin}/`, origin) ?? []);
  const pages: string[] = [];
  const seen = new Set<string>();
  for (const url of announced) await read(url, 0, true);
  if (announced.length > 0) return pages;
  for (const name of GUESSES) {
    const found = await read(new URL(base + name, origin), 0, false);
    if (found && pages.length > 0) break;
  }
  return pages;

  async function read(url: URL, depth: number, expected: boolean): Promise<boolean> {
    if (seen.has(url.href) || pages.length >= options.limit) return false;
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
    const sitemap = await load(url, expected);
    if (sitemap === undefined || sitemap.type === 'none') return false;
    if (sitemap.truncated) {
      const message = `Only the first ${SITEMAP_LIMITS.locations} addresses of this sitemap were read; split it and list the parts in an index.`;
      report.add('warning', 'site:sitemap', url.href, message);
    }
    if (sitemap.type === 'pages') {
      for (const location of sitemap.locations.slice(0, options.limit - pages.length)) pages.push(location);
      return true;
    }
    for (const location of sitemap.locations) {
      const nested = resolve(location, url.href, origin);
      if (nested !== undefined) await read(nested, depth + 1, true);
    }
    return true;
  }

  async function load(url: URL, expected: boolean): Promise<ScannedSitemap | undefined> {
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
    if (!expected) return undefined;
    if (outcome.type === 'unavailable') {
      throw new IbidError(
        'SOURCE_UNAVAILABLE',
        `The sitemap \`${url.href}\` could not be read: ${outcome.reason}. Try again later.`,
        { retryable: true },
      );
    }
    report.add(
      'warning',
      'site:sitemap',
      url.href,
      'This sitemap is announced but cannot be read; its pages are left out.',
    );
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
