/** Pages for programs: `llms.txt`, all pages in one file, and each page as Markdown. They are read from the index, so nothing else is published. */
import { pathKey } from '@ibid/core';
import { llmsTxt, markdownPath, markdownSections } from '@ibid/core/pages';
import { accepts } from 'hono/accepts';
import { setImmediate } from 'node:timers/promises';
import type { AppOptions } from '../app-options.ts';
import type { AppContext } from '../call.ts';
import { sharedProbe } from '../operations.ts';
import { reportedBody } from '../run.ts';
import type { PageFacts } from '../site/site.ts';
import { MARKDOWN, sendTagged } from '../site/static-file.ts';

/** Maximum bytes of `llms-full.txt`. Further pages are available only one by one. */
const FULL = 20_000_000;
/** Maximum bytes of rendered pages kept in memory. */
const MOST_KEPT = 32_000_000;
/** Milliseconds of rendering after which other requests get their turn. */
const TURN_MS = 10;
const KEEP_LISTED_MS = 30_000;
const CACHE = { 'Cache-Control': 'no-cache' };

type Rendered = Uint8Array<ArrayBuffer>;

export interface MarkdownPages {
  /** Serves `llms.txt`: links to the Markdown of all pages. */
  list(c: AppContext): Promise<Response>;
  /** Serves `llms-full.txt`: all pages in sequence, streamed as they are read. */
  full(c: AppContext): Promise<Response>;
  /** Returns what the index knows of a site page. Of a page that is not in the index it gives the origin of the home page. Cached for 30 seconds. */
  factsOf(path: string): Promise<PageFacts>;
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
      return new Map(
        pages.map(({ url }) => [pathKey(url), { beside: markdownPath(url, base), origin: new URL(url).origin }]),
      );
    },
    keepMs: KEEP_LISTED_MS,
    now,
  });
  // The Markdown is served here even if the site itself is hosted elsewhere.
  const originOf = (c: AppContext, url: string): string => new URL(site === undefined ? c.req.url : url).origin;
  const kept = new RenderedPages();
  /** The live generation, of which rendered pages are kept. */
  const liveTag = async (c: AppContext): Promise<string> => {
    const info = await engine.info({ signal: c.req.raw.signal });
    return `${info?.generation ?? 0}-${Date.parse(info?.publishedAt ?? '') || 0}`;
  };
  const markdownOf = async (c: AppContext, key: string, tag: string): Promise<Rendered | undefined> => {
    const host = site === undefined ? new URL(c.req.url).origin : '';
    return kept.find(JSON.stringify([tag, host, key]), async () => {
      const found = await engine.page(key);
      return found && render(markdownSections(found, { index: `${originOf(c, found.url)}${base}llms.txt` }));
    });
  };
  return {
    async factsOf(path) {
      // An error of the index must not prevent the page from being shown.
      const known = await listed().catch(() => undefined);
      // An index whose pages are below another path says nothing about pages here.
      return known?.get(pathKey(path)) ?? { beside: '', origin: known?.get(pathKey(base))?.origin ?? '' };
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
      const tag = await liveTag(c);
      async function* texts(): AsyncGenerator<string | Uint8Array> {
        let left = FULL;
        for await (const { url } of engine.pages({ signal })) {
          // The page may have been removed since the listing started.
          const text = (await markdownOf(c, pathKey(url), tag)) ?? '';
          left -= text.length;
          if (left < 0) return yield 'The rest is left out: llms.txt links to each page.\n';
          yield text;
          yield '\n';
        }
      }
      const headers = { 'Content-Type': 'text/plain; charset=utf-8', ETag: `W/"${tag}"`, ...CACHE };
      if (c.req.method === 'HEAD') return sendTagged(c, null, { headers });
      const response = await sendTagged(c, reportedBody(c, texts()), { headers });
      // A client that has the current text gets no body.
      if (response.body === null) {
        const sent = { stillOpen: false, code: undefined, cause: undefined, brokenOff: undefined };
        Object.assign(c.get('notes'), sent);
      }
      return response;
    },
    async page(c, key) {
      const text = await markdownOf(c, key, await liveTag(c));
      if (text === undefined) return undefined;
      return sendTagged(c, text, { headers: { 'Content-Type': MARKDOWN, Vary: 'Accept', ...CACHE } });
    },
  };
}

/** Rendered pages: each is made once for all who ask at the same time, and the most recently used are kept. */
class RenderedPages {
  readonly #making = new Map<string, Promise<Rendered | undefined>>();
  readonly #kept = new Map<string, Rendered>();
  #bytes = 0;

  async find(key: string, make: () => Promise<Rendered | undefined>): Promise<Rendered | undefined> {
    const page = this.#kept.get(key) ?? (await this.#make(key, make));
    if (page === undefined) return undefined;
    // Moves the page to the end: the first one is the least recently used.
    if (!this.#kept.delete(key)) this.#bytes += page.length;
    this.#kept.set(key, page);
    for (const [oldest, { length }] of this.#kept) {
      if (this.#bytes <= MOST_KEPT) break;
      this.#kept.delete(oldest);
      this.#bytes -= length;
    }
    return page;
  }

  #make(key: string, make: () => Promise<Rendered | undefined>): Promise<Rendered | undefined> {
    const making = this.#making.get(key) ?? make().finally(() => this.#making.delete(key));
    this.#making.set(key, making);
    return making;
  }
}

/** Renders a page with pauses for other requests. */
async function render(sections: Iterable<string>): Promise<Rendered> {
  const parts: string[] = [];
  await setImmediate();
  let began = performance.now();
  for (const section of sections) {
    parts.push(section);
    if (performance.now() - began < TURN_MS) continue;
    await setImmediate();
    began = performance.now();
  }
  return new TextEncoder().encode(parts.join(''));
}
