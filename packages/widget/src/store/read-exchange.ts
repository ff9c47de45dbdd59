import type { Failure, FailureKind } from '../client/ask-event.ts';
import { readWire } from '../client/read-wire.ts';
import { shape } from '../client/shape.ts';
import { ASK_LIMITS } from '../exchange/ask-limits.ts';
import { clip } from '../exchange/clip.ts';
import type { AskedScope, Exchange, ExchangeState, Feedback, FeedbackReason } from '../exchange/exchange.ts';

const STATES: readonly ExchangeState[] = ['answered', 'insufficient', 'refused', 'stopped', 'failed'];
const KINDS: readonly FailureKind[] = [
  'offline',
  'unreachable',
  'rate-limited',
  'unavailable',
  'invalid',
  'timeout',
  'cut',
  'error',
];
const REASONS: readonly FeedbackReason[] = ['wrong', 'incomplete', 'not-found', 'outdated', 'bad-source', 'other'];
const { flag, list, number, oneOf, record, text } = shape;

/**
 * One exchange out of storage, where anybody may have written. Throws a `TypeError` for what is none. One that was under way when
 * it was kept, perhaps in another tab, is a stopped one here; feedback that was being sent has failed.
 */
export function readExchange(value: unknown): Exchange {
  const given = record(value);
  const state = STATES.find((known) => known === given['state']) ?? 'stopped';
  const question = text(given['question']);
  const id = text(given['id']);
  if (question.trim() === '' || id === '') throw new TypeError('expected a question');
  return {
    id,
    question: clip(question, ASK_LIMITS.query),
    scope: readScope(given['scope']),
    state,
    requestId: text(given['requestId']),
    ...readWire.proved(given),
    nearest: list(given['nearest'], readWire.section),
    message: text(given['message']),
    warnings: list(given['warnings'], text),
    withheld: number(given['withheld']),
    fault: text(given['fault']),
    failure: state === 'failed' ? readFailure(given['failure']) : undefined,
    feedback: optional(given['feedback'], readFeedback),
    askedAt: number(given['askedAt']),
  };
}

function optional<T>(value: unknown, read: (value: unknown) => T): T | undefined {
  return value === undefined || value === null ? undefined : read(value);
}

function readScope(value: unknown): AskedScope {
  const given = record(value);
  return {
    selection: optional(given['selection'], (one) => {
      const { text: words, url, section, place } = record(one);
      return { text: text(words), url: text(url), section: text(section), place: text(place) };
    }),
    onlySelection: flag(given['onlySelection']),
    page: optional(given['page'], (one) => ({ url: text(record(one)['url']), title: text(record(one)['title']) })),
    section: optional(given['section'], (one) => ({ id: text(record(one)['id']), title: text(record(one)['title']) })),
    locale: text(given['locale']),
    version: text(given['version']),
  };
}

function readFailure(value: unknown): Failure {
  const { kind, message, retryAfter, requestId } = record(value);
  return {
    kind: oneOf(kind, KINDS),
    message: text(message),
    retryAfter: number(retryAfter),
    requestId: text(requestId),
  };
}

function readFeedback(value: unknown): Feedback {
  const { verdict, reasons, note, state } = record(value);
  return {
    verdict: oneOf(verdict, ['up', 'down']),
    reasons: list(reasons, (one) => oneOf(one, REASONS)),
    note: text(note),
    state: state === 'sent' ? 'sent' : 'failed',
  };
}
