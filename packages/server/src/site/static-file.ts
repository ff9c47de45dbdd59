/** Serves files of a folder. Nothing outside the folder is exposed; replies, unless empty, have an ETag and are compressed by Hono's middleware. */
import { encodeFailure } from '@ibid/wire';
import { compress } from 'hono/compress';
import { etag } from 'hono/etag';
import { getMimeType } from 'hono/utils/mime';
import { constants } from 'node:fs';
import { type FileHandle, open, readFile, realpath } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { Readable } from 'node:stream';
import { type AppContext, toResponse } from '../call.ts';

/** A path as file names below a folder. */
export interface SitePath {
  /** Decoded names; empty for the folder itself. */
  readonly names: readonly string[];
  readonly hasSlash: boolean;
}

const LONGEST_PATH = 2_048;
/** Limits of file systems. */
const LONGEST_NAME = 255;

/**
 * Splits a request path into names. Returns `undefined` for a path that no page can have: with empty, hidden or upward names, encoded
 * separators or control characters, invalid encoding, or names too long for a file system.
 */
export function sitePath(pathname: string): SitePath | undefined {
  if (!pathname.startsWith('/') || pathname.length > LONGEST_PATH) return undefined;
  const parts = pathname.slice(1).split('/');
  const hasSlash = parts.at(-1) === '';
  if (hasSlash) parts.pop();
  const names: string[] = [];
  for (const [i, part] of parts.entries()) {
    const name = decoded(part);
    if (name === undefined || !isPlainName(name, i === 0)) return undefined;
    names.push(name);
  }
  return { names, hasSlash };
}

/** Returns true if a file of this name may be served. Hidden files are excluded, except the standard folder `.well-known`. */
export function isPlainName(name: string, isFirst: boolean): boolean {
  if (name === '' || /[\u0000-\u001F\u007F/\\]/u.test(name) || Buffer.byteLength(name) > LONGEST_NAME) return false;
  return !name.startsWith('.') || (isFirst && name === '.well-known');
}

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}

/** Larger files are streamed, with a tag from their time and size. No page or script is that large. */
const WHOLE_BYTES = 4_194_304;

export const MARKDOWN = 'text/markdown; charset=utf-8';

const compressed = compress();
const conditional = etag();

/** An open regular file. The receiver must close it. */
export interface OpenedFile {
  readonly handle: FileHandle;
  readonly name: string;
  readonly size: number;
  /** Changes whenever the file is written. */
  readonly version: string;
}

/**
 * Opens a regular file below a folder with a resolved path; returns `undefined` for anything else. Links are followed if they stay inside
 * and do not lead to hidden files. Does not block on pipes, and never rejects because of the files it meets.
 */
export async function openWithin(realRoot: string, names: readonly string[]): Promise<OpenedFile | undefined> {
  let handle: FileHandle | undefined;
  try {
    const path = await realpath(join(realRoot, ...names));
    const inside = relative(realRoot, path).split(sep);
    if (!path.startsWith(realRoot.endsWith(sep) ? realRoot : realRoot + sep)) return undefined;
    if (!inside.every((name, i) => isPlainName(name, i === 0))) return undefined;
    handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const found = await handle.stat({ bigint: true });
    if (found.isFile()) {
      const version = `${found.size.toString(36)}-${found.mtimeNs.toString(36)}-${found.ino.toString(36)}`;
      return { handle, name: inside.at(-1)!, size: Number(found.size), version };
    }
  } catch {
    // Missing, unreadable, or deleted meanwhile: all the same to a client.
  }
  await handle?.close().catch(() => undefined);
  return undefined;
}

/** Sends a file and closes it. Sends only the tag if the client's copy is current; compresses if the client supports it. */
export async function sendFile(
  c: AppContext,
  file: OpenedFile,
  {
    cacheControl,
    status = 200,
    rewrite,
  }: {
    readonly cacheControl: string;
    readonly status?: number;
    /** Transforms the text of a page before it is sent. */
    readonly rewrite?: (html: string) => string;
  },
): Promise<{
  readonly response: Response;
  /** Original text of a page; `undefined` for other files. */
  readonly html: string | undefined;
}> {
  const type = file.name.endsWith('.md') ? MARKDOWN : (getMimeType(file.name) ?? 'application/octet-stream');
  const read = file.size > WHOLE_BYTES ? undefined : await readFile(file.handle).finally(() => file.handle.close());
  const html = type.startsWith('text/html') && read !== undefined ? read.toString('utf8') : undefined;
  const bytes = html === undefined || rewrite === undefined ? read : Buffer.from(rewrite(html));
  const headers = new Headers({
    'Content-Type': type,
    'Cache-Control': cacheControl,
    'Content-Length': String(bytes?.length ?? file.size),
    // Hono makes the tag of a whole file.
    ...(bytes === undefined ? { ETag: `W/"${file.version}"` } : {}),
  });
  let body: Uint8Array<ArrayBuffer> | ReadableStream | null = bytes ?? null;
  if (bytes === undefined && c.req.method === 'HEAD') await file.handle.close();
  else if (bytes === undefined)
    body = Readable.toWeb(file.handle.createReadStream({ start: 0, end: file.size - 1 })) as ReadableStream;

  const response = await sendTagged(c, body, { status, headers });
  return { response, html };
}

/**
 * Sends a response with an ETag, computed from its bytes unless given. Sends only the tag if the client's copy is current; compresses if
 * the client supports it.
 */
export async function sendTagged(
  c: AppContext,
  body: ConstructorParameters<typeof Response>[0],
  init: ResponseInit,
): Promise<Response> {
  await compressed(
    c,
    () =>
      conditional(c, async () => {
        c.res = new Response(body, init);
      }) as Promise<void>,
  );
  return c.res;
}

/** Serves the files of one folder; returns `undefined` if there is no file of that name. */
export function folderFiles(
  folder: string,
  { served, cacheControl }: { readonly served: RegExp; readonly cacheControl: (name: string) => string },
): (name: string, c: AppContext) => Promise<Response | undefined> {
  return async (name, c) => {
    const root = served.test(name) ? await realpath(folder).catch(() => undefined) : undefined;
    const file = root === undefined ? undefined : await openWithin(root, [name]);
    return file === undefined ? undefined : (await sendFile(c, file, { cacheControl: cacheControl(name) })).response;
  };
}

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
    const reply = encodeFailure({ code: 'NOT_FOUND', message: '' }, c.get('context'));
    return toResponse({ ...reply, body: { ...(reply.body as object), message } });
  };
}
