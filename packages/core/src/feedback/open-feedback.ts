import type { CallOptions } from '../types/call-options.ts';
import { FEEDBACK_REASONS, type Feedback, type FeedbackDriver } from '../types/feedback.ts';
import { IbidError } from '../types/ibid-error.ts';
import { guardedCall } from '../store/guarded-call.ts';

export interface FeedbackOptions {
  readonly driver: FeedbackDriver;
  readonly now: () => Date;
  /** Most entries kept; default 10,000. */
  readonly most?: number;
  /** Stores the question too; default false. */
  readonly questions?: boolean;
}

/**
 * A feedback driver with checks around every method. Invalid feedback is refused with `INVALID_REQUEST`, calls after `close` with `CLOSED`.
 * An abort rejects with `ABORTED` at once; any other error of the driver becomes `UPSTREAM_FAILED`.
 */
export interface FeedbackStore extends Disposable {
  /** Stores one verdict per request; a newer one replaces the older. */
  keep(given: Omit<Feedback, 'at'>, options?: CallOptions): Promise<void>;
  /** Returns feedback given at `since` (an instant in ISO 8601 UTC) or later, newest first. */
  list(query: { readonly since?: string; readonly limit: number }, options?: CallOptions): Promise<readonly Feedback[]>;
  count(options?: CallOptions): Promise<number>;
}

const MOST = 10_000;

/** Does not open or close the driver's database. Its owner closes it after the feedback store. */
export function openFeedback({ driver, now, most = MOST, questions = false }: FeedbackOptions): FeedbackStore {
  let isClosed = false;
  const guarded = guardedCall(driver.name, () =>
    isClosed ? new IbidError('CLOSED', 'The feedback is closed; the server is ending') : undefined,
  );
  checkLimit('openFeedback', 'most', most);
  return {
    [Symbol.dispose]() {
      isClosed = true;
    },
    keep: (given, itsCall) =>
      guarded('keep', itsCall, async () => {
        checkFeedback(given);
        const { requestId, verdict, generation } = given;
        // PostgreSQL cannot store NUL in text, and no reader types it on purpose.
        const [note, page] = [given.note.replaceAll('\0', ''), given.page.replaceAll('\0', '')];
        const question = questions ? given.question.replaceAll('\0', '') : '';
        const reasons = FEEDBACK_REASONS.filter((reason) => given.reasons.includes(reason));
        const at = now().toISOString();
        await driver.put({ requestId, verdict, reasons, note, question, page, generation, at }, most);
      }),
    list: ({ since = '', limit }, itsCall) =>
      guarded('list', itsCall, async () => {
        if (since !== '') checkInstant('list', 'since', since);
        checkLimit('list', 'limit', limit);
        return driver.list({ since, limit });
      }),
    count: (itsCall) => guarded('count', itsCall, () => driver.count()),
  };
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/u;
const LONGEST_NOTE = 500;
const LONGEST_TEXT = 2_000;

function invalid(operation: string, message: string): IbidError {
  return new IbidError('INVALID_REQUEST', `${operation}: ${message}`);
}

/** Throws `INVALID_REQUEST` on invalid feedback. The message names the field, never what the reader wrote. */
function checkFeedback(given: Omit<Feedback, 'at'>): void {
  const { requestId, verdict, reasons, note, question, page, generation } = given;
  if (!UUID.test(requestId)) throw invalid('keep', '`requestId` is no UUID in lower case; give one as it was returned');
  if (verdict !== 'up' && verdict !== 'down') throw invalid('keep', '`verdict` is neither `up` nor `down`');
  if (reasons.some((reason) => !FEEDBACK_REASONS.includes(reason))) {
    throw invalid('keep', `\`reasons\` holds something else than ${FEEDBACK_REASONS.join(', ')}`);
  }
  for (const [name, text, most] of [
    ['note', note, LONGEST_NOTE],
    ['question', question, LONGEST_TEXT],
    ['page', page, LONGEST_TEXT],
  ] as const) {
    if (!text.isWellFormed()) throw invalid('keep', `\`${name}\` is no well-formed Unicode`);
    if ([...text].length > most) throw invalid('keep', `\`${name}\` has more than ${most} characters`);
  }
  if (!Number.isSafeInteger(generation) || generation < 0) {
    throw invalid('keep', `\`generation\` is ${generation}; give a whole number from 0`);
  }
}

/** Throws `INVALID_REQUEST` unless the text is in the form of `toISOString`: only that form sorts by time. */
function checkInstant(operation: string, name: string, instant: string): void {
  const time = Date.parse(instant);
  if (instant.length !== 24 || Number.isNaN(time) || new Date(time).toISOString() !== instant) {
    throw invalid(operation, `\`${name}\` is no instant such as \`2026-01-02T03:04:05.678Z\``);
  }
}

function checkLimit(operation: string, name: string, value: number): void {
  if (!Number.isSafeInteger(value) || value < 1) {
    throw invalid(operation, `\`${name}\` is ${value}; give a whole number from 1`);
  }
}
