import { memo, useRef, type NamedExoticComponent, type ReactNode } from 'react';
import { isRunning, type Exchange } from '../../exchange/exchange.ts';
import { fill, saidIn } from '../../messages/words.ts';
import { AnswerBody } from '../answer/answer-body.tsx';
import { ClosestList, MorePassages, NearestList, SourceList } from '../answer/source-list.tsx';
import { Icon } from '../chrome/icon-button.tsx';
import { usePanel } from '../state/panel-context.ts';
import { AnswerNotes } from './answer-notes.tsx';
import { AnswerTools } from './answer-tools.tsx';
import { AskedQuestion } from './asked-question.tsx';
import { FailureNote } from './failure-note.tsx';

/** One question and what became of it. Shown anew only when it changes. */
export const ExchangeView: NamedExoticComponent<{ readonly exchange: Exchange }> = memo(function ExchangeView({
  exchange,
}: {
  readonly exchange: Exchange;
}): ReactNode {
  const { messages, mountedAt } = usePanel();
  const { question, scope, state, statements, excerpts, citations, nearest, closest, failure } = exchange;
  const isUnderWay = isRunning(exchange);
  const wasUnderWay = useRef(false);
  wasUnderWay.current ||= isUnderWay;
  const isComplete = !isUnderWay && state !== 'failed';

  return (
    <article className="ibid-exchange" data-state={state} data-failure={failure?.kind} aria-label={question}>
      <AskedQuestion question={question} scope={scope} />
      <div className="ibid-answer" aria-busy={isUnderWay}>
        <h3 className="ibid-hidden">{messages.answer}</h3>
        {!isUnderWay && <Corrected exchange={exchange} />}
        {statements.length > 0 && (
          <div className="ibid-statements">
            <AnswerBody statements={statements} excerpts={excerpts} citations={citations} />
          </div>
        )}
        {isUnderWay && <Progress exchange={exchange} />}
        <Outcome exchange={exchange} />
        {state === 'insufficient' && closest.length > 0 && <ClosestList closest={closest} />}
        {failure !== undefined && (
          <FailureNote
            exchange={exchange}
            failure={failure}
            isNews={wasUnderWay.current || exchange.askedAt >= mountedAt}
          />
        )}
        {!isUnderWay && <AnswerNotes exchange={exchange} />}
        {!isUnderWay && <SourceList citations={citations} statements={statements} excerpts={excerpts} />}
        {state === 'answered' && closest.length > 0 && <MorePassages closest={closest} />}
        {isComplete && closest.length === 0 && <NearestList nearest={nearest} citations={citations} />}
        {!isUnderWay && <AnswerTools exchange={exchange} />}
      </div>
    </article>
  );
});

/** Which words were searched in another spelling, and the way to have them searched as typed. */
function Corrected({ exchange: { id, corrected } }: { readonly exchange: Exchange }): ReactNode {
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

/** Its direction is its own. */
function isolated(word: string): string {
  return `\u2068${word}\u2069`;
}

/** What is said instead of an answer, or that it was stopped. */
function Outcome({ exchange: { state, message, statements } }: { readonly exchange: Exchange }): ReactNode {
  const { messages } = usePanel();
  if (state === 'stopped') {
    return (
      <p className="ibid-outcome" data-kind="stopped">
        <Icon name="stop" />
        <span>{statements.length === 0 ? messages.stoppedEmpty : messages.stopped}</span>
      </p>
    );
  }
  if (state !== 'insufficient' && state !== 'refused') return null;
  const said = message === '' ? messages[state] : saidIn(messages, message);
  return (
    <p className="ibid-outcome" data-kind={state}>
      <Icon name={state === 'insufficient' ? 'search' : 'hand'} />
      <span dir="auto">{said}</span>
    </p>
  );
}

/** That more is coming: before the first statement, that the pages are read. */
function Progress({ exchange: { state, fault } }: { readonly exchange: Exchange }): ReactNode {
  const { messages } = usePanel();
  const isReading = state === 'loading';
  return (
    <p className="ibid-progress">
      <span className="ibid-pulse" aria-hidden="true" />
      {isReading ? messages.reading : fault === '' ? messages.answering : messages.quoted}
    </p>
  );
}
