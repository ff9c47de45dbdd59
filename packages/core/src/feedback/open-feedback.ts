import type { CallOptions } from '../types/call-options.ts';
import { FEEDBACK_REASONS, type Feedback, type FeedbackDriver } from '../types/feedback.ts';
import { IbidError } from '../types/ibid-error.ts';
import { guardedCall } from '../store/guarded-call.ts';
import { checkFeedback, checkInstant, checkLimit } from './feedback-arguments.ts';

export interface FeedbackOptions {
  readonly driver: FeedbackDriver;
  readonly now: () => Date;
  /** Most that are kept; 10,000 unless given. */
  readonly most?: number;
}

/**
 * What readers think of answers, as the service holds it: the driver's verbs, made total. Values that are no feedback are refused
 * with `INVALID_REQUEST`, calls after `close` with `CLOSED`; an abort rejects with `ABORTED` at once; anything else that a driver
 * throws arrives as `UPSTREAM_FAILED`.
 */
export interface FeedbackStore extends AsyncDisposable {
  /** One verdict for each request: the newest takes the place of the one before. */
  keep(given: Omit<Feedback, 'at'>, options?: CallOptions): Promise<void>;
  /** Newest first; those given at `since` or later, an instant in ISO 8601 UTC. */
  list(query: { readonly since?: string; readonly limit: number }, options?: CallOptions): Promise<readonly Feedback[]>;
  count(options?: CallOptions): Promise<number>;
  close(): Promise<void>;
}

const MOST = 10_000;

/** Opens the driver and takes it over: closing the store closes the driver. */
export async function openFeedback(options: FeedbackOptions, call?: CallOptions): Promise<FeedbackStore> {
  const { driver, now, most = MOST } = options;
  let closing: Promise<void> | undefined;
  const guarded = guardedCall(driver.name, () =>
    closing === undefined
      ? undefined
      : new IbidError('CLOSED', `The ${driver.name} store is closed; open it again with \`openFeedback\``),
  );
  checkLimit('openFeedback', 'most', most);
  try {
    await guarded('open', call, () => driver.open(call));
  } catch (error) {
    await driver.close().catch(() => undefined);
    throw error;
  }

  const close = (): Promise<void> => (closing ??= driver.close());
  return {
    close,
    [Symbol.asyncDispose]: close,
    keep: (given, itsCall) =>
      guarded('keep', itsCall, async () => {
        checkFeedback(given);
        const { requestId, verdict, note, page, generation } = given;
        const reasons = FEEDBACK_REASONS.filter((reason) => given.reasons.includes(reason));
        const at = now().toISOString();
        await driver.put({ requestId, verdict, reasons, note, page, generation, at }, most, itsCall);
      }),
    list: ({ since = '', limit }, itsCall) =>
      guarded('list', itsCall, async () => {
        if (since !== '') checkInstant('list', 'since', since);
        checkLimit('list', 'limit', limit);
        return driver.list({ since, limit }, itsCall);
      }),
    count: (itsCall) => guarded('count', itsCall, () => driver.count(itsCall)),
  };
}
