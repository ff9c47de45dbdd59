import { answerParts, flag, listOf, number, objectOf, oneOf, orElse, proved, text } from '@ibid/client/read';
import type { Reader } from '@ibid/client/read';
import type { Failure } from '@ibid/client';
import { type AskedScope, type CapturedSelection, type Exchange, type Feedback } from '../exchange/exchange.ts';
import { ASK_LIMITS, clip } from '../exchange/request-of.ts';

const selection: Reader<CapturedSelection> = objectOf<CapturedSelection>({
  text,
  total: orElse(number, undefined),
  url: text,
  section: text,
  place: text,
});

const scope: Reader<AskedScope> = objectOf<AskedScope>({
  selection: orElse(selection, undefined),
  onlySelection: flag,
  page: orElse(objectOf({ url: text, title: text }), undefined),
  section: orElse(objectOf({ id: text, title: text }), undefined),
  locale: text,
  version: text,
});

const failure: Reader<Failure> = objectOf<Failure>({
  kind: oneOf('offline', 'unreachable', 'rate-limited', 'unavailable', 'invalid', 'timeout', 'cut', 'missing', 'error'),
  message: text,
  retryAfter: number,
  requestId: text,
});

const feedback: Reader<Feedback> = objectOf<Feedback>({
  verdict: oneOf('up', 'down'),
  reasons: listOf(oneOf('wrong', 'incomplete', 'not-found', 'outdated', 'bad-source', 'other')),
  note: text,
  // Feedback still being sent when it was stored may not have arrived.
  state: (value) => (value === 'sent' || value === 'kept' ? value : 'failed'),
});

const exchange: Reader<Exchange> = proved(
  objectOf<Exchange>({
    id: someText,
    question: (value) => clip(someText(value), ASK_LIMITS.query),
    scope,
    // An answer still arriving when it was stored, perhaps in another tab, counts as stopped.
    state: (value) =>
      value === 'loading' || value === 'streaming'
        ? 'stopped'
        : oneOf('answered', 'insufficient', 'refused', 'stopped', 'failed')(value),
    requestId: text,
    ...answerParts,
    exact: orElse(flag, undefined),
    fault: text,
    failure: orElse(failure, undefined),
    feedback: orElse(feedback, undefined),
    askedAt: number,
    askedOn: orElse(text, undefined),
  }),
);

function someText(value: unknown): string {
  if (text(value).trim() === '') throw new TypeError('expected some text');
  return text(value);
}

/**
 * Reads one exchange from storage, where anybody may have written. Throws a `TypeError` if it is not one. If it was running when
 * stored, it becomes stopped; feedback that was being sent becomes failed.
 */
export function readExchange(value: unknown): Exchange {
  const read = exchange(value);
  if ((read.state === 'failed') !== (read.failure !== undefined)) throw new TypeError('expected why it failed');
  return read;
}
