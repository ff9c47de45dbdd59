import type { LoadedPage, Source, SourceEntry } from '@ibid/core/types';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { onLoopback } from '../loopback.ts';

export interface FixtureResponse {
  /** HTTP status. @default 200 */
  readonly status?: number;
  /** Default `content-type`: HTML in UTF-8. `{origin}` in values is replaced by the site's origin. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  /** `{origin}` in strings is replaced by the site's origin. */
  readonly body?: string | Uint8Array;
}

/** Reply for a path: an HTML page, a whole response, a function called for each request, or raw access to the connection. */
export type FixtureReply =
  | string
  | FixtureResponse
  | ((path: string) => string | FixtureResponse)
  | { readonly raw: (request: IncomingMessage, response: ServerResponse) => void };

export interface FixtureRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** Milliseconds, only for differences. */
  readonly at: number;
}

export interface FixtureSite {
  readonly origin: string;
  readonly port: number;
  /** Replies by path with its query; a path that ends in `*` is a prefix. May be changed between crawls. */
  readonly replies: Map<string, FixtureReply>;
  /** In order of arrival. */
  readonly requests: readonly FixtureRequest[];
  /** Number of sockets opened so far, including those without a request. */
  readonly connections: number;
  /** Closes all sockets. */
  close(): Promise<void>;
}

/** A web site on a loopback port over real sockets, with the given replies. Unknown paths answer 404. */
export async function fixtureSite(
  replies: Readonly<Record<string, FixtureReply>>,
  options: { readonly host?: string } = {},
): Promise<FixtureSite> {
  const byPath = new Map(Object.entries(replies));
  const requests: FixtureRequest[] = [];
  let connections = 0;
  let origin = '';
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    requests.push({ path, headers: request.headers, at: performance.now() });
    const found = byPath.get(path) ?? [...byPath].find(([key]) => matchesPrefix(key, path))?.[1];
    const reply = typeof found === 'function' ? found(path) : found;
    if (reply === undefined) send(response, { status: 404, body: '<p>Nothing here.</p>' }, origin);
    else if (typeof reply === 'object' && 'raw' in reply) reply.raw(request, response);
    else send(response, typeof reply === 'string' ? { body: reply } : reply, origin);
  });
  server.on('connection', () => {
    connections += 1;
  });
  const loopback = await onLoopback(server, options.host);
  ({ origin } = loopback);
  return {
    origin,
    port: loopback.port,
    replies: byPath,
    requests,
    get connections() {
      return connections;
    },
    close: () => loopback.close(() => server.closeAllConnections()),
  };
}

function matchesPrefix(key: string, path: string): boolean {
  return key.endsWith('*') && path.startsWith(key.slice(0, -1));
}

function send(response: ServerResponse, reply: FixtureResponse, origin: string): void {
  const { status = 200, headers = {}, body = '' } = reply;
  response.statusCode = status;
  response.setHeader('content-type', 'text/html; charset=utf-8');
  for (const [name, value] of Object.entries(headers)) {
    if (value === '') response.removeHeader(name);
    else
      response.setHeader(
        name,
        [value].flat().map((text) => text.replaceAll('{origin}', origin)),
      );
  }
  response.end(typeof body === 'string' ? body.replaceAll('{origin}', origin) : body);
}

/** A plain HTML page that links to the given addresses. */
export function fixturePage(page: {
  readonly title: string;
  /** Text of the page. @default a sentence with the title */
  readonly text?: string;
  readonly links?: readonly string[];
  /** Markup for the head. */
  readonly head?: string;
}): string {
  const { title, text = `This page is about ${title}.`, links = [], head = '' } = page;
  const list = links.map((link) => `<li><a href="${link}">${link}</a></li>`).join('');
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title}</title>${head}</head>
<body><nav><ul>${list}</ul></nav><main><article><h1>${title}</h1><p>${text}</p></article></main></body></html>`;
}

/** A sitemap of pages or, with `index`, of sitemaps. Addresses may begin with `{origin}`. */
export function fixtureSitemap(
  addresses: readonly string[],
  options: { readonly index?: boolean } = {},
): FixtureResponse & { readonly body: string } {
  const [root, entry] = options.index === true ? ['sitemapindex', 'sitemap'] : ['urlset', 'url'];
  const entries = addresses.map((address) => `<${entry}><loc>${address}</loc></${entry}>`).join('\n');
  return {
    headers: { 'content-type': 'application/xml' },
    body: `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries}\n</${root}>`,
  };
}

export interface SourceContent {
  /** In the order listed. */
  readonly entries: readonly SourceEntry[];
  /** Paths of the entries' URLs, in the order listed. */
  readonly paths: readonly string[];
  /** Result of loading each entry, by path. */
  readonly loaded: ReadonlyMap<string, LoadedPage>;
  /** Rules of the diagnostics of the listing. */
  readonly rules: readonly string[];
}

/** Lists a source to its end and loads each page as it is listed. */
export async function readSource(source: Source): Promise<SourceContent> {
  const entries: SourceEntry[] = [];
  const loaded = new Map<string, LoadedPage>();
  for await (const entry of source.list()) {
    entries.push(entry);
    loaded.set(new URL(entry.url).pathname, await source.load(entry));
  }
  return { entries, paths: [...loaded.keys()], loaded, rules: source.diagnostics.map(({ rule }) => rule) };
}
