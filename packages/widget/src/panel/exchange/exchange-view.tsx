import type { Warning, Failure, FailureKind } from '@ibid/client';
import { type NamedExoticComponent, type ReactNode, memo, useRef, useEffect, useState } from 'react';
import { type Exchange, isRunning } from '../../exchange/exchange.ts';
import type { Messages } from '../../messages/en.ts';
import { fill, plural, saidIn, textDirection, inDigits } from '../../messages/words.ts';
import { AnswerBody } from '../answer/node-view.tsx';
import { ClosestList, MorePassages, NearestList, SourceList } from '../answer/source-list.tsx';
import { Icon, type IconName } from '../chrome/icon-button.tsx';
import { versionLabel } from '../compose/composer.tsx';
import { type ExchangeProps, usePanel } from '../state/panel-context.ts';
import { AnswerTools } from './answer-tools.tsx';

/** One question with its answer. Rendered again only when it changes. */
export const ExchangeView: NamedExoticComponent<ExchangeProps> = memo(function ExchangeView({ exchange }): ReactNode {
  const { messages, mountedAt } = usePanel();
  const { question, state, statements, closest, failure } = exchange;
  const isUnderWay = isRunning(exchange);
  const wasUnderWay = useRef(false);
  wasUnderWay.current ||= isUnderWay;
  const isComplete = !isUnderWay && state !== 'failed';

  return (
    <article className="ibid-exchange" data-state={state} data-failure={failure?.kind} aria-label={question}>
      <AskedQuestion exchange={exchange} />
      <div className="ibid-answer" aria-busy={isUnderWay}>
        <h3 className="ibid-hidden">{messages.answer}</h3>
        {!isUnderWay && <Corrected exchange={exchange} />}
        {statements.length > 0 && (
          <div className="ibid-statements">
            <AnswerBody exchange={exchange} />
          </div>
        )}
        {isUnderWay && <Progress exchange={exchange} />}
        <Outcome exchange={exchange} />
        {state === 'insufficient' && closest.length > 0 && <ClosestList exchange={exchange} />}
        {failure !== undefined && (
          <FailureNote
            exchange={exchange}
            failure={failure}
            isNews={wasUnderWay.current || exchange.askedAt >= mountedAt}
          />
        )}
        {!isUnderWay && <AnswerNotes exchange={exchange} />}
        {!isUnderWay && <SourceList exchange={exchange} />}
        {state === 'answered' && closest.length > 0 && <MorePassages exchange={exchange} />}
        {isComplete && state !== 'refused' && closest.length === 0 && <NearestList exchange={exchange} />}
        {!isUnderWay && <AnswerTools exchange={exchange} />}
      </div>
    </article>
  );
});

/** Lists corrected spellings, with a button to search for the words as typed. */
function Corrected({ exchange: { id, corrected } }: ExchangeProps): ReactNode {
  const { store, messages } = usePanel();
  if (corrected.length === 0) return null;
  return (
    <div className="ibid-corrected">
      {corrected.map(({ from, to }, at) => (
        <p key={at} dir="auto">
          {fill(messages.searchedFor, { from: isolated(from), to: isolated(to) })}
        </p>
      ))}
      <button type="button" className="ibid-as-typed" onClick={() => store.retry(id, true)}>
        {messages.asTyped}
      </button>
    </div>
  );
}

/** Isolates the direction of a text. */
function isolated(text: string): string {
  return `\u2068${text}\u2069`;
}

const NAMES_PASSAGES = 'These passages come closest.';

/** Explains in the panel's language why there is no answer. Mentions passages only if some follow. */
export function outcomeText(messages: Messages, { state, message, closest }: Exchange): string {
  const isRefused = state === 'refused';
  const isEmpty = message.includes(NAMES_PASSAGES) && (isRefused || closest.length === 0);
  return message === '' || isEmpty ? messages[isRefused ? 'refused' : 'insufficient'] : saidIn(messages, message);
}

/** Text shown instead of an answer, or a note that it was stopped. */
function Outcome({ exchange }: ExchangeProps): ReactNode {
  const { messages } = usePanel();
  const { state, statements } = exchange;
  if (state !== 'stopped' && state !== 'insufficient' && state !== 'refused') return null;
  const stopped = statements.length === 0 ? messages.stoppedEmpty : messages.stopped;
  return (
    <p className="ibid-outcome" data-kind={state}>
      <Icon name={({ stopped: 'stop', insufficient: 'search', refused: 'info' } as const)[state]} />
      <span dir="auto">{state === 'stopped' ? stopped : outcomeText(messages, exchange)}</span>
    </p>
  );
}

/** Shows that more is coming; before the first statement, that pages are being read. */
function Progress({ exchange: { state, fault } }: ExchangeProps): ReactNode {
  const { messages } = usePanel();
  const isReading = state === 'loading';
  return (
    <p className="ibid-progress">
      <span className="ibid-pulse" aria-hidden="true" />
      {isReading ? messages.reading : fault === '' ? messages.answering : messages.quoted}
    </p>
  );
}

/** The question and its scope. */
function AskedQuestion({ exchange: { question, scope } }: ExchangeProps): ReactNode {
  const { host, messages } = usePanel();
  const { selection, onlySelection, page, section, version } = scope;
  const limits = [
    page === undefined ? '' : fill(messages.page, { title: page.title }),
    section === undefined ? '' : fill(messages.section, { title: section.title }),
    version === '' ? '' : versionLabel(messages, host, version),
  ].filter((text) => text !== '');
  return (
    <div className="ibid-asked">
      <h3 className="ibid-hidden">{messages.youAsked}</h3>
      {selection !== undefined && (
        <div className="ibid-asked-passage">
          <p className="ibid-asked-mode">{onlySelection ? messages.onlyPassage : messages.aboutPassage}</p>
          <blockquote dir="auto" title={selection.place}>
            {selection.text}
          </blockquote>
        </div>
      )}
      <p className="ibid-question" dir={textDirection(question)}>
        {question}
      </p>
      {limits.length > 0 && (
        <p className="ibid-limits" role="note" aria-label={messages.scope}>
          {limits.map(isolated).join(' · ')}
        </p>
      )}
    </div>
  );
}

/** Warnings that the panel shows elsewhere, or that do not help readers. */
const SAID_ELSEWHERE =
  /^(?:model_\w+|statements_withheld|not_in_docs|corrected|budget|below_threshold|partial_context|scope_empty)$/u;

/** Notes about an answer: pages quoted because the model failed, statements withheld, warnings. */
function AnswerNotes({ exchange }: ExchangeProps): ReactNode {
  const { messages, config } = usePanel();
  const { state, statements, fault, message, warnings, withheld } = exchange;
  const warned = warnings.map((warning) => warningText(messages, warning)).filter((text) => text !== '');
  const said = state === 'answered' ? saidIn(messages, message) : '';
  const notes: { readonly kind: string; readonly icon: IconName; readonly title: string; readonly text: string }[] = [];
  if (fault !== '' && statements.length > 0)
    notes.push({ kind: 'fault', icon: 'quote', title: messages.quoted, text: said });
  else if (said !== '' && !warned.includes(said)) notes.push({ kind: 'said', icon: 'info', title: '', text: said });
  for (const text of warned) notes.push({ kind: 'warning', icon: 'warn', title: '', text });
  if (withheld > 0) {
    const text = plural(config.locale, withheld, messages.withheldOne, messages.withheldOther);
    notes.push({ kind: 'withheld', icon: 'hand', title: '', text });
  }
  if (notes.length === 0) return null;
  return (
    <ul className="ibid-notes">
      {notes.map(({ kind, icon, title, text }) => (
        <li key={`${kind} ${text}`} data-kind={kind}>
          <Icon name={icon} />
          <span dir="auto">
            {title !== '' && <strong>{title}</strong>}
            {text}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Text of a warning in the panel's language; the server's own text if the code is unknown; `''` if readers are told in another way. */
export function warningText(messages: Messages, { code, text }: Warning): string {
  if (SAID_ELSEWHERE.test(code)) return '';
  const own: Readonly<Record<string, string>> = {
    contradiction: messages.warnContradiction,
    excerpt_cut: messages.warnCut,
    selection_cut: messages.warnSelectionCut,
    selection_not_located: messages.warnSelectionNotLocated,
    vector_leg_missing: messages.warnByWordsAlone,
  };
  if (Object.hasOwn(own, code)) return own[code]!;
  const [first = ''] = text;
  return text === '' ? '' : `${first.toUpperCase()}${text.slice(first.length)}${/[.!?…]$/u.test(text) ? '' : '.'}`;
}

const KINDS: Readonly<Record<FailureKind, readonly [IconName, keyof Messages & `fail${string}`]>> = {
  offline: ['offline', 'failOffline'],
  unreachable: ['offline', 'failUnreachable'],
  'rate-limited': ['clock', 'failRateLimited'],
  unavailable: ['warn', 'failUnavailable'],
  invalid: ['warn', 'failInvalid'],
  timeout: ['clock', 'failTimeout'],
  cut: ['warn', 'failCut'],
  missing: ['offline', 'failMissing'],
  error: ['warn', 'failError'],
};

interface FailureNoteProps extends ExchangeProps {
  readonly failure: Failure;
  /** True if it failed while the reader was watching; older failures are not announced. */
  readonly isNews: boolean;
}

/** Explains why an answer is missing or incomplete, with a button to try again. The question stays above. */
export function FailureNote({ exchange, failure, isNews }: FailureNoteProps): ReactNode {
  const { store, messages, config } = usePanel();
  const left = useCountdown(isNews ? Date.now() : exchange.askedAt, failure.retryAfter);
  const [icon, name] = KINDS[failure.kind];
  const isWaiting = left > 0;
  const isPartial = exchange.statements.length > 0;
  return (
    <div className="ibid-failure" data-kind={failure.kind}>
      <div className="ibid-failure-text" role={isNews ? 'alert' : undefined}>
        <Icon name={icon} />
        <div>
          {isPartial && <strong className="ibid-badge">{messages.incomplete}</strong>}
          <p>{messages[failure.kind === 'cut' && !isPartial ? 'failCutEmpty' : name]}</p>
          {failure.kind === 'invalid' && failure.message !== '' && <p dir="auto">{failure.message}</p>}
          {failure.kind === 'error' && failure.requestId !== '' && (
            <p className="ibid-failure-id">{fill(messages.reference, { id: failure.requestId })}</p>
          )}
        </div>
      </div>
      <button
        type="button"
        className="ibid-button"
        aria-disabled={isWaiting}
        onClick={() => {
          if (!isWaiting) store.retry(exchange.id);
        }}
      >
        <Icon name={isWaiting ? 'clock' : 'again'} />
        {isWaiting ? fill(messages.retryIn, { seconds: duration(left, config.locale) }) : messages.retry}
      </button>
    </div>
  );
}

/** Formats seconds, from 100 on as minutes, with the unit of the language. */
export function duration(seconds: number, locale: string): string {
  return seconds < 100 ? inDigits(locale, seconds, 'second') : inDigits(locale, Math.ceil(seconds / 60), 'minute');
}

/** Whole seconds left of `seconds` since `from` (milliseconds since 1970), both as at the first render; 0 when the time is over. */
function useCountdown(from: number, seconds: number): number {
  const [end] = useState(from + seconds * 1000);
  const [now, setNow] = useState(() => Date.now());
  const left = Math.max(0, Math.ceil((end - now) / 1000));
  const isOver = left === 0;
  useEffect(() => {
    if (isOver) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isOver]);
  return left;
}
