import type { ReactNode } from 'react';
import type { Exchange } from '../../exchange/exchange.ts';
import { saidIn } from '../../messages/said-in.ts';
import { Icon } from '../chrome/icon.tsx';
import { usePanel } from '../state/panel-context.ts';

/** What is said instead of an answer, or that it was stopped. */
export function Outcome({ exchange: { state, message, statements } }: { readonly exchange: Exchange }): ReactNode {
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
