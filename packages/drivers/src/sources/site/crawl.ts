/**
 * The walk over a site: finds its pages, in order, each once.
 *
 * Pages are fetched several at a time but settled strictly in the order in which they were found, so that the same site gives the same
 * listing whatever the timing. All decisions about other pages (which are known, which are duplicates, where a maze begins) are made while
 * settling.
 *
 * A page is identified by its canonical URL. It is left out if it equals a page listed before, names another page as its canonical one, only
 * redirects its reader, or asks not to be indexed. A canonical link is ignored if it leads to the start page from elsewhere (a common mistake
 * of templates), or back to a page that was left out for this one. Pages whose canonical page does not exist are listed after all.
 *
 * A page that exists but cannot be read is listed as `failed`, so that it is not taken for deleted; its own links are missing from the walk.
 * If there are many such failures the site is down, and the walk rejects instead of giving a shortened listing.
 */
import { IbidError } from '@ibid/core';
import type { Diagnostic } from '@ibid/core/types';
import { pageKey, type Scope } from './scope.ts';
import type { Visit, VisitedPage } from './visit.ts';

type CrawledPage =
  | {
      readonly type: 'page';
      readonly url: string;
      readonly servedAt: URL;
      readonly body: string;
      readonly revision: string;
    }
  | { readonly type: 'failed'; readonly url: string; readonly servedAt: URL; readonly reason: string };

interface CrawlOptions {
  readonly scope: Scope;
  /** Addresses to begin with, as written. */
  readonly seeds: readonly string[];
  /** True to follow links. Otherwise only the seeds and their translations are read. */
  readonly follow: boolean;
  readonly maxPages: number;
  readonly maxDepth: number;
  readonly concurrency: number;
  readonly report: Report;
  readonly visit: (url: URL) => Promise<Visit>;
}

interface Item {
  readonly url: URL;
  readonly key: string;
  readonly depth: number;
  /** True for a page that was left out for a canonical page that does not exist. */
  readonly orphan: boolean;
}

const FAILURES_IN_A_ROW = 10;
/** With fewer failures than this, their share is ignored. */
const FAILURES = 5;
const FAILED_SHARE = 0.3;

export async function* crawl(options: CrawlOptions): AsyncGenerator<CrawledPage, void, undefined> {
  const { scope, report, maxPages } = options;
  const maze = createMaze(scope.base);
  const known = new Set<string>();
  const listed = new Map<string, string>();
  /** Pages left out for their canonical page, by key; `by` is the key of that page. */
  const replaced = new Map<string, { readonly by: string; readonly url: URL }>();
  const keysListed = new Set<string>();
  /** Addresses whose content is listed or left out on purpose. */
  const accounted = new Set<string>();
  let queue: Item[] = [];
  let visited = 0;
  let failures = 0;
  let failuresInARow = 0;
  let isCut = false;
  const knownLimit = maxPages * 20;
  const visitLimit = maxPages * 2 + 100;

  for (const seed of options.seeds) discover(seed, 0);
  yield* drain();
  queue = [...replaced]
    .filter(([, { by }]) => !accounted.has(lastReplacement(by)))
    .map(([key, { url }]) => ({ url, key, depth: options.maxDepth, orphan: true }));
  yield* drain();
  if (failures >= FAILURES && failures > visited * FAILED_SHARE) throw outage(scope, failures, visited);

  async function* drain(): AsyncGenerator<CrawledPage, void, undefined> {
    const flying: { readonly item: Item; readonly visit: Promise<Visit> }[] = [];
    let next = 0;
    while (keysListed.size < maxPages) {
      while (flying.length < options.concurrency && next < queue.length && visited < visitLimit) {
        const item = queue[next]!;
        next += 1;
        if (options.follow && !item.orphan && maze.isClosed(item.url)) continue;
        visited += 1;
        const visit = options.visit(item.url);
        visit.catch(() => undefined); // awaited below, in order
        flying.push({ item, visit });
      }
      const first = flying.shift();
      if (first === undefined) break;
      const visit = await first.visit;
      const page = settle(first.item, visit);
      if (page !== undefined) yield page;
    }
    if (!isCut && (next < queue.length || flying.length > 0)) {
      isCut = true;
      const message = `The limit of ${maxPages} pages is reached; what lies beyond is left out. Raise it with \`--max-pages\`.`;
      report.add('warning', 'site:page-limit', scope.origin + scope.base, message);
    }
    queue = [];
  }

  function settle(item: Item, visit: Visit): CrawledPage | undefined {
    const address = item.url.href;
    if (visit.type !== 'unavailable') failuresInARow = 0;
    switch (visit.type) {
      case 'page':
        return settlePage(item, visit);
      case 'refused':
        report.add('info', 'site:not-allowed', address, 'The address leads to where this crawl may not go.');
        return undefined;
      case 'missing':
        report.add('info', 'site:missing', address, `There is no page: the server answers ${visit.status}.`);
        return undefined;
      case 'other':
        report.add('info', 'site:not-html', address, 'The address is no HTML page. Serve pages as `text/html`.');
        return undefined;
      case 'unavailable':
        failures += 1;
        failuresInARow += 1;
        if (failuresInARow >= FAILURES_IN_A_ROW) throw outage(scope, failures, visited);
        return failed(item, visit.reason);
      case 'unreadable':
        return failed(item, visit.reason);
    }
  }

  function failed(item: Item, reason: string): CrawledPage {
    keysListed.add(item.key);
    return { type: 'failed', url: item.key, servedAt: item.url, reason };
  }

  function settlePage(item: Item, page: VisitedPage): CrawledPage | undefined {
    const { links, url, revision } = page;
    const key = pageKey(url);
    if (key !== item.key) {
      accounted.add(item.key);
      if (known.has(key)) return undefined;
      known.add(key);
    }
    if (links.refresh !== '') {
      const target = scope.tidy(links.refresh);
      if (target === undefined || pageKey(target) !== key) {
        discover(links.refresh, item.depth);
        return undefined;
      }
    }
    const twin = listed.get(revision);
    if (twin !== undefined) {
      accounted.add(key);
      report.add('info', 'site:duplicate', url.href, `The page is the same as ${twin}.`);
      return undefined;
    }
    if (options.follow && !item.orphan && maze.isMadeUp(url, page.text)) {
      report.add('warning', 'site:maze', url.href, 'Pages of the same text go on and on here; the rest is left out.');
      return undefined;
    }
    follow(item, page);
    if (links.noindex) {
      accounted.add(key);
      report.add('info', 'site:noindex', url.href, 'The page asks not to be indexed.');
      return undefined;
    }
    const canonical = item.orphan ? undefined : canonicalOf(key, links.canonical);
    if (canonical !== undefined) {
      replaced.set(key, { by: pageKey(canonical), url });
      report.add('info', 'site:canonical', url.href, `The page names ${canonical.href} in its place.`);
      discover(canonical.href, item.depth);
      return undefined;
    }
    listed.set(revision, key);
    accounted.add(key);
    keysListed.add(key);
    return { type: 'page', url: key, servedAt: url, body: page.body, revision };
  }

  function follow(item: Item, { links }: VisitedPage): void {
    if (links.nofollow || item.orphan) return;
    if (!options.follow) {
      for (const { url } of links.alternates) discover(url, item.depth);
      return;
    }
    if (item.depth < options.maxDepth) {
      for (const link of links.links) discover(link, item.depth + 1);
    } else if (links.links.length > 0) {
      report.add('info', 'site:depth-limit', item.url.href, `Links deeper than ${options.maxDepth} are not followed.`);
    }
  }

  /** The page to list instead, if any. */
  function canonicalOf(key: string, address: string): URL | undefined {
    const target = address === '' ? undefined : scope.tidy(address);
    if (target === undefined || scope.admits(target) !== 'yes') return undefined;
    const targetKey = pageKey(target);
    const isStart = targetKey === pageKey(new URL(scope.base, scope.origin));
    return targetKey === key || isStart || replaced.has(targetKey) ? undefined : target;
  }

  /** Ends, because no page is replaced by one that was itself replaced before. */
  function lastReplacement(key: string): string {
    let last = key;
    for (let next = replaced.get(last); next !== undefined; next = replaced.get(last)) last = next.by;
    return last;
  }

  function discover(address: string, depth: number): void {
    const url = scope.tidy(address);
    if (url === undefined || known.size >= knownLimit) return;
    const key = pageKey(url);
    if (known.has(key)) return;
    const verdict = scope.admits(url);
    if (verdict === 'outside') return;
    known.add(key);
    if (verdict === 'robots') {
      report.add('info', 'site:robots', url.href, 'The page is closed by `robots.txt`.');
      return;
    }
    queue.push({ url, key, depth, orphan: false });
  }
}

function outage(scope: Scope, failures: number, visited: number): IbidError {
  return new IbidError(
    'SOURCE_UNAVAILABLE',
    `The site ${scope.origin} cannot be read now: ${failures} of ${visited} pages failed. Nothing was changed; try again later.`,
    { retryable: true },
  );
}

/**
 * Detects pages that a program generates without end, such as calendars, session mazes and tarpits: the same words repeatedly (ignoring
 * digits) below one path. The deepest directory in which a text appears for the 20th time is closed. The top of the site is never closed;
 * there only the pages themselves are left out.
 */
interface Maze {
  /** Counts the page. Returns true if its text appears too often here to belong to a real page. */
  isMadeUp(url: URL, text: string): boolean;
  isClosed(url: URL): boolean;
}

const TIMES = 20;

export function createMaze(base: string): Maze {
  const counts = new Map<string, number>();
  const closed = new Set<string>();
  return {
    isMadeUp(url, text) {
      let madeUp = false;
      for (const folder of foldersBelow(base, url)) {
        const id = `${folder} ${text}`;
        const count = (counts.get(id) ?? 0) + 1;
        counts.set(id, count);
        if (count < TIMES) continue;
        if (!madeUp && folder !== base) closed.add(folder);
        madeUp = true;
      }
      return madeUp;
    },
    isClosed: (url) => closed.size > 0 && foldersBelow(base, url).some((folder) => closed.has(folder)),
  };
}

/** Folders that contain the page, deepest first, `base` last. */
function foldersBelow(base: string, url: URL): readonly string[] {
  const folders: string[] = [];
  for (let end = url.pathname.lastIndexOf('/'); end >= base.length - 1 && end >= 0;) {
    folders.push(url.pathname.slice(0, end + 1));
    if (end === 0) break;
    end = url.pathname.lastIndexOf('/', end - 1);
  }
  return folders;
}

/** Rejects if `signal` is aborted. */
export type Sleep = (ms: number, signal?: AbortSignal) => Promise<void>;

/** Spaces out all requests to one host. */
export interface Pace {
  /** Resolves when the next request may start. */
  turn(signal?: AbortSignal): Promise<void>;
  /** Starts no request for this many milliseconds from now. */
  pause(ms: number): void;
  /** Sets the minimum time between the starts of requests from now on; never shortens an earlier setting. */
  slowDown(delayMs: number): void;
}

export function createPace(options: { readonly now: () => number; readonly sleep: Sleep }): Pace {
  const { now, sleep } = options;
  let delay = 0;
  let free = 0;
  let pausedUntil = 0;
  return {
    async turn(signal) {
      let until = Math.max(now(), free, pausedUntil);
      free = until + delay;
      for (;;) {
        const wait = until - now();
        if (wait > 0) await sleep(wait, signal);
        if (pausedUntil <= until) return;
        until = pausedUntil;
      }
    },
    pause(ms) {
      pausedUntil = Math.max(pausedUntil, now() + ms);
    },
    slowDown(delayMs) {
      delay = Math.max(delay, delayMs);
    },
  };
}

const SHOWN = 20;

/** Collects the diagnostics of a crawl. The first of each kind are listed and the rest are counted, because there may be thousands. */
export interface Report {
  readonly diagnostics: Diagnostic[];
  add(severity: Diagnostic['severity'], rule: Diagnostic['rule'], page: string, message: string): void;
  /** Adds the counts of the diagnostics that were not listed. */
  end(site: string): void;
  clear(): void;
}

export function createReport(): Report {
  const diagnostics: Diagnostic[] = [];
  const counts = new Map<Diagnostic['rule'], { count: number; severity: Diagnostic['severity'] }>();
  return {
    diagnostics,
    add(severity, rule, page, message) {
      const kind = counts.get(rule) ?? { count: 0, severity };
      counts.set(rule, kind);
      kind.count += 1;
      if (kind.count <= SHOWN) diagnostics.push({ severity, rule, message, page });
    },
    end(site) {
      for (const [rule, { count, severity }] of counts) {
        if (count <= SHOWN) continue;
        const message = `${count - SHOWN} more of this kind are not listed.`;
        diagnostics.push({ severity, rule, message, page: site });
      }
      counts.clear();
    },
    clear() {
      diagnostics.length = 0;
      counts.clear();
    },
  };
}
