import type { WireFailure } from '@ibid/wire';
import { isUtf8 } from 'node:buffer';

export type BodyResult =
  | { readonly kind: 'ok'; readonly body: unknown }
  | { readonly kind: 'failed'; readonly failure: WireFailure };

/**
 * Reads a JSON body strictly: `application/json`, uncompressed, at most `maxBytes` even when chunked, valid UTF-8, valid JSON. Returns
 * `undefined` for a missing `optional` body. Never throws because of client input.
 */
export async function readBody(
  request: Request,
  { maxBytes, optional = false }: { readonly maxBytes: number; readonly optional?: boolean },
): Promise<BodyResult> {
  if (optional && isWithoutBody(request.headers)) return { kind: 'ok', body: undefined };
  const type = (request.headers.get('content-type') ?? '').split(';')[0]!.trim().toLowerCase();
  const encoding = (request.headers.get('content-encoding') ?? 'identity').trim().toLowerCase();
  if (type !== 'application/json' || encoding !== 'identity') return failed('BODY_TYPE_UNSUPPORTED', '');
  const tooLarge = failed('BODY_TOO_LARGE', `The request body may have at most ${maxBytes} bytes.`);
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) return tooLarge;
  const parts: Uint8Array[] = [];
  let length = 0;
  try {
    // Leaving the loop cancels the rest of the body.
    for await (const part of request.body ?? []) {
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
  if (!isUtf8(bytes)) return failed('INVALID_REQUEST', 'The request body is not valid UTF-8.');
  try {
    return { kind: 'ok', body: JSON.parse(new TextDecoder().decode(bytes)) as unknown };
  } catch {
    return failed('INVALID_REQUEST', 'The request body is not valid JSON.');
  }
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
