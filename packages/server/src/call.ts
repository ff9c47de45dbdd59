/** All paths, and what the requests of each share: data, body, refusals, the signal that ends a run, and a body that reports its end. */
import type { HttpBindings } from '@hono/node-server';
import { IbidError } from '@ibid/core';
import {
  type Decoded,
  encodeFailure,
  type Endpoint,
  type FailureCode,
  type WireContext,
  type WireFailure,
  type WireReply,
  type WireRequest,
} from '@ibid/wire';
import type { Context, Hono } from 'hono';
import { TrieRouter } from 'hono/router/trie-router';
import { isUtf8 } from 'node:buffer';
import type { RequestReport } from './app-options.ts';
import type { Allowance, Asker, Counted, RequestLimit } from './limits.ts';

interface Variables {
  /** In which the reply is encoded. What a request wants repeated is in it once the request is decoded. */
  context: WireContext;
  /** Route pattern that matched; `''` if none did. */
  route: string;
  /** Endpoint of the path; `undefined` if no dialect has the path. */
  endpoint: Endpoint | undefined;
  notes: CallNotes;
  /** Security headers of the response. Those of the built-in pages unless a handler sets others. */
  security: Readonly<Record<string, string>>;
  asker: Asker;
  /** Counts calls of the client, 1 by default. Throws a `Refusal` if it must wait. */
  admit: (counted: Counted, count?: number) => void;
}

export type AppEnv = { readonly Variables: Variables };
export type App = Hono<AppEnv>;
export type AppContext = Context<AppEnv>;

type Noted = {
  -readonly [K in 'code' | 'cause' | 'brokenOff' | 'outcome' | 'fallback' | 'retrievalMilliseconds']?: RequestReport[K];
};

/** Data collected during a request for its report. */
export interface CallNotes extends Noted {
  question?: string;
  /** The client's remaining allowance after this question was counted. */
  allowance?: Allowance;
  /** True if a stream continues after the response was created; the report then waits for `onEnd`. */
  stillOpen?: boolean;
  onEnd?: () => void;
}

/** Fits the longest question and selection, even with every character escaped, and the other fields. */
const MAX_BODY_BYTES = 98_304;

/** Failures without a fixed retry time that get one if the error is marked as retryable. */
const PASSES: readonly FailureCode[] = ['UPSTREAM_FAILED', 'TIMED_OUT'];
const RETRY_SECONDS = 5;

/**
 * Returns failure fields for an error from a part behind the server. A database with no free connection is reported as `UPSTREAM_FAILED`,
 * because it is not the client's mistake. Only a full queue, which reports how many are waiting, stays `RATE_LIMITED`.
 */
export function passing({ code, retryable, details }: IbidError): Partial<WireFailure> {
  if (code === 'RATE_LIMITED' && details['waiting'] === undefined) {
    return { code: 'UPSTREAM_FAILED', retryAfterSeconds: RETRY_SECONDS };
  }
  return retryable && PASSES.includes(code) ? { retryAfterSeconds: RETRY_SECONDS } : {};
}

/** Ends a request with a failure. `cause` is for the report only. */
export class Refusal extends Error {
  readonly failure: WireFailure;
  constructor(code: FailureCode, message = '', details: Partial<WireFailure> = {}, cause?: unknown) {
    super(code, { cause });
    this.failure = { code, message, ...details };
  }
}

/** Returns the refusal for an error that was thrown. */
export function refusalOf(error: unknown, stage?: WireFailure['stage']): Refusal {
  if (error instanceof Refusal) return error;
  if (!IbidError.is(error)) return new Refusal('INTERNAL', '', { stage }, error);
  return new Refusal(error.code, error.message, { stage, ...passing(error) }, error);
}

/** Notes a failure for the report and returns its response: in the format of the path's dialect, else in the shared format. */
export function failed(c: AppContext, error: unknown): Response {
  const { failure, cause } = refusalOf(error);
  const notes = c.get('notes');
  notes.code = failure.code;
  notes.cause = cause ?? notes.cause;
  return toResponse(encodeFailure(failure, c.get('context'), c.get('endpoint')));
}

/** Reads and decodes the request of a call, and counts the call as `counted`. */
export async function decodeCall<T>(
  c: AppContext,
  endpoint: Pick<Endpoint, 'method' | 'maxBodyBytes' | 'bodyOptional'> & { decode(request: WireRequest): Decoded<T> },
  counted: Counted | undefined,
): Promise<T> {
  const { method, maxBodyBytes = 0, bodyOptional = false } = endpoint;
  const limits = { maxBytes: Math.max(MAX_BODY_BYTES, maxBodyBytes), optional: bodyOptional };
  const body = method === 'POST' ? await readBody(c, limits) : undefined;
  const decoded = endpoint.decode({ query: new URL(c.req.raw.url).searchParams, params: c.req.param(), body });
  if (decoded.kind !== 'ok') {
    const { kind, issues } = decoded;
    const message = issues.map((issue) => issue.message).join('; ');
    throw new Refusal(kind === 'invalid' ? 'INVALID_REQUEST' : 'CONTEXT_REFUSED', message, { issues });
  }
  if (counted !== undefined) c.get('admit')(counted);
  c.set('context', { ...c.get('context'), echo: decoded.echo, notes: decoded.notes });
  return decoded.value;
}

/**
 * Reads a JSON body strictly: `application/json`, uncompressed, at most `maxBytes` even when chunked, valid UTF-8, valid JSON. Returns
 * `undefined` for a missing `optional` body. Throws a `Refusal` for any other.
 */
export async function readBody(
  c: Pick<Context, 'env' | 'req'>,
  { maxBytes = MAX_BODY_BYTES, optional = false }: { readonly maxBytes?: number; readonly optional?: boolean } = {},
): Promise<unknown> {
  const { body, headers } = bodyOf(c);
  if (optional && isWithoutBody(headers)) return undefined;
  const type = (headers.get('content-type') ?? '').split(';')[0]!.trim().toLowerCase();
  const encoding = (headers.get('content-encoding') ?? 'identity').trim().toLowerCase();
  if (type !== 'application/json' || encoding !== 'identity') throw new Refusal('BODY_TYPE_UNSUPPORTED');
  const checkLength = (length: number): void => {
    if (length > maxBytes) throw new Refusal('BODY_TOO_LARGE', `The request body may have at most ${maxBytes} bytes.`);
  };
  checkLength(Number(headers.get('content-length') ?? 0));
  const parts: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const part of body) {
      length += part.byteLength;
      checkLength(length);
      parts.push(part);
    }
  } catch (error) {
    throw error instanceof Refusal ? error : new Refusal('ABORTED', 'The request body ended early.');
  }
  const bytes = Buffer.concat(parts);
  if (bytes.length === 0 && optional) return undefined;
  if (bytes.length === 0) throw new Refusal('INVALID_REQUEST', 'The request body is empty; send a JSON object.');
  if (hasTooManyParts(bytes)) {
    throw new Refusal('INVALID_REQUEST', `The request body may hold at most ${MOST_PARTS} objects, lists and fields.`);
  }
  if (!isUtf8(bytes)) throw new Refusal('INVALID_REQUEST', 'The request body is not valid UTF-8.');
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as unknown;
  } catch {
    throw new Refusal('INVALID_REQUEST', 'The request body is not valid JSON.');
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

export function toResponse(reply: WireReply): Response {
  return new Response(JSON.stringify(reply.body), {
    status: reply.status,
    headers: { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store', ...reply.headers },
  });
}

export interface RunSignal extends Disposable {
  /** Aborted with an `IbidError`: `TIMED_OUT`, `CLOSED` or `ABORTED`. */
  readonly signal: AbortSignal;
  /** Call when the client has left. */
  readonly leave: () => void;
}

/** Combines everything that can end a run early into one signal: deadline, server shutdown, client disconnect. Dispose it after the run. */
export function runSignal(options: {
  readonly client: AbortSignal;
  readonly shutdown: AbortSignal | undefined;
  readonly deadlineMs: number;
}): RunSignal {
  const { client, shutdown, deadlineMs } = options;
  const controller = new AbortController();
  const listening = new AbortController();
  const abort = (code: 'TIMED_OUT' | 'CLOSED', message: string): void =>
    controller.abort(new IbidError(code, message, { retryable: true }));
  const leave = (): void => controller.abort(clientLeft());
  const close = (): void => abort('CLOSED', 'The server is shutting down.');
  const timer = setTimeout(() => abort('TIMED_OUT', `The answer took more than ${deadlineMs} ms.`), deadlineMs);
  if (client.aborted) leave();
  if (shutdown?.aborted === true) close();
  client.addEventListener('abort', leave, { signal: listening.signal });
  shutdown?.addEventListener('abort', close, { signal: listening.signal });
  return {
    signal: controller.signal,
    leave,
    [Symbol.dispose]() {
      clearTimeout(timer);
      listening.abort();
    },
  };
}

function clientLeft(): IbidError {
  return new IbidError('ABORTED', 'The client has left.', { retryable: true });
}

/** An SSE comment, which every client ignores. It keeps proxies from closing the connection. */
const HEARTBEAT = ': still here\n\n';
const utf8 = new TextEncoder();

/**
 * Makes a body of parts, and reports the request when it ends. A failure in the middle cannot change the status any more: it breaks the
 * connection off, so that clients notice, and is noted.
 */
export function reportedBody(
  c: AppContext,
  parts: AsyncGenerator<string | Uint8Array>,
  {
    heartbeatMs,
    onLeave,
    onEnd,
  }: {
    /** Milliseconds without a part after which a heartbeat is sent. If given, parts are sent as they come, else as the client takes them. */
    readonly heartbeatMs?: number;
    /** Called if the client leaves before the end. */
    readonly onLeave?: () => void;
    readonly onEnd?: () => void;
  } = {},
): ReadableStream<Uint8Array> {
  const notes = c.get('notes');
  notes.stillOpen = true;
  let heartbeat: NodeJS.Timeout | undefined;
  let hasEnded = false;
  const end = (failure: Pick<CallNotes, 'code' | 'cause' | 'brokenOff'> = {}): void => {
    // A part may still be on its way for a client that has left.
    if (hasEnded) return;
    hasEnded = true;
    clearInterval(heartbeat);
    Object.assign(notes, failure);
    notes.stillOpen = false;
    onEnd?.();
    notes.onEnd?.();
  };
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        if (heartbeatMs === undefined) return;
        heartbeat = setInterval(() => controller.enqueue(utf8.encode(HEARTBEAT)), heartbeatMs);
      },
      async pull(controller) {
        try {
          const { done, value } = await parts.next();
          if (hasEnded) return;
          heartbeat?.refresh();
          if (done !== true) return controller.enqueue(typeof value === 'string' ? utf8.encode(value) : value);
          end();
          controller.close();
        } catch (cause) {
          end({ code: IbidError.is(cause) ? cause.code : 'INTERNAL', cause, brokenOff: true });
          // The adapter prints it, and the cause may hold text of pages.
          controller.error(new Error('The reply was broken off.'));
        }
      },
      async cancel() {
        onLeave?.();
        end({ code: 'ABORTED', cause: clientLeft(), brokenOff: true });
        await parts.return(undefined);
      },
    },
    { highWaterMark: heartbeatMs === undefined ? 0 : Infinity },
  );
}

export type Handler = (c: AppContext) => Promise<Response> | Response;

/** A path that the server handles. */
export interface Route {
  /** Limit that its requests count against before they are read. */
  readonly limit: RequestLimit;
  /** `any-host`: accepts every host name, because health checks are sent to an address. `any-origin`: also open to pages of all other sites. */
  readonly open: 'any-host' | 'any-origin' | undefined;
  /** Allowed methods, with the endpoint of each if it belongs to a contract. */
  readonly methods: Map<string, Endpoint | undefined>;
}

export interface RouteOptions extends Pick<Partial<Route>, 'open'> {
  readonly limit: RequestLimit;
  readonly endpoint?: Endpoint;
  /** Path in Hono's syntax, if it is more than plain segments. */
  readonly at?: string;
}

/** All paths of the server and their handlers. */
export class Routes {
  readonly #routes = new Map<string, Route>();
  readonly #paths = new TrieRouter<Route>();
  readonly #app: App;

  constructor(app: App) {
    this.#app = app;
  }

  /** Registers `handler` for a path, its name in reports. `{name}` matches one segment, available as `c.req.param('name')`. */
  on(method: string, path: string, options: RouteOptions, handler: Handler): void {
    const { at = path.replace(/\{(\w+)\}/gu, ':$1'), limit, open, endpoint } = options;
    const known = this.#routes.get(path);
    if (known !== undefined && (known.limit !== limit || known.open !== open))
      throw new TypeError(`\`${path}\` has another limit or openness already.`);
    const route = known ?? { limit, open, methods: new Map() };
    if (known === undefined) this.#paths.add('ALL', at, route);
    route.methods.set(method, endpoint);
    this.#routes.set(path, route);
    this.#app.on(method, at, (c) => {
      c.set('route', path);
      return handler(c);
    });
  }

  /** Returns the route that matches a path, for any method. */
  at(path: string): Route | undefined {
    return this.#paths.match('ALL', path)[0][0]?.[0];
  }
}
