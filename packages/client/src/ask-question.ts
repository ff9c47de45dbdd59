import type { AskEvent, AskRequest, FailureKind } from './wire.ts';
import { createEventReader } from './create-event-reader.ts';
import { readRefusal } from './failure-of.ts';

/** Where requests go, and how. */
export interface ApiOptions {
  /** Base address or path of the API, without a trailing slash. */
  readonly api: string;
  /** Site key; `''` sends none. */
  readonly siteKey: string;
  /** @default that of the browser or of Node */
  readonly fetch?: typeof fetch | undefined;
}

export interface AskOptions extends ApiOptions {
  readonly request: AskRequest;
  /** Cancels the question and closes the connection. */
  readonly signal: AbortSignal;
  /** Called with each event in stream order, never after the last one. Must not throw. */
  readonly onEvent: (event: AskEvent) => void;
  readonly timeouts?: AskTimeouts | undefined;
  /** @default what the browser says */
  readonly isOnline?: (() => boolean) | undefined;
}

/** Timeouts in milliseconds. */
export interface AskTimeouts {
  /** Until the response headers arrive. @default 30000 */
  readonly head?: number;
  /** Until the next bytes arrive, even if only a comment. @default 45000 */
  readonly idle?: number;
  /** Until a lost connection is reported: a page loses its connection just before it is left. @default 200 */
  readonly loss?: number;
}

export const HEAD = 30_000;
const IDLE = 45_000;
const LOSS = 200;
/**
 * Milliseconds the server has to close the stream after the last event. Cancelling at once would appear as a failure in the browser's
 * developer tools.
 */
const DRAIN = 1_000;
/** In characters. A whole reply with 20 footnotes, sent twice, takes less than a tenth of it. */
const MOST_OF_STREAM = 2_000_000;

/** Node's `navigator` has no `onLine`. */
export function browserIsOnline(): boolean {
  return (globalThis as { readonly navigator?: { readonly onLine?: boolean } }).navigator?.onLine !== false;
}

/**
 * Asks a question over the stream of the native API. The last event is always exactly one of `done`, `stopped` and `failed`; the promise
 * then resolves and never rejects. Earlier events stay valid after a failure, because each statement is proved.
 */
export function askQuestion(options: AskOptions): Promise<void> {
  const { signal, onEvent, timeouts = {}, isOnline = browserIsOnline } = options;
  return new Promise((resolve) => {
    const connection = new AbortController();
    let requestId = '';
    let hasEnded = false;
    let timer: ReturnType<typeof setTimeout> | undefined;

    function end(event: AskEvent): void {
      if (hasEnded) return;
      hasEnded = true;
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      if (event.type === 'done') drain();
      else connection.abort();
      resolve();
      onEvent(event);
    }
    function drain(): void {
      const drained = setTimeout(() => connection.abort(), DRAIN) as number | { unref(): void };
      // Do not keep a Node process alive for this timer.
      if (typeof drained === 'object') drained.unref();
    }
    function stop(): void {
      end({ type: 'stopped' });
    }
    function fail(kind: FailureKind): void {
      end({ type: 'failed', failure: { kind, message: '', retryAfter: 0, requestId } });
    }
    function lose(kind: FailureKind): void {
      clearTimeout(timer);
      if (!hasEnded) timer = setTimeout(() => fail(isOnline() ? kind : 'offline'), timeouts.loss ?? LOSS);
    }
    function take(event: AskEvent): void {
      if (event.type === 'started') requestId = event.requestId;
      if (event.type === 'done') end(event);
      else if (event.type === 'failed')
        end({ ...event, failure: { ...event.failure, requestId: event.failure.requestId || requestId } });
      else if (!hasEnded) onEvent(event);
    }
    function watch(milliseconds: number): void {
      clearTimeout(timer);
      if (!hasEnded) timer = setTimeout(() => fail('timeout'), milliseconds);
    }

    async function converse(): Promise<void> {
      watch(timeouts.head ?? HEAD);
      const sent = postJson(options, '/api/ask/stream', options.request, { signal: connection.signal });
      const response = await sent.catch(() => undefined);
      watch(timeouts.idle ?? IDLE);
      if (response === undefined) return lose('unreachable');
      if (!response.ok) {
        return end({ type: 'failed', failure: await readRefusal(response) });
      }
      const type = response.headers.get('Content-Type') ?? '';
      if (response.body === null || !/^text\/event-stream\b/iu.test(type)) return fail('error');
      await read(response.body);
    }

    async function read(body: ReadableStream<Uint8Array>): Promise<void> {
      const feed = createEventReader(take);
      const pieces = textOf(body, MOST_OF_STREAM);
      let length = 0;
      for (;;) {
        const piece = await pieces.next().catch(() => undefined);
        if (piece === undefined) return lose('cut');
        if (piece.done === true) return fail(length < MOST_OF_STREAM ? 'cut' : 'error');
        length += piece.value.length;
        watch(timeouts.idle ?? IDLE);
        if (!hasEnded) feed(piece.value);
      }
    }

    if (signal.aborted) stop();
    else {
      signal.addEventListener('abort', stop);
      // Thrown if the response is not a stream in this format.
      converse().catch(() => fail('error'));
    }
  });
}

/** Sends `body` to the API as JSON, without cookies or credentials. Redirects are not followed but count as a failure. Rejects as `fetch` does. */
export function postJson(
  to: ApiOptions,
  path: `/${string}`,
  body: unknown,
  options: { readonly signal: AbortSignal; readonly keepalive?: boolean },
): Promise<Response> {
  const headers = { 'Content-Type': 'application/json' };
  return send(to, path, { method: 'POST', headers, body: JSON.stringify(body), ...options });
}

/** Sends a request to the API, as `postJson` does. */
export function send(
  to: ApiOptions,
  path: `/${string}`,
  { headers, ...init }: RequestInit & { readonly headers?: Readonly<Record<string, string>> },
): Promise<Response> {
  return (to.fetch ?? fetch)(to.api + path, {
    headers: { ...headers, ...(to.siteKey === '' ? {} : { 'X-Ibid-Site-Key': to.siteKey }) },
    credentials: 'omit',
    redirect: 'error',
    ...init,
  });
}

/** Yields the text of a body as it arrives; stops after `most` characters. Rejects if the connection breaks. */
export async function* textOf(body: ReadableStream<Uint8Array>, most: number): AsyncGenerator<string, void> {
  const reader = body.getReader();
  const utf8 = new TextDecoder();
  let left = most;
  // Not every browser supports async iteration of streams.
  for (let read = await reader.read(); !read.done && left > 0; read = await reader.read()) {
    const text = utf8.decode(read.value, { stream: true });
    left -= text.length;
    yield text;
  }
}

/** A reader's feedback on an answer, in its wire format. */
export interface FeedbackRequest {
  readonly request_id: string;
  readonly verdict: 'up' | 'down';
  readonly reasons: readonly string[];
  /** At most 500 characters. */
  readonly note: string;
  readonly question: string;
  /** Address of the page where the question was asked; `''` if none. */
  readonly page: string;
}

export interface SendFeedbackOptions extends ApiOptions {
  readonly feedback: FeedbackRequest;
  /** Milliseconds. @default 10000 */
  readonly timeout?: number | undefined;
}

/** Sends feedback once, even if the page is left meanwhile. Never rejects: resolves to `failed` if the server did not accept it. */
export async function sendFeedback(options: SendFeedbackOptions): Promise<'sent' | 'failed'> {
  try {
    const signal = AbortSignal.timeout(options.timeout ?? 10_000);
    const response = await postJson(options, '/api/feedback', options.feedback, { signal, keepalive: true });
    await response.body?.cancel();
    return response.ok ? 'sent' : 'failed';
  } catch {
    return 'failed';
  }
}
