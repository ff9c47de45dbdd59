import type { AnswerParts, AskEvent, Failure } from '@ibid/client';

/** A passage the reader selected, captured when "Ask about this" was pressed. */
export interface CapturedSelection {
  /** Text as the page shows it, trimmed; at most 5,000 characters, of which 2,000 are used. */
  readonly text: string;
  /** Length of the selection in characters, if `text` is only its beginning. */
  readonly total?: number;
  /** Canonical address of the page as it is in the index. */
  readonly url: string;
  /** Id of the nearest heading above; `''` if there is none. */
  readonly section: string;
  /** Text of that heading or, without one, the page's title; shown to readers. */
  readonly place: string;
}

/** Restrictions of a question. All of them are sent and, except for the language, shown next to the question. */
export interface AskedScope {
  readonly selection: CapturedSelection | undefined;
  /** Answers from `selection` only. Has no effect without one. */
  readonly onlySelection: boolean;
  /** Answers from this page only; `undefined` for all pages. */
  readonly page: { readonly url: string; readonly title: string } | undefined;
  /** Answers from this section of `page` only. */
  readonly section: { readonly id: string; readonly title: string } | undefined;
  /** `''` for every locale. */
  readonly locale: string;
  readonly version: string;
}

/** State of an exchange. A stopped or failed one keeps the statements received so far. */
export type ExchangeState = 'loading' | 'streaming' | 'answered' | 'insufficient' | 'refused' | 'stopped' | 'failed';

export type FeedbackReason = 'wrong' | 'incomplete' | 'not-found' | 'outdated' | 'bad-source' | 'other';

export interface Feedback {
  readonly verdict: 'up' | 'down';
  readonly reasons: readonly FeedbackReason[];
  /** At most 500 characters. */
  readonly note: string;
  readonly state: 'sending' | 'sent' | 'kept' | 'failed';
}

/** A question and its answer: the parts received so far or, once finished, those of the reply. Plain data, stored in the history unchanged. */
export interface Exchange extends AnswerParts {
  /** Unique in this browser. */
  readonly id: string;
  readonly question: string;
  readonly scope: AskedScope;
  /** Searches for the words as typed, even if they look misspelt. */
  readonly exact?: boolean | undefined;
  readonly state: ExchangeState;
  readonly requestId: string;
  /** Error of the model, if pages are quoted instead of its answer; `''` otherwise. */
  readonly fault: string;
  /** `undefined` unless `state` is `failed`. */
  readonly failure: Failure | undefined;
  readonly feedback: Feedback | undefined;
  /** Milliseconds since 1970. */
  readonly askedAt: number;
  /** Address of the page on which the question was asked; not set if unknown. */
  readonly askedOn?: string | undefined;
}

/** True if more of the answer may arrive. */
export function isRunning({ state }: Pick<Exchange, 'state'>): boolean {
  return state === 'loading' || state === 'streaming';
}

/** Creates the exchange of a question whose answer has not started. */
export function newExchange(
  asked: Pick<Exchange, 'id' | 'question' | 'scope' | 'askedAt' | 'askedOn' | 'exact'>,
): Exchange {
  return {
    ...asked,
    state: 'loading',
    requestId: '',
    statements: [],
    excerpts: [],
    citations: [],
    nearest: [],
    closest: [],
    corrected: [],
    message: '',
    warnings: [],
    withheld: 0,
    fault: '',
    failure: undefined,
    feedback: undefined,
  };
}

/**
 * Returns the exchange after `event`; the same object if nothing changes. Applying all events of a stream gives the same as
 * applying the whole reply. A finished exchange never changes.
 */
export function foldEvent(exchange: Exchange, event: AskEvent): Exchange {
  if (!isRunning(exchange)) return exchange;
  switch (event.type) {
    case 'started':
      return { ...exchange, requestId: event.requestId };
    case 'excerpt':
      return { ...exchange, excerpts: [...exchange.excerpts, event.excerpt] };
    case 'citation':
      return { ...exchange, citations: [...exchange.citations, event.citation] };
    case 'statement':
      return { ...exchange, state: 'streaming', statements: [...exchange.statements, event.statement] };
    case 'fallback':
      return { ...exchange, fault: event.fault };
    case 'done': {
      const { request_id: requestId, outcome: state, model, confidence: _confidence, ...reply } = event.reply;
      const { asked: _asked, answer: _answer, answerer: _answerer, generation: _generation, ...parts } = reply;
      return { ...exchange, ...parts, fault: model?.fault ?? '', state, requestId };
    }
    case 'stopped':
      return { ...exchange, state: 'stopped' };
    case 'failed': {
      const { failure } = event;
      return { ...exchange, state: 'failed', failure, requestId: failure.requestId || exchange.requestId };
    }
  }
}
