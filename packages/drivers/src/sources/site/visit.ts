import type { CallOptions, Diagnostic } from '@ibid/core/types';
import { decodeHtml, type PageLinks } from '@ibid/core/parse';
import type { FetchOutcome, GuardedFetch } from './guarded-fetch.ts';
import { pageSignature } from './page-signature.ts';
import { robotsTag } from './robots.ts';
import type { Scope } from './scope.ts';

/**
 * Reads the links of a page that comes from outside; give a parser that works under a deadline, such as `workerParser()`.
 * `url` is where the page was served. `undefined` links: the page cannot be read, the diagnostics say why.
 */
export interface PageReader {
  links(
    html: string,
    url: string,
    options?: CallOptions,
  ): Promise<{ readonly links: PageLinks | undefined; readonly diagnostics: readonly Diagnostic[] }>;
}

export interface VisitedPage {
  readonly type: 'page';
  /** Where the page was served, after redirects. */
  readonly url: URL;
  readonly body: string;
  readonly links: PageLinks;
  readonly revision: string;
  /** Fingerprint of the words alone. */
  readonly text: string;
}

export type Visit = VisitedPage | Exclude<FetchOutcome, { readonly type: 'fetched' }>;

export interface VisitOptions {
  readonly fetcher: GuardedFetch;
  readonly reader: PageReader;
  readonly scope: Scope;
  readonly userAgent: string;
  readonly signal?: AbortSignal | undefined;
}

const HTML = ['text/html', 'application/xhtml+xml'];

/** Fetches and reads one page. Rejects only with `ABORTED`. */
export async function visit(url: URL, options: VisitOptions): Promise<Visit> {
  const { fetcher, scope, signal } = options;
  const outcome = await fetcher.fetch(url, {
    admit: (hop) => scope.admits(hop) === 'yes',
    accept: 'text/html,application/xhtml+xml;q=0.9',
    mediaTypes: HTML,
    signal,
  });
  return outcome.type === 'fetched' ? readPage(outcome, options) : outcome;
}

async function readPage(
  fetched: Extract<FetchOutcome, { readonly type: 'fetched' }>,
  options: VisitOptions,
): Promise<Visit> {
  const { text: body, encoding, warning } = decodeHtml(fetched.body, fetched.charset);
  const isOther = encoding === 'windows-1252' && warning !== '';
  if (isOther || isGarbled(body)) return { type: 'unreadable', reason: 'it is not in the encoding that it names' };
  if (fetched.mediaType === '' && !/^\s*(?:<!--.{0,2000}?-->\s*)?<(?:!doctype html|html|head|body)\b/is.test(body)) {
    return { type: 'other' };
  }
  const call: CallOptions = options.signal === undefined ? {} : { signal: options.signal };
  const { links, diagnostics } = await options.reader.links(body, fetched.url.href, call);
  if (links === undefined)
    return { type: 'unreadable', reason: diagnostics[0]?.message ?? 'its HTML cannot be parsed' };
  const tag = robotsTag(fetched.robotsTag, options.userAgent);
  return {
    type: 'page',
    url: fetched.url,
    body,
    links: { ...links, noindex: links.noindex || tag.noindex, nofollow: links.nofollow || tag.nofollow },
    ...pageSignature(body),
  };
}

/** A stray byte in a long page is an accident; more of them mean the wrong encoding, and text that would be cited wrongly. */
function isGarbled(text: string): boolean {
  return text.includes('\u0000') || text.split('\uFFFD').length - 1 > text.length / 1_000;
}
