import { decodeHtml, type PageLinks } from '@ibid/core/parse';
import type { CallOptions, Diagnostic } from '@ibid/core/types';
import { createHash } from 'node:crypto';
import type { FetchOutcome, GuardedFetch } from './guarded-fetch.ts';
import { robotsTag, type Scope } from './scope.ts';

/**
 * Reads the links of an untrusted page; use a parser with a deadline, such as `workerParser()`. `url` is the address of the page. `links` is
 * `undefined` if the page cannot be read; the diagnostics give the reason.
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
  /** Address of the page, after redirects. */
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
  if (outcome.type !== 'fetched') return outcome;
  const { text: body, encoding, warning } = decodeHtml(outcome.body, outcome.charset);
  const isOther = encoding === 'windows-1252' && warning !== '';
  if (isOther || isGarbled(body)) return { type: 'unreadable', reason: 'it is not in the encoding that it names' };
  if (outcome.mediaType === '' && !/^\s*(?:<!--.{0,2000}?-->\s*)?<(?:!doctype html|html|head|body)\b/is.test(body)) {
    return { type: 'other' };
  }
  const call: CallOptions = signal === undefined ? {} : { signal };
  const { links, diagnostics } = await options.reader.links(body, outcome.url.href, call);
  if (links === undefined)
    return { type: 'unreadable', reason: diagnostics[0]?.message ?? 'its HTML cannot be parsed' };
  const tag = robotsTag(outcome.robotsTag, options.userAgent);
  return {
    type: 'page',
    url: outcome.url,
    body,
    links: { ...links, noindex: links.noindex || tag.noindex, nofollow: links.nofollow || tag.nofollow },
    ...pageSignature(body),
  };
}

/** True if the encoding is wrong. One stray byte in a long page is an accident; more would mean citing wrong text. */
function isGarbled(text: string): boolean {
  return text.includes('\u0000') || text.split('\uFFFD').length - 1 > text.length / 1_000;
}

const UNSEEN = new Set(['link', 'meta', 'base', 'script', 'style']);
/** Elements whose content is text, so that tags inside them do not count. */
const TEXT_ONLY = new Set(['script', 'style', 'title', 'textarea']);
const NONCE = /\snonce\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]*)/i;

/**
 * Calculates two fingerprints of a page's HTML in one linear scan.
 *
 * The revision covers the visible content and the markup around it. Left out are comments, scripts, style sheets, `link` and `meta` elements
 * and `nonce` attributes, because they change with every build or even every request while the article stays the same, and every page
 * would look changed in the next run. Scripts of type `math/…` are formulas and are included.
 *
 * The text fingerprint covers only the words, without digits, and detects pages that a program generates: calendars, session mazes, one page
 * under endless addresses.
 */
export function pageSignature(html: string): { readonly revision: string; readonly text: string } {
  const markup: string[] = [];
  const words: string[] = [];
  const lower = html.toLowerCase();
  let at = 0;
  for (;;) {
    const open = lower.indexOf('<', at);
    take(open === -1 ? lower.length : open);
    if (open === -1) break;
    if (lower.startsWith('<!--', open)) {
      at = endOf('-->', open + 4) + 3;
      continue;
    }
    const name = /^<\/?([a-z][^\s/>]*)/.exec(lower.slice(open, open + 40))?.[1];
    const close = name === undefined ? -1 : tagEnd(open);
    if (name === undefined || close === -1) {
      take(name === undefined ? open + 1 : lower.length);
      continue;
    }
    const tag = html.slice(open, close);
    at = close;
    if (!UNSEEN.has(name)) markup.push(tag.replace(NONCE, ''));
    if (!TEXT_ONLY.has(name) || tag.startsWith('</')) continue;
    const end = endOf(`</${name}`, at);
    if (!UNSEEN.has(name) || /\btype\s*=\s*["']?math\//i.test(tag)) take(end);
    at = end;
  }
  return { revision: digest(markup.join('')), text: digest(words.join(' ').replace(/[\d\s]+/g, ' ')) };

  function take(end: number): void {
    markup.push(html.slice(at, end));
    words.push(lower.slice(at, end));
    at = end;
  }

  function endOf(mark: string, from: number): number {
    const found = lower.indexOf(mark, from);
    return found === -1 ? lower.length : found;
  }

  /** Index after the closing `>` outside quotes; -1 if the tag is never closed. */
  function tagEnd(open: number): number {
    let quote = '';
    for (let index = open + 1; index < lower.length; index += 1) {
      const character = lower[index]!;
      if (quote !== '') {
        if (character === quote) quote = '';
      } else if (character === '>') return index + 1;
      else if (character === '"' || character === "'") quote = character;
    }
    return -1;
  }
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
