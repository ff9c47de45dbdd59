import type { ReactNode } from 'react';
import type { Exchange } from '../../exchange/exchange.ts';
import { fill } from '../../messages/fill.ts';
import { usePanel } from '../state/panel-context.ts';

/** Which words were searched in another spelling, and the way to have them searched as typed. */
export function Corrected({ exchange: { id, corrected } }: { readonly exchange: Exchange }): ReactNode {
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
