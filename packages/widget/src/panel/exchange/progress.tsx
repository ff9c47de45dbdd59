import type { ReactNode } from 'react';
import type { Exchange } from '../../exchange/exchange.ts';
import { usePanel } from '../state/panel-context.ts';

/** That more is coming: before the first statement, that the pages are read. */
export function Progress({ exchange: { state, fault } }: { readonly exchange: Exchange }): ReactNode {
  const { messages } = usePanel();
  const isReading = state === 'loading';
  return (
    <p className="ibid-progress">
      <span className="ibid-pulse" aria-hidden="true" />
      {isReading ? messages.reading : fault === '' ? messages.answering : messages.quoted}
    </p>
  );
}
