import {
  askQuestion,
  browserIsOnline,
  HEAD,
  send,
  sendFeedback,
  type AskTimeouts,
  type FeedbackRequest,
} from './ask-question.ts';
import { readRefusal } from './failure-of.ts';
import { readSearchReply } from './read-wire.ts';
import type { AskEvent, AskRequest, Failure, FailureKind, Reply, SearchReply, SearchRequest } from './wire.ts';

export interface ClientOptions {
  /** Address of `ibid serve`, such as `https://docs.example.org`. @default the origin of the page */
  readonly url?: string;
  /** Sent as `X-Ibid-Site-Key`. */
  readonly siteKey?: string;
  /** @default that of the browser or of Node */
  readonly fetch?: typeof fetch;
  readonly timeouts?: AskTimeouts;
}

export interface CallOptions {
  /** Cancels the request and closes the connection. */
  readonly signal?: AbortSignal;
}

/** Events that arrive while a question is being answered. */
export type AskProgress = Exclude<AskEvent, { readonly type: 'done' | 'stopped' | 'failed' }>;

export interface Client {
  /** Asks a question and returns the whole reply. Rejects with an `AskError`, or with the reason of the signal. */
  ask(request: string | AskRequest, options?: CallOptions): Promise<Reply>;
  /**
   * Yields events while the question is answered and returns the whole reply. Throws an `AskError`, or the reason of the signal; earlier
   * events stay valid, because each statement is proved. Leaving the loop closes the connection.
   */
  stream(request: string | AskRequest, options?: CallOptions): AsyncGenerator<AskProgress, Reply>;
  /**
   * Finds pages while a reader types: by words alone, also by their beginnings and with typing errors, without an answer. Rejects with an
   * `AskError`, or with the reason of the signal.
   */
  search(request: string | SearchRequest, options?: CallOptions): Promise<SearchReply>;
  /** Sends a reader's feedback. Never rejects: resolves to `failed` if the server did not accept it. */
  sendFeedback(feedback: FeedbackRequest): Promise<'sent' | 'failed'>;
}

/** Thrown if no answer or no search result came, or the answer broke off. */
export class AskError extends Error implements Failure {
  override readonly name: string = 'AskError';
  readonly kind: Failure['kind'];
  /** Seconds until a retry makes sense; 0 if unknown. */
  readonly retryAfter: number;
  /** Id of the request; `''` if the server was not reached. */
  readonly requestId: string;

  constructor({ kind, message, retryAfter, requestId }: Failure) {
    super(message === '' ? `No reply came: ${kind}.` : message);
    this.kind = kind;
    this.retryAfter = retryAfter;
    this.requestId = requestId;
  }
}

/** Creates a client of the native API for browsers and Node. It sends no cookies and follows no redirects. */
export function createClient({ url = '', siteKey = '', fetch, timeouts }: ClientOptions = {}): Client {
  const to = { api: url.replace(/\/+$/u, ''), siteKey, fetch };

  async function* stream(
    request: string | AskRequest,
    { signal }: CallOptions = {},
  ): AsyncGenerator<AskProgress, Reply> {
    const left = new AbortController();
    const events: AskEvent[] = [];
    let wake: (() => void) | undefined;
    void askQuestion({
      ...to,
      timeouts,
      request: typeof request === 'string' ? { query: request } : request,
      signal: signal === undefined ? left.signal : AbortSignal.any([left.signal, signal]),
      onEvent(event) {
        events.push(event);
        wake?.();
      },
    });
    try {
      for (;;) {
        const event = events.shift();
        if (event === undefined) await new Promise<void>((resolve) => (wake = resolve));
        else if (event.type === 'done') return event.reply;
        else if (event.type === 'failed') throw new AskError(event.failure);
        else if (event.type === 'stopped') throw signal?.reason;
        else yield event;
      }
    } finally {
      left.abort();
    }
  }

  return {
    stream,
    async ask(request, options) {
      const events = stream(request, options);
      let next = await events.next();
      while (next.done !== true) next = await events.next();
      return next.value;
    },
    async search(request, { signal } = {}) {
      const { query: q, ...rest } = typeof request === 'string' ? { query: request } : request;
      const given = Object.entries({ q, ...rest }).filter(([, value]) => value !== undefined);
      const members = new URLSearchParams(Object.fromEntries(given.map(([name, value]) => [name, String(value)])));
      const timeout = AbortSignal.timeout(timeouts?.head ?? HEAD);
      const fail = (kind: FailureKind, requestId = ''): never => {
        signal?.throwIfAborted();
        throw new AskError({ kind: timeout.aborted ? 'timeout' : kind, message: '', retryAfter: 0, requestId });
      };
      const response = await send(to, `/api/search?${members}`, {
        signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
      }).catch(() => fail(browserIsOnline() ? 'unreachable' : 'offline'));
      const requestId = response.headers.get('X-Request-Id') ?? '';
      if (!response.ok) {
        const refusal = await readRefusal(response);
        return signal?.aborted === true || timeout.aborted
          ? fail('cut', requestId)
          : Promise.reject(new AskError(refusal));
      }
      const body = await response.text().catch(() => fail('cut', requestId));
      try {
        return readSearchReply(JSON.parse(body));
      } catch {
        return fail('error', requestId);
      }
    },
    sendFeedback: (feedback) => sendFeedback({ ...to, feedback }),
  };
}
