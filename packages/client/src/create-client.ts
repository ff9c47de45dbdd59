import { askQuestion, sendFeedback, type AskTimeouts, type FeedbackRequest } from './ask-question.ts';
import type { AskEvent, AskRequest, Failure, Reply } from './wire.ts';

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
  /** Ends the question; the connection is closed then. */
  readonly signal?: AbortSignal;
}

/** Events while a question is answered. */
export type AskProgress = Exclude<AskEvent, { readonly type: 'done' | 'stopped' | 'failed' }>;

export interface Client {
  /** The whole reply. Rejects with an `AskError`, or with the reason of the signal. */
  ask(request: string | AskRequest, options?: CallOptions): Promise<Reply>;
  /**
   * Yields the events while the question is answered; returns the whole reply. Throws an `AskError`, or the reason of the signal. What came before
   * stays valid: each statement is proved. Leaving the loop closes the connection.
   */
  stream(request: string | AskRequest, options?: CallOptions): AsyncGenerator<AskProgress, Reply>;
  /** Never rejects: `failed` when the server did not take it. */
  sendFeedback(feedback: FeedbackRequest): Promise<'sent' | 'failed'>;
}

/** No answer came, or it broke off. */
export class AskError extends Error implements Failure {
  override readonly name: string = 'AskError';
  readonly kind: Failure['kind'];
  /** Seconds until another try makes sense; 0 when nobody said. */
  readonly retryAfter: number;
  /** `''` where the server was not reached. */
  readonly requestId: string;

  constructor({ kind, message, retryAfter, requestId }: Failure) {
    super(message === '' ? `No answer came: ${kind}.` : message);
    this.kind = kind;
    this.retryAfter = retryAfter;
    this.requestId = requestId;
  }
}

/** A client of the native API, in browsers and in Node. Sends no cookie and follows no redirect. */
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
    sendFeedback: (feedback) => sendFeedback({ ...to, feedback }),
  };
}
