import type { HttpBindings } from '@hono/node-server';
import type { WireFailure } from '@ibid/wire';
import type { Context } from 'hono';
import { isUtf8 } from 'node:buffer';

export type BodyResult =
  | { readonly kind: 'ok'; readonly body: unknown }
  | { readonly kind: 'failed'; readonly failure: WireFailure };

/**
 * Reads a JSON body strictly: `application/json`, uncompressed, at most `maxBytes` even when chunked, valid UTF-8, valid JSON. Returns
 * `undefined` for a missing `optional` body. Never throws because of client input.
 */
export async function readBody(
  c: Pick<Context, 'env' | 'req'>,
  { maxBytes, optional = false }: { readonly maxBytes: number; readonly optional?: boolean },
): Promise<BodyResult> {
  const { body, headers } = bodyOf(c);
  if (optional && isWithoutBody(headers)) return { kind: 'ok', body: undefined };
  const type = (headers.get('content-type') ?? '').split(';')[0]!.trim().toLowerCase();
  const encoding = (headers.get('content-encoding') ?? 'identity').trim().toLowerCase();
  if (type !== 'application/json' || encoding !== 'identity') return failed('BODY_TYPE_UNSUPPORTED', '');
  const tooLarge = failed('BODY_TOO_LARGE', `The request body may have at most ${maxBytes} bytes.`);
  if (Number(headers.get('content-length') ?? 0) > maxBytes) return tooLarge;
  const parts: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const part of body) {
      length += part.byteLength;
      if (length > maxBytes) return tooLarge;
      parts.push(part);
    }
  } catch {
    return failed('ABORTED', 'The request body ended early.');
  }
  const bytes = Buffer.concat(parts);
  if (bytes.length === 0 && optional) return { kind: 'ok', body: undefined };
  if (bytes.length === 0) return failed('INVALID_REQUEST', 'The request body is empty; send a JSON object.');
  if (hasTooManyParts(bytes)) {
    return failed('INVALID_REQUEST', `The request body may hold at most ${MOST_PARTS} objects, lists and fields.`);
  }
  if (!isUtf8(bytes)) return failed('INVALID_REQUEST', 'The request body is not valid UTF-8.');
  try {
    return { kind: 'ok', body: JSON.parse(new TextDecoder().decode(bytes)) as unknown };
  } catch {
    return failed('INVALID_REQUEST', 'The request body is not valid JSON.');
  }
}

/** Objects, lists and fields of a body, far more than any request has. Parsing takes longer for these than for their bytes. */
const MOST_PARTS = 10_000;
const [QUOTE, BACKSLASH] = [0x22, 0x5c];
/** `{`, `[` and `:`. */
const BEGINNINGS: readonly number[] = [0x7b, 0x5b, 0x3a];

function hasTooManyParts(bytes: Uint8Array): boolean {
  let parts = 0;
  let isText = false;
  for (let at = 0; at < bytes.length && parts <= MOST_PARTS; at += 1) {
    const byte = bytes[at]!;
    if (byte === QUOTE) isText = !isText;
    else if (isText && byte === BACKSLASH) at += 1;
    else if (!isText && BEGINNINGS.includes(byte)) parts += 1;
  }
  return parts > MOST_PARTS;
}

/**
 * Reads Node's own message where there is one: the `Request` with a body that the adapter would make of it is kept for good once something has
 * listened to its signal, and with it everything that the request led to.
 */
function bodyOf({ env, req }: Pick<Context, 'env' | 'req'>): {
  readonly headers: Headers;
  readonly body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
} {
  const { incoming } = (env ?? {}) as Partial<HttpBindings>;
  // The adapter reads the rest of a body that was given up, within limits.
  const body: AsyncIterable<Uint8Array> | undefined = incoming?.iterator({ destroyOnReturn: false });
  return { headers: req.raw.headers, body: body ?? req.raw.body ?? [] };
}

function isWithoutBody(headers: Headers): boolean {
  return (
    !headers.has('transfer-encoding') &&
    Number(headers.get('content-length') ?? 0) === 0 &&
    !headers.has('content-type')
  );
}

function failed(code: WireFailure['code'], message: string): BodyResult {
  return { kind: 'failed', failure: { code, message } };
}
