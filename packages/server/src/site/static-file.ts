/** Files of a folder as responses: opened so that nothing outside it is shown, tagged, and compressed by Hono's middleware. */
import { compress } from 'hono/compress';
import { etag } from 'hono/etag';
import { getMimeType } from 'hono/utils/mime';
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { open, readFile, realpath, type FileHandle } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { Readable } from 'node:stream';
import type { AppContext } from '../call.ts';
import { isPlainName } from './site-path.ts';

/** Larger files are sent as they are read, under a tag of their time and size; a page or a script of that size is none. */
const WHOLE_BYTES = 4_194_304;

export const MARKDOWN = 'text/markdown; charset=utf-8';

const compressed = compress();
const conditional = etag();

/** A regular file that was found; whoever gets it closes it. */
export interface OpenedFile {
  readonly handle: FileHandle;
  readonly name: string;
  readonly size: number;
  /** Changes when the file is written. */
  readonly version: string;
}

/**
 * Opens a regular file below a folder whose own links are resolved; `undefined` for everything else. Links are followed as long as
 * they stay inside and lead to nothing hidden. Waits for no pipe, and rejects for nothing that a file system may hold.
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
    // Not there, not readable, or gone between two steps: for a reader all the same.
  }
  await handle?.close().catch(() => undefined);
  return undefined;
}

/** Sends a file and closes it: nothing but the tag where the client has it, compressed where the client takes that. */
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
    /** Replacement for a page's text. */
    readonly rewrite?: (html: string) => string;
  },
): Promise<{
  readonly response: Response;
  /** Text of a page, as the file has it; `undefined` for every other file. */
  readonly html: string | undefined;
}> {
  const type = file.name.endsWith('.md') ? MARKDOWN : (getMimeType(file.name) ?? 'application/octet-stream');
  const isHead = c.req.method === 'HEAD';
  const read = file.size > WHOLE_BYTES ? undefined : await readFile(file.handle).finally(() => file.handle.close());
  const html = type.startsWith('text/html') && read !== undefined ? read.toString('utf8') : undefined;
  const bytes = html === undefined || rewrite === undefined ? read : Buffer.from(rewrite(html));
  const headers = new Headers({
    'Content-Type': type,
    'Cache-Control': cacheControl,
    'Content-Length': String(bytes?.length ?? file.size),
    ETag: bytes === undefined ? `W/"${file.version}"` : `"${contentHash(bytes)}"`,
  });
  let body: Uint8Array<ArrayBuffer> | ReadableStream | null = null;
  if (bytes !== undefined) body = isHead ? null : bytes;
  else if (isHead) await file.handle.close();
  else body = Readable.toWeb(file.handle.createReadStream({ start: 0, end: file.size - 1 })) as ReadableStream;

  const response = await sendTagged(c, body, { status, headers });
  return { response, html };
}

/** A response with its tag, made from its bytes unless it has one: nothing but the tag where the client has it, compressed where the client takes that. */
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

function contentHash(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
}

/** Serves the files of one folder; `undefined` for a name that is not among them. */
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
