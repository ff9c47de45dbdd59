import type { ReactNode } from 'react';
import { usePanel } from '../state/panel-context.ts';

/** In place of a panel that cannot be shown. What it keeps may be the reason, and would be again after each reload. */
export function BrokenPanel({ onCleared }: { readonly onCleared: () => void }): ReactNode {
  const { store, messages } = usePanel();
  return (
    <div className="ibid-broken" role="alert">
      <p>{messages.panelBroken}</p>
      <div className="ibid-actions">
        <button
          type="button"
          className="ibid-button ibid-danger"
          onClick={() => {
            store.clear();
            onCleared();
          }}
        >
          {messages.clear}
        </button>
        <button type="button" className="ibid-button" onClick={() => store.close()}>
          {messages.close}
        </button>
      </div>
    </div>
  );
}
