import { encodeFailure } from '@ibid/wire';
import { realpath } from 'node:fs/promises';
import type { AppContext } from '../app-context.ts';
import { toResponse } from '../call.ts';
import { compressor } from './compressor.ts';
import { fileResponse } from './file-response.ts';
import { openWithin } from './open-within.ts';

const KEPT_BYTES = 8_388_608;
const SERVED = /^[\w-][\w.-]*\.(?:js|css|json)$/u;
/** `name-hash.js`, as bundlers name chunks; a word would have no capital, figure or line in it. */
const HASHED = /[.-](?=[\w-]*[A-Z\d_])[\w-]{8,}\.(?:js|css)$/u;
/** What pages name themselves, so that a new one must be seen within minutes. */
const ENTRIES = /^(?:ibid-ask\.(?:js|css)|.*\.json)$/u;

/** For pages of any origin: scripts that are modules are loaded by the rules of CORS. They hold nothing of anybody's. */
export const WIDGET_HEADERS: Readonly<Record<string, string>> = {
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'X-Content-Type-Options': 'nosniff',
};

/** Serves the panel's bundle; `folder` is where it is built to, `undefined` for a server that was given none. */
export function widgetFiles(folder: string | undefined): (name: string, c: AppContext) => Promise<Response> {
  const compress = compressor(KEPT_BYTES);
  return async (name, c) => {
    c.set('security', WIDGET_HEADERS);
    const root = folder === undefined ? undefined : await realpath(folder).catch(() => undefined);
    if (root === undefined) {
      return missing(c, 'The panel is not built on this server; its owner must run `npm run build` and look again.');
    }
    const file = SERVED.test(name) ? await openWithin(root, [name]) : undefined;
    if (file === undefined) return missing(c, 'The panel has no such file; a page may be older than the server.');
    const isLasting = HASHED.test(name) && !ENTRIES.test(name);
    const cacheControl = isLasting ? 'public, max-age=31536000, immutable' : 'public, max-age=300';
    return (await fileResponse(file, c.req.raw, { compress, cacheControl })).response;
  };
}

function missing(c: AppContext, message: string): Response {
  c.get('notes').code = 'NOT_FOUND';
  const reply = encodeFailure({ code: 'NOT_FOUND', message: '' }, { requestId: c.get('requestId') });
  return toResponse({ ...reply, body: { ...(reply.body as object), message } });
}
