import { postJson } from './ask-question.ts';

/** What a reader thinks of an answer, as it goes over the wire. */
export interface FeedbackRequest {
  readonly request_id: string;
  readonly verdict: 'up' | 'down';
  readonly reasons: readonly string[];
  /** At most 500 characters. */
  readonly note: string;
  /** Address of the page on which was asked; `''` for none. */
  readonly page: string;
}

export interface SendFeedbackOptions {
  /** Where the API is: an address or a path, without a slash at the end. */
  readonly api: string;
  /** `''` sends none. */
  readonly siteKey: string;
  readonly feedback: FeedbackRequest;
  /** @default the browser's */
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
