import type { ReactNode } from 'react';
import type { Exchange } from '../../exchange/exchange.ts';
import { isRunning } from '../../exchange/is-running.ts';
import { Icon } from '../chrome/icon.tsx';
import { usePanel } from '../state/panel-context.ts';

/** An exchange that cannot be shown as it should be: its bare text, and the way to ask again. */
export function PlainExchange({ exchange }: { readonly exchange: Exchange }): ReactNode {
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
