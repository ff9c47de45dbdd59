import { IbidError, invalidConfig } from '@ibid/core';
import type { CallOptions, Diagnostic, LoadedPage, Source, SourceEntry } from '@ibid/core/types';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import { decoded, htmlPage } from './common.ts';
import { crawl, createPace, createReport, type Sleep } from './site/crawl.ts';
import { FETCH_LIMITS, type FetchLimits, guardedFetch } from './site/guarded-fetch.ts';
import { createScope, pageKey, resolveStart, type Scope } from './site/scope.ts';
import { readSitemaps } from './site/sitemaps.ts';
import { type PageReader, visit } from './site/visit.ts';

export interface SiteSourceOptions {
  /**
   * Start address. Only pages of its origin are read, at and below its directory (both `https://example.org/docs/` and
   * `https://example.org/docs/intro` read `/docs/…`). If it redirects, the target's origin and directory are used.
   */
  readonly url: string;
  /** Reads links; not closed by this source. */
  readonly parser: PageReader;
  /** Maximum number of pages. @default 10,000 */
  readonly maxPages?: number;
  /** True to allow the host of `url`, and no other, to be this machine or in a private network. @default false */
  readonly allowPrivate?: boolean;
  readonly limits?: Partial<FetchLimits>;
  readonly sleep?: Sleep;
  /** Clock in milliseconds, with any starting point. */
  readonly now?: () => number;
}

/** Begins with the name that `robots.txt` may use. */
const USER_AGENT = 'Ibid/0.1';
/** Maximum requests in parallel. */
const CONCURRENCY = 4;
/** Maximum number of links from the start; used only without a sitemap. */
const MAX_DEPTH = 20;
const CACHED_BYTES = 64_000_000;
/** Revision of a failed page. No hash looks like this, so the page is never considered unchanged. */
const FAILED = 'failed';

/**
 * Source for the pages of a web site: those in its sitemaps with their translations, or, without sitemaps, those found by links. Both are
 * combined if the sitemap is above the start. Pages that cannot be read now are still listed, and `load` reports the problem. Throws
 * `INVALID_CONFIG` if `url` is not a web address.
 */
export function siteSource(options: SiteSourceOptions): Source {
  const start = startUrl(options.url);
  const maxPages = Math.max(1, options.maxPages ?? 10_000);
  const sleep: Sleep =
    options.sleep ?? (async (ms, signal) => wait(ms, undefined, signal === undefined ? {} : { signal }));
  const pace = createPace({ now: options.now ?? (() => performance.now()), sleep });
  const fetcher = guardedFetch({
    userAgent: USER_AGENT,
    privateHosts: new Set(options.allowPrivate === true ? [start.hostname] : []),
    ports: new Set([start.port]),
    connections: CONCURRENCY,
    limits: { ...FETCH_LIMITS, ...options.limits },
    pace,
    sleep,
    random: Math.random,
  });
  const report = createReport();
  const cache = createPageCache(CACHED_BYTES);
  const closing = new AbortController();
  const listed = new Map<string, { readonly servedAt: URL; readonly failure: string | undefined }>();
  let scope: Scope | undefined;

  async function* list(call?: CallOptions): AsyncGenerator<SourceEntry, void, undefined> {
    const leaving = new AbortController();
    const signal = signalOf(call, leaving.signal);
    report.clear();
    cache.clear();
    listed.clear();
    let pages = 0;
    try {
      const found = await resolveStart({ start, fetcher, userAgent: USER_AGENT, signal });
      const { robots } = found;
      pace.slowDown(robots.crawlDelayMs);
      const within = createScope({ start: found.url, robots });
      scope = within;
      const { origin, base } = within;
      const limit = maxPages * 2;
      const named = await readSitemaps({
        origin,
        base,
        belongs(address) {
          const url = within.tidy(address);
          return url !== undefined && within.admits(url) !== 'outside';
        },
        robots,
        fetcher,
        report,
        limit,
        signal,
      });
      const follow = named.own.length < 2 || named.above;
      if (named.own.length === 0 && !named.none) {
        const message = 'The sitemaps name no pages of this part of this host; links are followed instead.';
        report.add('info', 'site:sitemap', origin + base, message);
      }
      const crawled = crawl({
        scope: within,
        seeds: follow ? [found.url.href, ...named.own] : named.own,
        follow,
        maxPages,
        maxDepth: MAX_DEPTH,
        concurrency: CONCURRENCY,
        report,
        visit: (url) => visitPage(url, within, signal),
      });
      for await (const page of crawled) {
        checkStopped(call);
        const { url, servedAt } = page;
        listed.set(url, { servedAt, failure: page.type === 'page' ? undefined : page.reason });
        if (page.type === 'page') {
          await cache.put(url, page.body);
          pages += 1;
        }
        yield { url, revision: page.type === 'page' ? page.revision : FAILED };
        checkStopped(call);
      }
    } catch (error) {
      checkStopped(call);
      throw error;
    } finally {
      leaving.abort();
      report.end(start.href);
    }
    if (pages === 0) throw nothingFound(start, report.diagnostics);
  }

  return {
    id: `site:${pageKey(start)}`,
    diagnostics: report.diagnostics,
    list,
    async load({ url }, call): Promise<LoadedPage> {
      const signal = signalOf(call);
      const found = listed.get(url);
      if (found === undefined || scope === undefined) return unread(url, 'it was not listed');
      if (found.failure !== undefined) return unread(url, found.failure);
      const cached = await cache.take(url);
      if (cached !== undefined) return { page: rawPage(url, cached, scope), diagnostics: [] };
      const again = await visitPage(found.servedAt, scope, signal).catch((error: unknown) => {
        checkStopped(call);
        throw error;
      });
      if (again.type === 'page') return { page: rawPage(url, again.body, scope), diagnostics: [] };
      return unread(url, 'reason' in again ? again.reason : 'it was there a moment ago and is gone');
    },
    async close() {
      closing.abort();
      cache.clear();
      await fetcher.close();
    },
  };

  function visitPage(url: URL, within: Scope, signal: AbortSignal): ReturnType<typeof visit> {
    return visit(url, { fetcher, reader: options.parser, scope: within, userAgent: USER_AGENT, signal });
  }

  function checkStopped(call: CallOptions | undefined): void {
    if (closing.signal.aborted) throw new IbidError('CLOSED', `The source of ${start.href} is closed.`);
    if (call?.signal?.aborted === true) throw new IbidError('ABORTED', 'Reading the site was stopped.');
  }

  /** Signal that aborts when the caller aborts, ends the listing, or closes the source. */
  function signalOf(call: CallOptions | undefined, ...more: readonly AbortSignal[]): AbortSignal {
    checkStopped(call);
    return AbortSignal.any([closing.signal, ...more, ...(call?.signal === undefined ? [] : [call.signal])]);
  }
}

function rawPage(url: string, body: string, scope: Scope): NonNullable<LoadedPage['page']> {
  const { pathname } = new URL(url);
  const segments = pathname.slice(scope.base.length).split('/');
  return htmlPage(url, body, pathname, decoded((segments.length > 1 && segments[0]) || 'root'));
}

function startUrl(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
    throw invalidConfig(
      `\`${address}\` is not the address of a site; give one that starts with \`http://\` or \`https://\` and holds no password.`,
    );
  }
  url.hash = '';
  return url;
}

function unread(page: string, reason: string): LoadedPage {
  const message = `The page could not be read: ${reason}. What was indexed of it before may be out of date.`;
  return { page: undefined, diagnostics: [{ severity: 'error', rule: 'site:unreadable', message, page }] };
}

function nothingFound(start: URL, diagnostics: readonly Diagnostic[]): IbidError {
  const reason = diagnostics.find(({ rule }) => rule !== 'site:sitemap')?.message ?? 'No link leads to a page.';
  return new IbidError('SOURCE_UNAVAILABLE', `No page of ${start.href} could be read. ${reason}`);
}

/** Compressed bodies, kept between listing and loading up to a size limit; other pages are fetched again. */
interface PageCache {
  put(url: string, body: string): Promise<void>;
  /** Returns the body and removes it. */
  take(url: string): Promise<string | undefined>;
  clear(): void;
}

export function createPageCache(maxBytes: number): PageCache {
  const bodies = new Map<string, Uint8Array>();
  let bytes = 0;
  return {
    async put(url, body) {
      if (bytes >= maxBytes) return;
      const packed = new Uint8Array(await promisify(deflateRaw)(body, { level: 1 })); // zlib's own buffer is many times larger
      bytes += packed.length;
      bodies.set(url, packed);
    },
    async take(url) {
      const packed = bodies.get(url);
      if (packed === undefined) return undefined;
      bodies.delete(url);
      bytes -= packed.length;
      return (await promisify(inflateRaw)(packed)).toString('utf8');
    },
    clear() {
      bodies.clear();
      bytes = 0;
    },
  };
}
