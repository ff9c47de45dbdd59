import type { AnswerParts, AskEvent, Failure } from '@ibid/client';

/** A passage the reader marked, as it was when "Ask about this" was pressed. */
export interface CapturedSelection {
  /** As the page shows it, trimmed; at most 5,000 characters, of which 2,000 are used. */
  readonly text: string;
  /** Characters of what was marked, where `text` is only its beginning. */
  readonly total?: number;
  /** Canonical address of the page, as the index knows it. */
  readonly url: string;
  /** Id of the nearest heading above; `''` when there is none. */
  readonly section: string;
  /** Text of that heading or, without one, the page's title; for people. */
  readonly place: string;
}

/** What a question was restricted to. Everything in it is sent and, but for the language, shown beside the question. */
export interface AskedScope {
  readonly selection: CapturedSelection | undefined;
  /** Answer from `selection` alone. Means nothing without one. */
  readonly onlySelection: boolean;
  /** Answer from this page alone; `undefined` for all pages. */
  readonly page: { readonly url: string; readonly title: string } | undefined;
  /** Answer from this section of `page` alone. */
  readonly section: { readonly id: string; readonly title: string } | undefined;
  /** `''` for every one. */
  readonly locale: string;
  readonly version: string;
}

/** How an exchange stands; each looks like itself. A stopped or failed one keeps what had come. */
export type ExchangeState = 'loading' | 'streaming' | 'answered' | 'insufficient' | 'refused' | 'stopped' | 'failed';

export type FeedbackReason = 'wrong' | 'incomplete' | 'not-found' | 'outdated' | 'bad-source' | 'other';

export interface Feedback {
  readonly verdict: 'up' | 'down';
  readonly reasons: readonly FeedbackReason[];
  /** At most 500 characters. */
  readonly note: string;
  readonly state: 'sending' | 'sent' | 'failed';
}

/** One question and what became of it: what has come of the answer, of a finished one what the reply has. Plain data: it goes into the history as it is. */
export interface Exchange extends AnswerParts {
  /** Unique in this browser. */
  readonly id: string;
  readonly question: string;
  readonly scope: AskedScope;
  /** Searched as typed, also where words look misspelt. */
  readonly exact?: boolean | undefined;
  readonly state: ExchangeState;
  readonly requestId: string;
  /** Of the model, when pages are quoted instead; `''` otherwise. */
  readonly fault: string;
  /** `undefined` unless `state` is `failed`. */
  readonly failure: Failure | undefined;
  readonly feedback: Feedback | undefined;
  /** Milliseconds since 1970. */
  readonly askedAt: number;
  /** Address of the page on which it was asked; not set where that is not known. */
  readonly askedOn?: string | undefined;
}

/** Whether more of it can come. */
export function isRunning({ state }: Pick<Exchange, 'state'>): boolean {
  return state === 'loading' || state === 'streaming';
}

/** A question on its way, nothing of whose answer has come. */
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
 * The exchange after `event`; the same object where nothing changes. The stream, folded, equals the whole reply at its end, folded.
 * Nothing changes a finished exchange.
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
