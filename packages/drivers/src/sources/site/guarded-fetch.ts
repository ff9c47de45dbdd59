/**
 * The only network access of this source. One call is one page: redirects are followed here, so that every hop is checked before a socket is
 * opened, and everything about the reply is limited.
 *
 * These checks keep a request inside the site: the address must be http or https without user name, on the default ports or the start's
 * port; `admit` checks whether its origin and path belong to the crawl; the block list inside the socket refuses addresses by what the name
 * or number really leads to. All three give the same outcome, `refused`, so that a page with planted links learns nothing about the network.
 *
 * Bodies are read raw and unpacked afterwards with a limit, because the client's own limits count packed bytes. Limits on silence do not
 * stop a server that sends a byte now and then, so a deadline covers the whole attempt.
 */
import type { LookupFunction } from 'node:net';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib';
import { Agent, request, type Dispatcher } from 'undici';
import { retryAfter } from '../../services/service-fetch.ts';
import { isLocalName, namedPrivate, publicOnly } from './address-guard.ts';
import type { Pace, Sleep } from './crawl.ts';

/** Limits of one request. Sizes are in bytes, times in milliseconds. */
export interface FetchLimits {
  /** Body as received over the network. */
  readonly rawBytes: number;
  /** Body after all content encodings are undone. */
  readonly unpackedBytes: number;
  /** Ratio of unpacked to raw size; checked only beyond the first megabyte. */
  readonly ratio: number;
  readonly encodings: number;
  readonly redirects: number;
  readonly urlLength: number;
  /** Whole attempt: connecting, redirects, headers and body. */
  readonly deadlineMs: number;
  readonly connectMs: number;
  readonly headersMs: number;
  /** Longest silence within a body. */
  readonly idleMs: number;
  /** Retries after a temporary failure. */
  readonly retries: number;
  /** Wait before the first retry; doubles each time, with jitter of one half. */
  readonly backoffMs: number;
  /** Longest `Retry-After` that is obeyed. */
  readonly retryAfterMs: number;
}

export const FETCH_LIMITS: FetchLimits = {
  rawBytes: 5_000_000,
  unpackedBytes: 20_000_000,
  ratio: 100,
  encodings: 2,
  redirects: 5,
  urlLength: 2_000,
  deadlineMs: 30_000,
  connectMs: 10_000,
  headersMs: 15_000,
  idleMs: 10_000,
  retries: 2,
  backoffMs: 500,
  retryAfterMs: 120_000,
};

export interface Fetched {
  readonly type: 'fetched';
  /** Address of the body, after redirects. */
  readonly url: URL;
  readonly body: Uint8Array;
  /** Media type in lower case, without parameters; `''` if the reply has none. */
  readonly mediaType: string;
  /** As in the header; `''` if it has none. */
  readonly charset: string;
  /** Values of `X-Robots-Tag`. */
  readonly robotsTag: readonly string[];
}

export type FetchOutcome =
  | Fetched
  /** An address that this crawl may not reach. Gives no reason, on purpose. */
  | { readonly type: 'refused' }
  /** The server reports that there is nothing to read: 4xx, or a redirect without a target. */
  | { readonly type: 'missing'; readonly status: number }
  /** The reply has another media type than requested. */
  | { readonly type: 'other' }
  /** The body is unusable: too large, or packed wrongly. */
  | { readonly type: 'unreadable'; readonly reason: string }
  /** The state of the page is unknown: server error, time-out, broken connection. */
  | { readonly type: 'unavailable'; readonly reason: string; readonly retryAfterMs?: number | undefined };

export interface FetchOptions {
  /** Called before every hop, including the first. */
  readonly admit: (url: URL) => boolean | Promise<boolean>;
  readonly accept: string;
  /** Media types to read; default any. A reply without a type is always read. */
  readonly mediaTypes?: readonly string[];
  /** True to cut a body that is too large instead of rejecting it. */
  readonly truncate?: boolean;
  readonly limits?: Partial<FetchLimits>;
  readonly signal?: AbortSignal | undefined;
}

export interface GuardedFetch {
  /** Resolves to an outcome whatever the server does; rejects only if `signal` is aborted. */
  fetch(url: URL, options: FetchOptions): Promise<FetchOutcome>;
  close(): Promise<void>;
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const TRY_AGAIN = new Set([408, 425, 429, 500, 502, 503, 504]);

export function guardedFetch(options: {
  readonly userAgent: string;
  /** Host names that may lead to private addresses. */
  readonly privateHosts: ReadonlySet<string>;
  /** Ports besides 80 and 443. */
  readonly ports: ReadonlySet<string>;
  readonly connections: number;
  readonly limits: FetchLimits;
  readonly pace: Pace;
  readonly sleep: Sleep;
  /** Random number from 0 to 1. */
  readonly random: () => number;
  /** Replaces the system's name lookup. */
  readonly lookup?: LookupFunction | undefined;
}): GuardedFetch {
  const agents = [publicOnly, namedPrivate].map(
    (blockList) =>
      new Agent({
        connections: options.connections,
        pipelining: 1,
        keepAliveTimeout: 2_000,
        connect: {
          blockList,
          timeout: options.limits.connectMs,
          ...(options.lookup === undefined ? {} : { lookup: options.lookup }),
        },
      }),
  ) as [Agent, Agent];

  async function fetch(url: URL, call: FetchOptions): Promise<FetchOutcome> {
    const limits = { ...options.limits, ...call.limits };
    for (let attempt = 0; ; attempt += 1) {
      await options.pace.turn(call.signal);
      const outcome = await attemptFetch(url, call, limits);
      if (outcome.type !== 'unavailable' || attempt >= limits.retries) return outcome;
      const { retryAfterMs } = outcome;
      if (retryAfterMs === undefined) {
        await options.sleep(limits.backoffMs * 2 ** attempt * (0.75 + options.random() / 2), call.signal);
      } else {
        if (retryAfterMs > limits.retryAfterMs) return outcome;
        options.pace.pause(retryAfterMs);
      }
    }
  }

  async function attemptFetch(start: URL, call: FetchOptions, limits: FetchLimits): Promise<FetchOutcome> {
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(), limits.deadlineMs);
    const signal = call.signal === undefined ? deadline.signal : AbortSignal.any([call.signal, deadline.signal]);
    try {
      let url = start;
      for (let hop = 0; ; hop += 1) {
        if (!isPlain(url, limits) || !(await call.admit(url))) return { type: 'refused' };
        const reply = await request(url, {
          dispatcher: options.privateHosts.has(url.hostname) ? agents[1] : agents[0],
          headers: { 'user-agent': options.userAgent, accept: call.accept, 'accept-encoding': ACCEPT_ENCODING },
          headersTimeout: limits.headersMs,
          bodyTimeout: limits.idleMs,
          signal,
        });
        const location = REDIRECTS.has(reply.statusCode) ? redirectTarget(reply, url) : undefined;
        if (location === undefined) return await readReply(reply, url, call, limits);
        await discard(reply);
        if (hop >= limits.redirects) return { type: 'missing', status: reply.statusCode };
        url = location;
      }
    } catch (error) {
      if (call.signal?.aborted === true) throw error;
      if (isBlocked(error)) return { type: 'refused' };
      const reason = deadline.signal.aborted ? `it took longer than ${limits.deadlineMs} ms` : failure(error);
      return { type: 'unavailable', reason };
    } finally {
      clearTimeout(timer);
    }
  }

  function isPlain(url: URL, limits: FetchLimits): boolean {
    const { protocol, username, password, port, hostname } = url;
    return (
      (protocol === 'http:' || protocol === 'https:') &&
      username === '' &&
      password === '' &&
      url.href.length <= limits.urlLength &&
      (port === '' || port === '80' || port === '443' || options.ports.has(port)) &&
      (!isLocalName(hostname) || options.privateHosts.has(hostname))
    );
  }

  return {
    fetch,
    async close() {
      await Promise.all(agents.map((agent) => agent.destroy()));
    },
  };
}

async function readReply(
  reply: Dispatcher.ResponseData,
  url: URL,
  call: FetchOptions,
  limits: FetchLimits,
): Promise<FetchOutcome> {
  const { statusCode } = reply;
  if (statusCode !== 200 && statusCode !== 203) {
    await discard(reply);
    if (TRY_AGAIN.has(statusCode) || statusCode >= 500) {
      const retryAfterMs = retryAfter({ get: (name) => header(reply, name) }, Date.now());
      return { type: 'unavailable', reason: `the server answers ${statusCode}`, retryAfterMs };
    }
    return { type: 'missing', status: statusCode };
  }
  const contentType = header(reply, 'content-type');
  const mediaType = contentType.split(';', 1)[0]!.trim().toLowerCase();
  if (call.mediaTypes !== undefined && mediaType !== '' && !call.mediaTypes.includes(mediaType)) {
    await discard(reply);
    return { type: 'other' };
  }
  const raw = await readRaw(reply, limits.rawBytes, call.truncate === true);
  if (raw === undefined) {
    return { type: 'unreadable', reason: `it is larger than ${limits.rawBytes} bytes` };
  }
  const body = await unpackBody(raw, header(reply, 'content-encoding'), limits);
  if (typeof body === 'string') return { type: 'unreadable', reason: body };
  const charset = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(contentType)?.[1] ?? '';
  const tag = reply.headers['x-robots-tag'];
  const robotsTag = tag === undefined ? [] : [tag].flat();
  return { type: 'fetched', url, body, mediaType, charset, robotsTag };
}

async function readRaw(
  reply: Dispatcher.ResponseData,
  limit: number,
  truncate: boolean,
): Promise<Uint8Array | undefined> {
  const parts: Uint8Array[] = [];
  let length = 0;
  reply.body.on('error', () => undefined); // leaving the loop early destroys the stream, which then emits an error
  for await (const part of reply.body as AsyncIterable<Uint8Array>) {
    parts.push(part);
    length += part.length;
    if (length <= limit) continue;
    return truncate ? Buffer.concat(parts).subarray(0, limit) : undefined;
  }
  return Buffer.concat(parts);
}

/** Reads small remainders, so that the connection can be reused, and cuts large ones. */
async function discard(reply: Dispatcher.ResponseData): Promise<void> {
  await reply.body.dump({ limit: 16_384 });
}

function redirectTarget(reply: Dispatcher.ResponseData, from: URL): URL | undefined {
  const location = Buffer.from(header(reply, 'location'), 'latin1').toString('utf8');
  if (location === '' || !URL.canParse(location, from.href)) return undefined;
  const target = new URL(location, from);
  target.hash = '';
  return target;
}

function header(reply: Dispatcher.ResponseData, name: string): string {
  const value = reply.headers[name];
  return (Array.isArray(value) ? value.join(', ') : value) ?? '';
}

function isBlocked(error: unknown): boolean {
  const { code, errors, cause } = error as { code?: unknown; errors?: readonly unknown[]; cause?: unknown };
  if (code === 'ERR_IP_BLOCKED') return true;
  return (errors?.some(isBlocked) ?? false) || (typeof cause === 'object' && cause !== null && isBlocked(cause));
}

/** Describes an error without the system's message, which names addresses. */
function failure(error: unknown): string {
  const code = String((error as { code?: unknown }).code ?? '');
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'its host is not known';
  if (code === 'ECONNREFUSED') return 'its host accepts no connection';
  if (code.includes('TIMEOUT') || code === 'ETIMEDOUT') return 'its host does not answer in time';
  if (code.includes('CERT') || code.includes('TLS') || code.includes('SSL')) return 'its certificate is not accepted';
  return 'the connection broke';
}

type Unpack = (bytes: Uint8Array, options: { maxOutputLength: number }) => Promise<Uint8Array>;

const UNPACK: Readonly<Record<string, Unpack>> = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  br: promisify(brotliDecompress),
  deflate: inflateEither,
};

const FREE_BYTES = 1_000_000;

/** The encodings that `unpackBody` undoes, for the request header. */
const ACCEPT_ENCODING = 'gzip, deflate, br';

/**
 * Undoes `Content-Encoding`, last one first. Output is limited inside zlib, so an oversized body never exists in memory. Returns the reason
 * as text if the body must not or cannot be unpacked.
 */
export async function unpackBody(
  bytes: Uint8Array,
  contentEncoding: string,
  limits: Pick<FetchLimits, 'unpackedBytes' | 'ratio' | 'encodings'>,
): Promise<Uint8Array | string> {
  const encodings = contentEncoding
    .toLowerCase()
    .split(',')
    .map((encoding) => encoding.trim())
    .filter((encoding) => encoding !== '' && encoding !== 'identity');
  if (encodings.length > limits.encodings) return `it is packed ${encodings.length} times over`;
  const maxOutputLength = Math.min(limits.unpackedBytes, Math.max(FREE_BYTES, bytes.length * limits.ratio));
  let unpacked = bytes;
  for (const encoding of encodings.toReversed()) {
    const unpack = Object.hasOwn(UNPACK, encoding) ? UNPACK[encoding] : undefined;
    if (unpack === undefined) return 'it is packed in an encoding that was not asked for';
    try {
      unpacked = await unpack(unpacked, { maxOutputLength });
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
        ? `it unpacks to more than ${maxOutputLength} bytes`
        : 'it is packed wrongly';
    }
  }
  return unpacked.length > limits.unpackedBytes ? `it is larger than ${limits.unpackedBytes} bytes` : unpacked;
}

/** Some servers send bare deflate data although the standard requires a zlib wrapper. */
async function inflateEither(bytes: Uint8Array, options: { maxOutputLength: number }): Promise<Uint8Array> {
  const wrapped = ((bytes[0] ?? 0) & 0x0f) === 8;
  return wrapped ? promisify(inflate)(bytes, options) : promisify(inflateRaw)(bytes, options);
}
