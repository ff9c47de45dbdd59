import { memo, useRef, type NamedExoticComponent, type ReactNode } from 'react';
import type { Exchange } from '../../exchange/exchange.ts';
import { isRunning } from '../../exchange/is-running.ts';
import { AnswerBody } from '../answer/answer-body.tsx';
import { ClosestList } from '../answer/closest-list.tsx';
import { MorePassages } from '../answer/more-passages.tsx';
import { NearestList } from '../answer/nearest-list.tsx';
import { SourceList } from '../answer/source-list.tsx';
import { usePanel } from '../state/panel-context.ts';
import { AnswerNotes } from './answer-notes.tsx';
import { AnswerTools } from './answer-tools.tsx';
import { AskedQuestion } from './asked-question.tsx';
import { Corrected } from './corrected.tsx';
import { FailureNote } from './failure-note.tsx';
import { Outcome } from './outcome.tsx';
import { Progress } from './progress.tsx';

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
        {!isUnderWay && <SourceList citations={citations} statements={statements} />}
        {state === 'answered' && closest.length > 0 && <MorePassages closest={closest} />}
        {isComplete && closest.length === 0 && <NearestList nearest={nearest} citations={citations} />}
        {!isUnderWay && <AnswerTools exchange={exchange} />}
      </div>
    </article>
  );
});
