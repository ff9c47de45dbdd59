import { invalidConfig } from '@ibid/core';
import { readRefusal } from './read-refusal.ts';
import { ServiceError, type ServiceTarget } from './service-error.ts';

/** Milliseconds to wait after the last event of a stream that its service does not close. */
const LINGER_MS = 1_000;
/** At the start of a line, because answers may contain this text. */
const LAST_EVENT = /[\n\r]data: \[DONE\]/u;

/**
 * The only way to send requests to a service. Sends the key and the body and nothing else, whatever a client adds or finds in the environment;
 * requests only the configured address, without following redirects; and throws a `ServiceError` for every error reply, so that texts of
 * the service never get into an error or a log. Aborting rejects as `fetch` does. The caller handles deadlines and retries.
 */
export function serviceFetch(target: ServiceTarget): typeof fetch {
  return async (input, init = {}) => {
    const url = input instanceof Request ? input.url : String(input);
    if (!url.startsWith(`${target.baseUrl}/`)) throw new ServiceError(target, 'elsewhere', { seen: 'is not asked' });
    const body = typeof init.body === 'string' ? init.body : undefined;
    const isStream = body !== undefined && /"stream":\s*true/u.test(body);
    const reply = await fetch(url, {
      method: init.method ?? 'GET',
      headers: {
        accept: isStream ? 'text/event-stream' : 'application/json',
        'accept-encoding': 'identity',
        'user-agent': 'ibid',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...target.headers,
      },
      ...(body === undefined ? {} : { body }),
      redirect: 'manual',
      signal: init.signal ?? null,
    }).catch((error: unknown) => {
      throw init.signal?.aborted === true ? error : connectionError(target, error);
    });
    if (!reply.ok) throw await readRefusal(target, reply);
    const type = reply.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
    if (reply.body === null || (isStream && type !== 'text/event-stream')) {
      await reply.body?.cancel();
      const shown = /^[a-z0-9.+/-]{1,60}$/u.test(type) ? `\`${type}\`` : 'no known type';
      throw new ServiceError(target, 'no-answer', { seen: `answered with ${shown}` });
    }
    return new Response(limited(reply.body, target), { headers: { 'content-type': type } });
  };
}

function limited(body: ReadableStream<Uint8Array>, target: ServiceTarget): ReadableStream<Uint8Array> {
  let left = target.maxBytes;
  let tail = '\n';
  let linger: NodeJS.Timeout | undefined;
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(part, controller) {
        left -= part.byteLength;
        if (left < 0) {
          controller.error(new ServiceError(target, 'too-large', { seen: `sent more than ${target.maxBytes} bytes` }));
          return;
        }
        controller.enqueue(part);
        tail = (tail + Buffer.from(part.subarray(-32)).toString('latin1')).slice(-32);
        if (LAST_EVENT.test(tail)) linger ??= setTimeout(() => controller.terminate(), LINGER_MS).unref();
      },
      flush: () => clearTimeout(linger),
    }),
  );
}

/** Codes of errors that occur before a request can have been sent. */
const UNREACHED =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_\w+|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|UND_ERR_CONNECT_TIMEOUT)$/u;
const UNTRUSTED =
  /^(?:CERT_\w+|ERR_TLS_\w+|ERR_SSL_\w+|EPROTO|DEPTH_ZERO_\w+|SELF_SIGNED_\w+|UNABLE_TO_\w+|HOSTNAME_MISMATCH)$/u;
const DEEPEST = 8;

/** Converts a connection error, before or during a reply. Returns the `ServiceError` among its causes, if any. */
export function connectionError(target: ServiceTarget, error: unknown): ServiceError {
  let code: string | undefined;
  let at = error;
  for (let depth = 0; depth < DEEPEST && typeof at === 'object' && at !== null; depth++) {
    if (at instanceof ServiceError) return at;
    const { code: found, cause } = at as { readonly code?: unknown; readonly cause?: unknown };
    if (typeof found === 'string' && /^[A-Z][A-Z0-9_]{2,63}$/u.test(found)) code = found;
    at = cause;
  }
  const shown = code ?? 'no code';
  if (UNREACHED.test(shown)) return new ServiceError(target, 'unreached', { seen: `cannot be reached (${shown})` });
  if (UNTRUSTED.test(shown)) return new ServiceError(target, 'untrusted', { seen: `cannot be trusted (${shown})` });
  return new ServiceError(target, 'broken', { seen: `broke off (${shown})` });
}

/** Returns the address of a service without a trailing slash, or throws `INVALID_CONFIG`. `setting` begins the message. */
export function checkedBaseUrl(text: string, setting: string): string {
  const url = URL.parse(text);
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  if (!isWeb || `${url.username}${url.password}${url.search}${url.hash}` !== '') {
    throw invalidConfig(`${setting} must look like \`https://host/path\`, without user name, query and hash.`);
  }
  return url.href.replace(/\/+$/u, '');
}

/**
 * Returns the key without the line break that files may end with, `''` for none, or throws `INVALID_CONFIG`. `owner` follows `The key` in the
 * message, which never contains the key.
 */
export function checkedKey(text: string | undefined, owner: string): string {
  const key = text?.trim() ?? '';
  if (/^[!-~]*$/u.test(key)) return key;
  throw invalidConfig(`The key ${owner} contains a space or another invalid character. Copy it again.`);
}
