import { FEEDBACK_REASONS, type Feedback } from '../types/feedback.ts';
import { IbidError } from '../types/ibid-error.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/u;
const LONGEST_NOTE = 500;
const LONGEST_PAGE = 2_000;

function invalid(operation: string, message: string): IbidError {
  return new IbidError('INVALID_REQUEST', `${operation}: ${message}`);
}

/** Throws `INVALID_REQUEST` on what is no feedback; names the field, never what a reader wrote into it. */
export function checkFeedback(given: Omit<Feedback, 'at'>): void {
  const { requestId, verdict, reasons, note, page, generation } = given;
  if (!UUID.test(requestId)) throw invalid('keep', '`requestId` is no UUID in lower case; give one as it was returned');
  if (verdict !== 'up' && verdict !== 'down') throw invalid('keep', '`verdict` is neither `up` nor `down`');
  if (reasons.some((reason) => !FEEDBACK_REASONS.includes(reason))) {
    throw invalid('keep', `\`reasons\` holds something else than ${FEEDBACK_REASONS.join(', ')}`);
  }
  if (!note.isWellFormed() || !page.isWellFormed()) throw invalid('keep', '`note` or `page` is no well-formed Unicode');
  if ([...note].length > LONGEST_NOTE) throw invalid('keep', `\`note\` has more than ${LONGEST_NOTE} characters`);
  if (page.length > LONGEST_PAGE) throw invalid('keep', `\`page\` has more than ${LONGEST_PAGE} characters`);
  if (!Number.isSafeInteger(generation) || generation < 0) {
    throw invalid('keep', `\`generation\` is ${generation}; give a whole number from 0`);
  }
}

/** Throws `INVALID_REQUEST` unless the text is what `toISOString` gives: only such texts sort by time. */
export function checkInstant(operation: string, name: string, instant: string): void {
  const time = Date.parse(instant);
  if (instant.length !== 24 || Number.isNaN(time) || new Date(time).toISOString() !== instant) {
    throw invalid(operation, `\`${name}\` is no instant such as \`2026-01-02T03:04:05.678Z\``);
  }
}

export function checkLimit(operation: string, name: string, value: number): void {
  if (!Number.isSafeInteger(value) || value < 1) {
    throw invalid(operation, `\`${name}\` is ${value}; give a whole number from 1`);
  }
}
