import { encodeFailure } from '@ibid/wire';
import { type AppContext, toResponse } from '../call.ts';
import { folderFiles } from './static-file.ts';

/** `name-hash.js`, as bundlers name chunks. The hash must have a capital, digit or underscore, so that plain words do not match. */
const HASHED = /[.-](?=[\w-]*[A-Z\d_])[\w-]{8,}\.(?:js|css)$/u;
/** Files that pages name directly, so a new version must be seen within minutes. */
const ENTRIES = /^(?:ibid-ask\.(?:js|css)|.*\.json)$/u;

/** Any origin may load these files, because module scripts are loaded under CORS rules. They contain no private data. */
const HEADERS: Readonly<Record<string, string>> = {
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'X-Content-Type-Options': 'nosniff',
};

/** Serves the panel's bundle. `folder` is its build output; `undefined` if the server has none. */
export function widgetFiles(folder: string | undefined): (name: string, c: AppContext) => Promise<Response> {
  const serve = folderFiles(folder ?? '', {
    served: /^[\w-][\w.-]*\.(?:js|css|json)$/u,
    cacheControl: (name) =>
      HASHED.test(name) && !ENTRIES.test(name) ? 'public, max-age=31536000, immutable' : 'public, max-age=300',
  });
  return async (name, c) => {
    c.set('security', HEADERS);
    const found = folder === undefined ? undefined : await serve(name, c);
    if (found !== undefined) return found;
    c.get('notes').code = 'NOT_FOUND';
    const message =
      'The panel has no such file here: a page may be older than the server, or its owner must run `npm run build`.';
    const reply = encodeFailure({ code: 'NOT_FOUND', message: '' }, { requestId: c.get('requestId') });
    return toResponse({ ...reply, body: { ...(reply.body as object), message } });
  };
}
