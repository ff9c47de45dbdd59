import { invalidConfig } from '@ibid/core';
import { isRecord, parsedJson } from './json.ts';
import { ServiceError, type ServiceTarget, type TroubleKind } from './service-error.ts';

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

/** Patterns for the messages of services. The messages are never passed on, because they quote keys and texts. */
const SAYS = {
  tooLong:
    /context_length_exceeded|string_above_max_length|too long|too many tokens|too large to process|(?:maximum|max) (?:context|input|sequence|token)|context (?:length|size|window)|less than \d+ tokens|token limit|exceeds? .{0,40}token/u,
  tooMany: /batch size \d+|too many (?:inputs|texts|items|requests in)|at most \d+ (?:requests|texts|inputs|items)/u,
  badKey: /api[ _-]?key/u,
  spent: /insufficient_(?:quota|balance)|billing_|credits?_|(?:\/|per|a) ?month/u,
  unwelcome: /content_filter|content_policy|invalid_prompt|data_inspection_failed/u,
} as const;

/** Statuses of errors that may be about the text. 500 is included because llama.cpp's server uses it for long texts. */
const JUDGES_TEXT: readonly number[] = [400, 413, 422, 500];
/** Parameters that some services refuse, as named in their messages. */
const PARAMETERS =
  /\b(max_completion_tokens|max_tokens|temperature|parallel_tool_calls|stream_options|tools?\b|tool[ _]use|tool[ _]choice)/u;
const MAX_CHARACTERS = 64 * 1024;
const DEADLINE_MS = 1_000;

/** Interprets a reply with an error status. Reads a limited part of its body within a short time. `nowMs` is the wall clock. */
export async function readRefusal(
  target: ServiceTarget,
  reply: Response,
  nowMs: number = Date.now(),
): Promise<ServiceError> {
  const { status, headers } = reply;
  const text = await readShort(reply);
  const said = text.toLowerCase();
  const kind = kindOf(status, said);
  const code = codeOf(parsedJson(text));
  return new ServiceError(target, kind, {
    status,
    seen: `answered ${status}${code === undefined ? '' : ` (\`${code}\`)`}`,
    retryAfterMs: retryAfter(headers, nowMs) ?? delayIn(text),
    parameter: kind === 'refused' || kind === 'missing' ? parameterIn(said) : undefined,
  });
}

function kindOf(status: number, said: string): TroubleKind {
  const judges = JUDGES_TEXT.includes(status);
  if (status === 401 || (judges && status < 500 && SAYS.badKey.test(said))) return 'wrong-key';
  if (status === 403) return 'forbidden';
  if (status === 404) return 'missing';
  if (status < 400 || status === 405) return 'elsewhere';
  if (status === 402 || (status === 429 && SAYS.spent.test(said))) return 'spent';
  if (judges && SAYS.tooMany.test(said)) return 'too-many';
  if (status === 413 || (judges && parameterIn(said) === undefined && SAYS.tooLong.test(said))) return 'too-long';
  if (judges && SAYS.unwelcome.test(said)) return 'unwelcome';
  if (status === 429) return 'busy';
  return status >= 500 || [408, 409, 425].includes(status) ? 'down' : 'refused';
}

function parameterIn(said: string): string | undefined {
  const isAbout = /unsupported|not support|unrecognized|unknown|not (?:allowed|permitted)|extra inputs|no endpoints/u;
  const named = isAbout.test(said) ? PARAMETERS.exec(said)?.[1] : undefined;
  return named?.startsWith('tool') === true ? 'tools' : named;
}

/** The service's own code, such as `insufficient_quota`. */
function codeOf(body: unknown): string | undefined {
  const outer: unknown = Array.isArray(body) ? body[0] : body;
  const error = isRecord(outer) && isRecord(outer['error']) ? outer['error'] : outer;
  if (!isRecord(error)) return undefined;
  const named = [error['code'], error['type'], error['status']].filter((value) => typeof value === 'string');
  return named.find((value) => /^[a-z][a-z_]{2,39}$/iu.test(value));
}

/** The body as far as it comes within a second; `''` if it is long. */
async function readShort({ body }: Response): Promise<string> {
  let text = '';
  try {
    const late = AbortSignal.timeout(DEADLINE_MS);
    for await (const part of body?.pipeThrough(new TextDecoderStream(), { signal: late }) ?? []) {
      text += part;
      if (text.length > MAX_CHARACTERS) return '';
    }
  } catch {
    // The part that came may still tell the kind.
  }
  return text;
}

/**
 * Milliseconds that a reply asks to wait, from `retry-after-ms`, or from `retry-after` in seconds or as an HTTP date. `undefined` if missing or
 * unreadable; never below 0.
 */
export function retryAfter(headers: Pick<Headers, 'get'>, nowMs: number): number | undefined {
  const exact = amount(headers.get('retry-after-ms'));
  if (exact !== undefined) return exact;
  const asked = headers.get('retry-after');
  const seconds = amount(asked);
  if (seconds !== undefined) return seconds * 1000;
  // HTTP dates begin with a weekday; `Date.parse` alone would read `-5` as a year.
  const date = /^\s*[a-z]{3}/iu.test(asked ?? '') ? Date.parse(asked!) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - nowMs);
}

function amount(text: string | null): number | undefined {
  return text !== null && /^\s*\d+(?:\.\d+)?\s*$/u.test(text) ? Number(text) : undefined;
}

/** Reads the delay that Google puts in the body. */
function delayIn(text: string): number | undefined {
  const seconds = /"retryDelay"\s*:\s*"(\d{1,6}(?:\.\d{1,9})?)s"/u.exec(text)?.[1];
  return seconds === undefined ? undefined : Number(seconds) * 1000;
}
