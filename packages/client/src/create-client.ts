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
  /** Cancels the question and closes the connection. */
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
  /** Sends a reader's feedback. Never rejects: resolves to `failed` if the server did not accept it. */
  sendFeedback(feedback: FeedbackRequest): Promise<'sent' | 'failed'>;
}

/** Thrown if no answer came or the answer broke off. */
export class AskError extends Error implements Failure {
  override readonly name: string = 'AskError';
  readonly kind: Failure['kind'];
  /** Seconds until a retry makes sense; 0 if unknown. */
  readonly retryAfter: number;
  /** Id of the request; `''` if the server was not reached. */
  readonly requestId: string;

  constructor({ kind, message, retryAfter, requestId }: Failure) {
    super(message === '' ? `No answer came: ${kind}.` : message);
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
    sendFeedback: (feedback) => sendFeedback({ ...to, feedback }),
  };
}
