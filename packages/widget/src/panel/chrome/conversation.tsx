import { useEffect, type ReactNode } from 'react';
import { isRunning } from '../../exchange/exchange.ts';
import { ExchangeView } from '../exchange/exchange-view.tsx';
import { type ExchangeProps, usePanel, useStore } from '../state/panel-context.ts';
import { useFollow } from '../state/use-follow.ts';
import { useMedia } from '../state/use-dialog.ts';
import { Boundary } from './notices.tsx';
import { Icon } from './icon-button.tsx';

/** All questions and answers. Follows a growing answer until the reader scrolls up. */
export function Conversation(): ReactNode {
  const { store, messages } = usePanel();
  const exchanges = useStore(store, (state) => state.exchanges);
  const running = useStore(store, (state) => state.running);
  const isCalm = useMedia('(prefers-reduced-motion: reduce)');
  const { scroller, content, isAtEnd, follow, toEnd } = useFollow();

  // A new question scrolls into view.
  useEffect(() => {
    if (running !== undefined) follow();
  }, [running, follow]);

  return (
    <div className="ibid-conversation">
      <div
        ref={scroller}
        className="ibid-log"
        role="log"
        aria-live="off"
        aria-busy={running !== undefined}
        aria-label={messages.log}
        tabIndex={0}
      >
        <div ref={content} className="ibid-log-content">
          {exchanges.length === 0 ? (
            <EmptyState />
          ) : (
            exchanges.map((exchange) => (
              <Boundary key={exchange.id} value={exchange} fallback={() => <PlainExchange exchange={exchange} />}>
                <ExchangeView exchange={exchange} />
              </Boundary>
            ))
          )}
        </div>
      </div>
      {!isAtEnd && exchanges.length > 0 && (
        <button
          type="button"
          className="ibid-latest"
          onClick={() => {
            toEnd(!isCalm);
            // The button disappears at the end, so the focus must move.
            scroller.current?.focus({ preventScroll: true });
          }}
        >
          <Icon name="down" />
          {messages.latest}
        </button>
      )}
    </div>
  );
}

/** Maximum number of suggestions shown. */
const SHOWN = 5;

/** Shown before the first question: an introduction and suggested questions. */
function EmptyState(): ReactNode {
  const { store, messages, config } = usePanel();
  // A suggestion would be asked about the passage.
  const hasPassage = useStore(store, ({ scope }) => scope.selection !== undefined);
  return (
    <div className="ibid-empty">
      <svg className="ibid-mark" viewBox="0 0 48 48" aria-hidden="true">
        <path d="M13 17h15M13 24.5h22M13 32h13" />
        <circle cx="34" cy="16" r="3.5" />
      </svg>
      <p className="ibid-empty-title">{messages.emptyTitle}</p>
      <p className="ibid-empty-text">{messages.emptyText}</p>
      {config.suggestions.length > 0 && !hasPassage && (
        <ul className="ibid-suggestions" aria-label={messages.suggestions}>
          {config.suggestions.slice(0, SHOWN).map((suggestion) => (
            <li key={suggestion}>
              <button type="button" dir="auto" onClick={() => store.ask(suggestion)}>
                {suggestion}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Shown instead of an exchange that fails to render: its plain text, and a button to ask again. */
function PlainExchange({ exchange }: ExchangeProps): ReactNode {
  const { store, messages } = usePanel();
  const { id, question, statements } = exchange;
  return (
    <article className="ibid-exchange" data-state="plain" aria-label={question}>
      <div className="ibid-asked">
        <p className="ibid-question" dir="auto">
          {question}
        </p>
      </div>
      <div className="ibid-answer">
        <p className="ibid-outcome" data-kind="plain">
          <Icon name="warn" />
          <span>{messages.notShown}</span>
        </p>
        <p className="ibid-plain" dir="auto">
          {statements.map(({ text }) => text).join('\n')}
        </p>
        {!isRunning(exchange) && (
          <button type="button" className="ibid-button" onClick={() => store.retry(id)}>
            <Icon name="again" />
            {messages.retry}
          </button>
        )}
      </div>
    </article>
  );
}
