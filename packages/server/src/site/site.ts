/** The owner's built site: its pages and files, with the tags that tell the panel of the API, and its security headers. */
import { createHash } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import type { AppContext } from '../call.ts';
import type { SiteOptions } from '../app-options.ts';
import { escapeHtml } from '../page/html-document.ts';
import { type OpenedFile, openWithin, sendFile, sitePath, type SitePath } from './static-file.ts';

/** One attribute, with the white space before it. */
const ATTRIBUTE =
  /[\s/]+(?<name>[^\s/<>=]+)(?:\s*=\s*(?:"(?<double>[^"]*)"|'(?<single>[^']*)'|(?<bare>[^\s"'>][^\s>]*)))?/gu;
/**
 * A comment, or an element whose content the parser treats as text. A script inside the other elements never runs. An unclosed part extends
 * to the end.
 */
const TEXT_PARTS = new RegExp(
  `<!--[\\s\\S]*?(?:-->|$)|<(?<tag>script|style|textarea|title|xmp|iframe|noembed|noframes)(?<attributes>(?:${ATTRIBUTE.source.replaceAll(/\?<\w+>/gu, '?:')})*)[\\s/]*>(?<content>[\\s\\S]*?)(?:</\\k<tag>(?=[\\s/>])|$)`,
  'giu',
);
const RUNS = /^(?:|module|importmap|speculationrules|(?:text|application)\/(?:x-)?(?:java|ecma)script)$/iu;

/** Returns the inline scripts of a page as sources for a content security policy: `'sha256-…'`, without duplicates, in order. */
export function inlineScripts(html: string): readonly string[] {
  // Browsers normalise line ends this way before hashing.
  const text = html.replace(/^\uFEFF/u, '').replace(/\r\n?/gu, '\n');
  const hashes = [...text.matchAll(TEXT_PARTS)].flatMap(({ groups = {} }) => {
    const { tag = '', attributes = '', content = '' } = groups;
    return tag.toLowerCase() === 'script' && runs(attributes) ? [`'sha256-${digest(content)}'`] : [];
  });
  return [...new Set(hashes)];
}

/** Replaces comments, scripts and similar parts by blanks, because they may contain text that looks like tags. */
export function withoutTextParts(html: string): string {
  return html.replace(TEXT_PARTS, (part) => ' '.repeat(part.length));
}

function runs(attributes: string): boolean {
  let type = '';
  for (const { groups = {} } of attributes.matchAll(ATTRIBUTE)) {
    const name = groups['name']?.toLowerCase();
    if (name === 'src') return false;
    if (name === 'type') type = groups['double'] ?? groups['single'] ?? groups['bare'] ?? '';
  }
  return RUNS.test(type.trim());
}

function digest(content: string): string {
  return createHash('sha256').update(content.replaceAll('\0', '\uFFFD')).digest('base64');
}

/** The owner's built site. Each request looks up the folder again, so a new build is served at once. */
export interface Site {
  /** Returns the page or file at the request's path, or a redirect to it; `undefined` if there is none. */
  find(c: AppContext): Promise<Response | undefined>;
  /** Returns the site's own 404 page with status 404; `undefined` if it has none. */
  missing(c: AppContext): Promise<Response | undefined>;
  /** Returns true if the folder exists. It may be missing during a build. */
  isThere(): Promise<boolean>;
}

/** Facts of the index about a page of the site. */
export interface PageFacts {
  /** Path of its Markdown version; `''` if it has none. */
  readonly beside: string;
  /** Origin at which the indexed site is published; `''` if unknown. */
  readonly origin: string;
}

/** `options.base` begins and ends with a slash. */
export function openSite(options: SiteOptions, factsOf: (path: string) => Promise<PageFacts>): Site {
  const { folder, base, headers: withHeaders = true } = options;
  const root = (): Promise<string | undefined> => realpath(folder).catch(() => undefined);

  const pathBelow = (c: AppContext): SitePath | undefined => {
    const { pathname } = new URL(c.req.url);
    if (`${pathname}/` === base) return { names: [], hasSlash: false };
    return pathname.startsWith(base) ? sitePath(`/${pathname.slice(base.length)}`) : undefined;
  };
  const send = async (c: AppContext, file: OpenedFile, how: Parameters<typeof sendFile>[2]): Promise<Response> => {
    const facts = /\.html?$/iu.test(file.name) ? await factsOf(c.req.path) : { beside: '', origin: '' };
    const rewrite = (page: string): string => asServed(page, { list: `${base}llms.txt`, ...facts });
    const { response, html } = await sendFile(c, file, { ...how, rewrite });
    // The same address serves Markdown to programs that prefer it.
    if (html !== undefined) response.headers.append('Vary', 'Accept');
    c.set('security', withHeaders ? siteHeaders(html === undefined ? [] : inlineScripts(html)) : {});
    return response;
  };

  return {
    async find(c) {
      const path = pathBelow(c);
      const realRoot = path === undefined ? undefined : await root();
      if (path === undefined || realRoot === undefined) return undefined;
      const located = await locate(realRoot, path, path.names.at(-1) ?? base.split('/').at(-2)!);
      if (located === undefined) return undefined;
      c.set('route', '/{site}');
      if ('file' in located) return send(c, located.file, { cacheControl: cacheControl(path.names) });
      const to = `${located.redirect}${new URL(c.req.url).search}`;
      return new Response(null, { status: 301, headers: { Location: to, 'Cache-Control': 'no-cache' } });
    },
    async missing(c) {
      const realRoot = await root();
      if (realRoot === undefined) return undefined;
      // A language of the site may have its own 404 page.
      const [first] = pathBelow(c)?.names ?? [];
      const file =
        (first === undefined ? undefined : await openWithin(realRoot, [first, '404.html'])) ??
        (await openWithin(realRoot, ['404.html']));
      return file === undefined ? undefined : send(c, file, { cacheControl: 'no-cache', status: 404 });
    },
    isThere: async () => (await root()) !== undefined,
  };
}

const BODY = /<body\b(?:[^>"']|"[^"]*"|'[^']*')*>/iu;

/** Matches everything that may come before the content of the head. */
const BEFORE_HEAD = new RegExp(
  String.raw`^(?:\s*<!doctype\b[^>]*>)?(?:\s*${BODY.source.replace('body', 'html')})?(?:\s*${BODY.source.replace('body', 'head')})?`,
  'iu',
);

/** Returns the start of the head's content for a page without tags that end the head; -1 for an HTML fragment, which scripts fetch. */
function startOfHead(html: string, marks: string): number {
  const [before] = BEFORE_HEAD.exec(marks)!;
  if (before.trim() !== '') return before.length;
  return /<title\b/iu.test(html) ? 0 : -1;
}

function endOfBody(marks: string): number {
  const end = marks.search(/<\/(?:body|html)\b/iu);
  return end < 0 ? marks.length : end;
}

/** Tells the panel of a statically built site that this origin has the API. */
const API_HERE = '<meta name="ibid-api" content="here">';

/**
 * Adds to a page: tags that announce the API and tell the panel where the indexed pages are published, so that it opens them here; a link
 * to its Markdown; and a hidden line that points agents to `llms.txt` unless the page already mentions it.
 */
function asServed(html: string, { list, beside, origin }: PageFacts & { readonly list: string }): string {
  const marks = withoutTextParts(html);
  const ofHead = marks.search(/<\/head\b/iu);
  const body = BODY.exec(marks.slice(Math.max(0, ofHead)));
  // Generators that omit optional tags may end the head with the start of the body, or omit both.
  const ofBody = body === null ? -1 : Math.max(0, ofHead) + body.index;
  const from = ofHead < 0 && ofBody < 0 ? startOfHead(html, marks) : ofHead < 0 ? ofBody : ofHead;
  if (from < 0) return html;
  const at = body === null ? endOfBody(marks) : ofBody + body[0].length;
  const api = marks.includes(API_HERE) ? '' : API_HERE;
  const published = `<meta name="ibid-site" content="${escapeHtml(origin)}">`;
  const site = origin === '' || marks.includes(published) ? '' : published;
  const link = beside === '' ? '' : `<link rel="alternate" type="text/markdown" href="${escapeHtml(beside)}">`;
  const line = html.includes('/llms.txt')
    ? ''
    : `<p hidden>For AI agents: <a href="${list}">${list}</a> links to all pages as Markdown.</p>`;
  return html.slice(0, from) + api + site + link + html.slice(from, at) + line + html.slice(at);
}

/** Redirects are relative to the requested path, so that they cannot lead to another host. */
type Located = { readonly file: OpenedFile } | { readonly redirect: string };

/**
 * Finds the file that a static host serves for a path: the file itself, `name.html`, or the folder's `index.html`. Only the address of an
 * `index.html` ends with a slash; otherwise the result is a redirect. `last` is the final name in the address, for that redirect. Returns
 * `undefined` if nothing matches.
 */
async function locate(realRoot: string, { names, hasSlash }: SitePath, last: string): Promise<Located | undefined> {
  const page = names.length === 0 ? undefined : [...names.slice(0, -1), `${names.at(-1)!}.html`];
  const index = [...names, 'index.html'];
  const isThere = async (wanted: readonly string[]): Promise<boolean> => {
    const found = await openWithin(realRoot, wanted);
    await found?.handle.close();
    return found !== undefined;
  };
  if (hasSlash) {
    const file = await openWithin(realRoot, index);
    if (file !== undefined) return { file };
    const isPage = page !== undefined && (await isThere(page));
    return isPage ? { redirect: `../${encodeURIComponent(last)}` } : undefined;
  }
  const file =
    page === undefined ? undefined : ((await openWithin(realRoot, names)) ?? (await openWithin(realRoot, page)));
  if (file !== undefined) return { file };
  return (await isThere(index)) ? { redirect: `./${encodeURIComponent(last)}/` } : undefined;
}

/** Matches file names with a hexadecimal content hash. The hash needs a letter and a digit, so that words and dates do not match. */
const HASHED = /[.-](?=[0-9a-f]*[a-f])(?=[0-9a-f]*\d)[0-9a-f]{8,64}(?:\.min)?\.(?!html?$)\w+$/u;

/**
 * Returns the `Cache-Control` value of a site file: forever for a bundled file below `assets` with a content hash in its name, else
 * revalidated on each use.
 */
export function cacheControl(names: readonly string[]): string {
  const isBundled = names.slice(0, -1).includes('assets') && HASHED.test(names.at(-1) ?? '');
  return isBundled ? 'public, max-age=31536000, immutable' : 'no-cache';
}

/**
 * Security headers for the owner's site, less strict than those of the built-in pages.
 *
 * Scripts and connections are limited to this server, so that no script from elsewhere can send out the content of a page, model reply or
 * question. Inline scripts written by a generator are allowed by hash. Inline styles are allowed, and images, fonts, videos and frames may
 * come from any host over https, because sites use them.
 */
export function siteHeaders(scripts: readonly string[]): Readonly<Record<string, string>> {
  return {
    'Content-Security-Policy': [
      "default-src 'self'",
      // Browser searches are often compiled to WebAssembly and run in a worker.
      ["script-src 'self' 'wasm-unsafe-eval'", ...scripts].join(' '),
      "worker-src 'self' blob:",
      "connect-src 'self'",
      "style-src 'self' 'unsafe-inline' https:",
      "img-src 'self' data: blob: https:",
      "font-src 'self' data: https:",
      "media-src 'self' data: blob: https:",
      "frame-src 'self' https:",
      "object-src 'none'",
      "base-uri 'self'",
      "form-action 'self' https:",
      "frame-ancestors 'self'",
    ].join('; '),
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'SAMEORIGIN',
  };
}
