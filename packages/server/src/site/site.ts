import { realpath } from 'node:fs/promises';
import type { AppContext } from '../call.ts';
import type { SiteOptions } from '../app-options.ts';
import { escapeHtml } from '../page/html-document.ts';
import { inlineScripts, withoutTextParts } from './inline-scripts.ts';
import { sitePath, type SitePath } from './site-path.ts';
import { openWithin, sendFile, type OpenedFile } from './static-file.ts';

/** The owner's built site. Every request reads the folder again, so that the next build is shown at once. */
export interface Site {
  /** The page or file at the path of a request, or where it is instead; `undefined` for nothing. */
  find(c: AppContext): Promise<Response | undefined>;
  /** The site's own page for what is not there, with status 404; `undefined` where it has none. */
  missing(c: AppContext): Promise<Response | undefined>;
  /** True if the folder is there; it may be missing during a build. */
  isThere(): Promise<boolean>;
}

/** `options.base` begins and ends with a slash; `pathBeside` is the address of the Markdown of the page at a path, `''` for none. */
export function openSite(options: SiteOptions, pathBeside: (path: string) => Promise<string>): Site {
  const { folder, base, headers: withHeaders = true } = options;
  const root = (): Promise<string | undefined> => realpath(folder).catch(() => undefined);

  const pathBelow = (c: AppContext): SitePath | undefined => {
    const { pathname } = new URL(c.req.url);
    if (`${pathname}/` === base) return { names: [], hasSlash: false };
    return pathname.startsWith(base) ? sitePath(`/${pathname.slice(base.length)}`) : undefined;
  };
  const send = async (c: AppContext, file: OpenedFile, how: Parameters<typeof sendFile>[2]): Promise<Response> => {
    const beside = /\.html?$/iu.test(file.name) ? await pathBeside(c.req.path) : '';
    const rewrite = (page: string): string => asServed(page, { list: `${base}llms.txt`, beside });
    const { response, html } = await sendFile(c, file, { ...how, rewrite });
    // Programs are given Markdown at the same address.
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
      // A language of the site may have words of its own for it.
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

/** Matches everything before the content of the head, at the beginning of a page. */
const BEFORE_HEAD = new RegExp(
  String.raw`^(?:\s*<!doctype\b[^>]*>)?(?:\s*${BODY.source.replace('body', 'html')})?(?:\s*${BODY.source.replace('body', 'head')})?`,
  'iu',
);

/** Of a page without the tags that end its head; -1 for a piece of a page, which scripts fetch. */
function startOfHead(html: string, marks: string): number {
  const [before] = BEFORE_HEAD.exec(marks)!;
  if (before.trim() !== '') return before.length;
  return /<title\b/iu.test(html) ? 0 : -1;
}

function endOfBody(marks: string): number {
  const end = marks.search(/<\/(?:body|html)\b/iu);
  return end < 0 ? marks.length : end;
}

/** By this the panel of a site that was built to answer by itself knows that its origin has the API. */
const API_HERE = '<meta name="ibid-api" content="here">';

/**
 * A page that says that the API is here, with a link to its own Markdown and an unseen line that leads agents to `llms.txt`, unless it names
 * that itself.
 */
function asServed(html: string, { list, beside }: { readonly list: string; readonly beside: string }): string {
  const marks = withoutTextParts(html);
  const ofHead = marks.search(/<\/head\b/iu);
  const body = BODY.exec(marks.slice(Math.max(0, ofHead)));
  // Generators that leave out what is optional end the head with the body's beginning, and may leave out both.
  const ofBody = body === null ? -1 : Math.max(0, ofHead) + body.index;
  const from = ofHead < 0 && ofBody < 0 ? startOfHead(html, marks) : ofHead < 0 ? ofBody : ofHead;
  if (from < 0) return html;
  const at = body === null ? endOfBody(marks) : ofBody + body[0].length;
  const api = marks.includes(API_HERE) ? '' : API_HERE;
  const link = beside === '' ? '' : `<link rel="alternate" type="text/markdown" href="${escapeHtml(beside)}">`;
  const line = html.includes('/llms.txt')
    ? ''
    : `<p hidden>For AI agents: <a href="${list}">${list}</a> links to all pages as Markdown.</p>`;
  return html.slice(0, from) + api + link + html.slice(from, at) + line + html.slice(at);
}

/** A redirect is relative to the path that was asked for, so that it cannot lead to another host. */
type Located = { readonly file: OpenedFile } | { readonly redirect: string };

/**
 * Returns the file that a static host shows at a path: the file of that name, the page `name.html`, or the folder's `index.html`, which has a slash at
 * the end of its address while other pages have none. `undefined` for nothing. `last` is the name in the address whose slash
 * is missing or too much.
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

/** Begins with a hash of the file's content in hexadecimal, in which a word or a date would not pass. */
const HASHED = /[.-](?=[0-9a-f]*[a-f])(?=[0-9a-f]*\d)[0-9a-f]{8,64}(?:\.min)?\.(?!html?$)\w+$/u;

/**
 * Returns how long a file of the site may be cached: forever if its name carries a hash of its content, as generators name what they
 * bundle below `assets`; otherwise it is asked for again each time, and costs nothing while it is unchanged.
 */
export function cacheControl(names: readonly string[]): string {
  const isBundled = names.slice(0, -1).includes('assets') && HASHED.test(names.at(-1) ?? '');
  return isBundled ? 'public, max-age=31536000, immutable' : 'no-cache';
}

/**
 * For the pages and files of the owner's site, in the place of our own pages' stricter ones.
 *
 * Scripts and connections stay on this server: with the panel on a page, nothing that a page, a model or a question may hold is
 * sent elsewhere by a script that came from elsewhere. The inline scripts that a generator writes are named by hash. Styles may
 * be in elements, and pictures, fonts, films and frames may come from any host by https, because sites have them.
 */
export function siteHeaders(scripts: readonly string[]): Readonly<Record<string, string>> {
  return {
    'Content-Security-Policy': [
      "default-src 'self'",
      // Searches in the browser are often compiled, and run in a worker.
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
