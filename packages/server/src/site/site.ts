import { realpath } from 'node:fs/promises';
import type { AppContext } from '../app-context.ts';
import type { SiteOptions } from '../app-options.ts';
import { cacheControl } from './cache-control.ts';
import { compressor } from './compressor.ts';
import { fileResponse } from './file-response.ts';
import { inlineScripts } from './inline-scripts.ts';
import { locate } from './locate.ts';
import { openWithin, type OpenedFile } from './open-within.ts';
import { siteHeaders } from './site-headers.ts';
import { sitePath, type SitePath } from './site-path.ts';

const KEPT_BYTES = 67_108_864;

/** The owner's built site. Every request looks at the folder anew, so that the next build is shown at once. */
export interface Site {
  /** The page or file at the path of a request, or where it is instead; `undefined` for nothing. */
  find(c: AppContext): Promise<Response | undefined>;
  /** The site's own page for what is not there, with status 404; `undefined` where it has none. */
  missing(c: AppContext): Promise<Response | undefined>;
  /** Whether the folder is there: a build may be under way. */
  isThere(): Promise<boolean>;
}

/** `options.base` begins and ends with a slash. */
export function openSite(options: SiteOptions): Site {
  const { folder, base, headers: withHeaders = true } = options;
  const compress = compressor(KEPT_BYTES);
  const root = (): Promise<string | undefined> => realpath(folder).catch(() => undefined);

  const pathBelow = (c: AppContext): SitePath | undefined => {
    const { pathname } = new URL(c.req.url);
    if (`${pathname}/` === base) return { names: [], hasSlash: false };
    return pathname.startsWith(base) ? sitePath(`/${pathname.slice(base.length)}`) : undefined;
  };
  const sent = async (
    c: AppContext,
    file: OpenedFile,
    how: { readonly cacheControl: string; readonly status?: number },
  ): Promise<Response> => {
    const { response, html } = await fileResponse(file, c.req.raw, { compress, ...how });
    c.set('security', withHeaders ? siteHeaders(html === undefined ? [] : inlineScripts(html)) : {});
    return response;
  };

  return {
    async find(c) {
      const path = pathBelow(c);
      const realRoot = path === undefined ? undefined : await root();
      if (path === undefined || realRoot === undefined) return undefined;
      const last = path.names.at(-1) ?? base.split('/').at(-2)!;
      const located = await locate(realRoot, path, last);
      if (located === undefined) return undefined;
      c.set('route', '/{site}');
      if (located.kind === 'file') return sent(c, located.file, { cacheControl: cacheControl(path.names) });
      const to = `${located.to}${new URL(c.req.url).search}`;
      return new Response(null, { status: 301, headers: { Location: to, 'Cache-Control': 'no-cache' } });
    },
    async missing(c) {
      const path = pathBelow(c);
      const realRoot = await root();
      if (realRoot === undefined) return undefined;
      // A language of the site may have words of its own for it.
      const [first] = path?.names ?? [];
      const file =
        (first === undefined ? undefined : await openWithin(realRoot, [first, '404.html'])) ??
        (await openWithin(realRoot, ['404.html']));
      if (file === undefined) return undefined;
      return sent(c, file, { cacheControl: 'no-cache', status: 404 });
    },
    isThere: async () => (await root()) !== undefined,
  };
}
