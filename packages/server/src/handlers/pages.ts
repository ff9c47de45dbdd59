/** Pages for programs: `llms.txt`, all pages in one file, and each page as Markdown. They are read from the index, so nothing else is published. */
import { pathKey } from '@ibid/core';
import { llmsTxt, markdownPath, pageMarkdown } from '@ibid/core/pages';
import { accepts } from 'hono/accepts';
import { Readable } from 'node:stream';
import type { AppOptions } from '../app-options.ts';
import type { AppContext } from '../call.ts';
import { sharedProbe } from '../operations.ts';
import { MARKDOWN, sendTagged } from '../site/static-file.ts';

/** Maximum characters in `llms-full.txt`. Further pages are available only one by one. */
const FULL = 20_000_000;
const KEEP_LISTED_MS = 30_000;
const CACHE = { 'Cache-Control': 'no-cache' };

export interface MarkdownPages {
  /** Serves `llms.txt`: links to the Markdown of all pages. */
  list(c: AppContext): Promise<Response>;
  /** Serves `llms-full.txt`: all pages in sequence, streamed as they are read. */
  full(c: AppContext): Promise<Response>;
  /** Returns the path of the Markdown version of a site page; `''` if the page is not in the index. Cached for 30 seconds. */
  pathBeside(path: string): Promise<string>;
  /** Returns the page with this key as Markdown; `undefined` if it is not in the index. */
  page(c: AppContext, key: string): Promise<Response | undefined>;
}

/** Returns true if the client prefers Markdown to HTML. */
export function prefersMarkdown(c: AppContext): boolean {
  const supports = ['text/html', 'text/markdown'];
  return accepts(c, { header: 'Accept', supports, default: 'text/html' }) === 'text/markdown';
}

export function markdownPages({ engine, title = 'Documentation', site, now }: AppOptions): MarkdownPages {
  const base = site?.base ?? '/';
  const listed = sharedProbe({
    ask: async () => {
      const pages = await Array.fromAsync(engine.pages());
      return new Map(pages.map(({ url }) => [pathKey(url), markdownPath(url, base)]));
    },
    keepMs: KEEP_LISTED_MS,
    now,
  });
  // The Markdown is served here even if the site itself is hosted elsewhere.
  const originOf = (c: AppContext, url: string): string => new URL(site === undefined ? c.req.url : url).origin;
  const markdownOf = async (c: AppContext, key: string): Promise<string | undefined> => {
    const found = await engine.page(key, { signal: c.req.raw.signal });
    return found && pageMarkdown(found, { index: `${originOf(c, found.url)}${base}llms.txt` });
  };
  return {
    async pathBeside(path) {
      // An error of the index must not prevent the page from being shown.
      const paths = await listed().catch(() => undefined);
      return paths?.get(pathKey(path)) ?? '';
    },
    async list(c) {
      const pages = await Array.fromAsync(engine.pages({ signal: c.req.raw.signal }));
      const link = ({ url }: { readonly url: string }): string => originOf(c, url) + markdownPath(url, base);
      const full = `${originOf(c, pages[0]?.url ?? c.req.url)}${base}llms-full.txt`;
      const text = llmsTxt({ title, pages, link, full });
      return sendTagged(c, text, { headers: { 'Content-Type': 'text/plain; charset=utf-8', ...CACHE } });
    },
    async full(c) {
      const { signal } = c.req.raw;
      const info = await engine.info({ signal });
      const tag = `W/"${info?.generation ?? 0}-${Date.parse(info?.publishedAt ?? '') || 0}"`;
      async function* texts(): AsyncGenerator<Uint8Array> {
        const utf8 = new TextEncoder();
        let left = FULL;
        for await (const { url } of engine.pages({ signal })) {
          // The page may have been removed since the listing started.
          const text = (await markdownOf(c, pathKey(url))) ?? '';
          left -= text.length;
          if (left < 0) return yield utf8.encode('The rest is left out: llms.txt links to each page.\n');
          yield utf8.encode(`${text}\n`);
        }
      }
      const headers = { 'Content-Type': 'text/plain; charset=utf-8', ETag: tag, ...CACHE };
      const body = c.req.method === 'HEAD' ? null : (Readable.toWeb(Readable.from(texts())) as ReadableStream);
      return sendTagged(c, body, { headers });
    },
    async page(c, key) {
      const text = await markdownOf(c, key);
      if (text === undefined) return undefined;
      return sendTagged(c, text, { headers: { 'Content-Type': MARKDOWN, Vary: 'Accept', ...CACHE } });
    },
  };
}
