import type { AskEvent, AskRequest, FailureKind } from './wire.ts';
import { createEventReader } from './create-event-reader.ts';
import { readRefusal } from './failure-of.ts';

export interface AskOptions {
  /** Address or path of the API, without a slash at the end. */
  readonly api: string;
  /** `''` sends none. */
  readonly siteKey: string;
  readonly request: AskRequest;
  /** Ends the question; the connection is closed then. */
  readonly signal: AbortSignal;
  /** Called in the order of the stream, and not after the last event. Must not throw. */
  readonly onEvent: (event: AskEvent) => void;
  /** @default that of the browser or of Node */
  readonly fetch?: typeof fetch | undefined;
  readonly timeouts?: AskTimeouts | undefined;
  /** @default what the browser says */
  readonly isOnline?: (() => boolean) | undefined;
}

/** Milliseconds. */
export interface AskTimeouts {
  /** Until the server answers at all. @default 30000 */
  readonly head?: number;
  /** Until anything more comes, be it a comment. @default 45000 */
  readonly idle?: number;
  /** Until a lost connection is told of: a page that is being left loses it just before it goes. @default 200 */
  readonly loss?: number;
}

const HEAD = 30_000;
const IDLE = 45_000;
const LOSS = 200;
/** So long the server may take to close its side after the last event: what is broken off looks like a failure in the browser's tools. */
const DRAIN = 1_000;
/** Characters. A whole reply with 20 footnotes, said twice, takes less than a tenth of it. */
const MOST_OF_STREAM = 2_000_000;

/** Node's navigator says nothing of it. */
function browserIsOnline(): boolean {
  return (globalThis as { readonly navigator?: { readonly onLine?: boolean } }).navigator?.onLine !== false;
}

/**
 * Asks over the stream of the native API. Whatever happens, exactly one of `done`, `stopped` and `failed` comes, as the last event;
 * the promise is fulfilled with it and never rejected. What came before the last event stays valid: each statement is proved.
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
      // A program in Node need not wait for it.
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
      // Thrown for what is no stream of ours.
      converse().catch(() => fail('error'));
    }
  });
}

/**
 * Sends `body` to the API. Nothing but what is said here goes along: no cookie, no login of the reader. It goes to where the owner says and
 * no further: a server that sends it on to another place has failed. Rejects as `fetch` does.
 */
export function postJson(
  to: { readonly api: string; readonly siteKey: string; readonly fetch?: typeof fetch | undefined },
  path: `/${string}`,
  body: unknown,
  options: { readonly signal: AbortSignal; readonly keepalive?: boolean },
): Promise<Response> {
  const send = to.fetch ?? fetch;
  return send(to.api + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(to.siteKey === '' ? {} : { 'X-Ibid-Site-Key': to.siteKey }) },
    body: JSON.stringify(body),
    credentials: 'omit',
    redirect: 'error',
    ...options,
  });
}

/** The text of a body as it comes; ends early after `most` characters. Rejects when the connection breaks. */
export async function* textOf(body: ReadableStream<Uint8Array>, most: number): AsyncGenerator<string, void> {
  const reader = body.getReader();
  const utf8 = new TextDecoder();
  let left = most;
  // Not every browser lets a stream be iterated.
  for (let read = await reader.read(); !read.done && left > 0; read = await reader.read()) {
    const text = utf8.decode(read.value, { stream: true });
    left -= text.length;
    yield text;
  }
}

/** A reader's rating of an answer, as sent to the server. */
export interface FeedbackRequest {
  readonly request_id: string;
  readonly verdict: 'up' | 'down';
  readonly reasons: readonly string[];
  /** At most 500 characters. */
  readonly note: string;
  readonly question: string;
  /** Address of the page on which was asked; `''` for none. */
  readonly page: string;
}

export interface SendFeedbackOptions {
  /** Address or path of the API, without a slash at the end. */
  readonly api: string;
  /** `''` sends none. */
  readonly siteKey: string;
  readonly feedback: FeedbackRequest;
  /** @default that of the browser or of Node */
  readonly fetch?: typeof fetch | undefined;
  /** Milliseconds. @default 10000 */
  readonly timeout?: number | undefined;
}

/** Sends it once, also when the page is left meanwhile. Never rejects: `failed` when the server did not take it. */
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
