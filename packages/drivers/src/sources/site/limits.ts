/** Bounds of one request. Bytes are bytes, times milliseconds. */
export interface FetchLimits {
  /** Body as it comes over the wire. */
  readonly rawBytes: number;
  /** Body after all content encodings are undone. */
  readonly unpackedBytes: number;
  /** Unpacked to raw; looked at beyond the first megabyte only. */
  readonly ratio: number;
  readonly encodings: number;
  readonly redirects: number;
  readonly urlLength: number;
  /** Whole attempt: connecting, redirects, headers and body. */
  readonly deadlineMs: number;
  readonly connectMs: number;
  readonly headersMs: number;
  /** Longest silence within a body. */
  readonly idleMs: number;
  /** Further attempts after a failure that may pass. */
  readonly retries: number;
  /** Wait before the first retry; doubles, jittered by half. */
  readonly backoffMs: number;
  /** Longest `Retry-After` that is waited for. */
  readonly retryAfterMs: number;
}

export const FETCH_LIMITS: FetchLimits = {
  rawBytes: 5_000_000,
  unpackedBytes: 20_000_000,
  ratio: 100,
  encodings: 2,
  redirects: 5,
  urlLength: 2_000,
  deadlineMs: 30_000,
  connectMs: 10_000,
  headersMs: 15_000,
  idleMs: 10_000,
  retries: 2,
  backoffMs: 500,
  retryAfterMs: 120_000,
};

/** Sitemaps may be larger than pages: 50 MB unpacked and 50,000 addresses each, by the sitemap protocol. */
export const SITEMAP_LIMITS: { readonly unpackedBytes: number; readonly locations: number; readonly files: number } = {
  unpackedBytes: 50_000_000,
  locations: 50_000,
  files: 500,
};

/** RFC 9309 asks crawlers to read at least 500 KiB of `robots.txt`; what comes after is ignored. */
export const ROBOTS_BYTES = 512_000;

/** Longest `Crawl-delay` that is obeyed. */
export const CRAWL_DELAY_MS = 10_000;
