import { IbidError } from '@ibid/core';

export interface JsonCall {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** Milliseconds until the whole reply is here. */
  readonly timeout: number;
  readonly signal: AbortSignal | undefined;
}

export interface JsonReply {
  readonly status: number;
  readonly headers: Headers;
  /** Of a failure, its beginning. */
  readonly text: string;
}

/** What went wrong on the way; a status is no failure here. */
export type CallFault =
  | { readonly kind: 'aborted' | 'too-late' | 'too-large' }
  | { readonly kind: 'lost'; readonly code: string };

/** A vector of 4,096 numbers written out in full has about 90 kB; 96 of them stay well below. */
const MAX_REPLY = 64 * 1024 * 1024;
/** Of a refusal only its kind is read. */
const MAX_REFUSAL = 64 * 1024;

/**
 * Posts once. No redirect is followed, so that texts and keys go to the configured host and nowhere else. Resolves to the fault instead
 * of rejecting, since nothing that the platform throws is fit to be shown.
 */
export async function postJson(call: JsonCall): Promise<JsonReply | { readonly fault: CallFault }> {
  const deadline = AbortSignal.timeout(call.timeout);
  const signal = call.signal === undefined ? deadline : AbortSignal.any([call.signal, deadline]);
  try {
    const response = await fetch(call.url, {
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/json', ...call.headers },
      body: JSON.stringify(call.body),
      redirect: 'manual',
      signal,
    });
    const { status, headers, ok } = response;
    const text = await readUpTo(response, ok ? MAX_REPLY : MAX_REFUSAL);
    if (text === undefined && ok) return { fault: { kind: 'too-large' } };
    return { status, headers, text: text ?? '' };
  } catch (error) {
    if (call.signal?.aborted === true) return { fault: { kind: 'aborted' } };
    if (deadline.aborted) return { fault: { kind: 'too-late' } };
    return { fault: { kind: 'lost', code: codeOf(error) } };
  }
}

/** `undefined` when there is more than that; the rest is not fetched. */
async function readUpTo(response: Response, limit: number): Promise<string | undefined> {
  if (response.body === null) return '';
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body as ReadableStream<Uint8Array>) {
    size += part.length;
    if (size > limit) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

/** A name such as `ECONNREFUSED`, which says why without saying what was sent. */
function codeOf(error: unknown): string {
  const cause = (error as { readonly cause?: unknown } | null)?.cause;
  const code = (cause as { readonly code?: unknown } | undefined)?.code;
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]{2,63}$/u.test(code) ? code : 'the connection broke off';
}

export function isFault(reply: JsonReply | { readonly fault: CallFault }): reply is { readonly fault: CallFault } {
  return 'fault' in reply;
}

export function abortedError(): IbidError {
  return new IbidError('ABORTED', 'Embedding was stopped by its caller.');
}
