import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { chooseEncoding } from './choose-encoding.ts';
import type { Compressor } from './compressor.ts';
import { contentType } from './content-type.ts';
import type { OpenedFile } from './open-within.ts';

/** Larger files are sent as they are read, unchanged; a page or a script of that size is none. */
const WHOLE_BYTES = 4_194_304;
/** Smaller ones fit into the first packet anyway. */
const WORTH_COMPRESSING = 1_024;

export interface FileReply {
  readonly response: Response;
  /** Text of a page, as it is sent; `undefined` for every other file. */
  readonly html: string | undefined;
}

/**
 * Sends a file and closes it: with a tag of its content, compressed where the client takes it, without a body where the client has
 * it already or asked for the head alone.
 */
export async function fileResponse(
  file: OpenedFile,
  request: Request,
  options: { readonly compress: Compressor; readonly cacheControl: string; readonly status?: number },
): Promise<FileReply> {
  const { type, shrinks } = contentType(file.name);
  const { status = 200, cacheControl } = options;
  const headers = new Headers({ 'Content-Type': type, 'Cache-Control': cacheControl });
  const isHead = request.method === 'HEAD';
  if (file.size > WHOLE_BYTES) {
    headers.set('ETag', `W/"${file.version}"`);
    if (status === 200 && isKnown(request, headers)) {
      await file.handle.close();
      return { response: new Response(null, { status: 304, headers }), html: undefined };
    }
    headers.set('Content-Length', String(file.size));
    if (isHead) await file.handle.close();
    return { response: new Response(isHead ? null : streamOf(file), { status, headers }), html: undefined };
  }

  const bytes = await wholeOf(file);
  const tag = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
  const html = type.startsWith('text/html') ? bytes.toString('utf8') : undefined;
  const compressible = shrinks && bytes.length >= WORTH_COMPRESSING;
  const encoding = compressible ? chooseEncoding(request.headers.get('accept-encoding')) : 'identity';
  if (compressible) headers.set('Vary', 'Accept-Encoding');
  // The same words in another encoding are other bytes, and a tag stands for bytes.
  headers.set('ETag', encoding === 'identity' ? `"${tag}"` : `"${tag}-${encoding}"`);
  if (status === 200 && isKnown(request, headers)) {
    return { response: new Response(null, { status: 304, headers }), html };
  }
  const body = await options.compress(tag, bytes, encoding);
  if (encoding !== 'identity') headers.set('Content-Encoding', encoding);
  headers.set('Content-Length', String(body.length));
  return { response: new Response(isHead ? null : body, { status, headers }), html };
}

/** As much as there was when it was opened; a file that is being written may give less. */
async function wholeOf({ handle, size }: OpenedFile): Promise<Buffer<ArrayBuffer>> {
  try {
    const bytes = Buffer.alloc(size);
    let length = 0;
    while (length < size) {
      const { bytesRead } = await handle.read(bytes, length, size - length, length);
      if (bytesRead === 0) break;
      length += bytesRead;
    }
    return bytes.subarray(0, length);
  } finally {
    await handle.close();
  }
}

function streamOf({ handle, size }: OpenedFile): ReadableStream {
  return Readable.toWeb(handle.createReadStream({ start: 0, end: size - 1 })) as ReadableStream;
}

function isKnown(request: Request, headers: Headers): boolean {
  const known = request.headers.get('if-none-match');
  if (known === null) return false;
  const tags = known.split(',').map((tag) => tag.trim().replace(/^W\//u, ''));
  return tags.includes('*') || tags.includes(headers.get('ETag')!.replace(/^W\//u, ''));
}
