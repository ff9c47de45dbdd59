import type { ReactNode } from 'react';
import { usePanel } from '../state/panel-context.ts';

/** So many suggestions are shown at most. */
const SHOWN = 5;

/** Before the first question: what this is, and something to begin with. */
export function EmptyState(): ReactNode {
  const { store, messages, config } = usePanel();
  return (
    <div className="ibid-empty">
      <svg className="ibid-mark" viewBox="0 0 48 48" aria-hidden="true">
        <path d="M13 17h15M13 24.5h22M13 32h13" />
        <circle cx="34" cy="16" r="3.5" />
      </svg>
      <p className="ibid-empty-title">{messages.emptyTitle}</p>
      <p className="ibid-empty-text">{messages.emptyText}</p>
      {config.suggestions.length > 0 && (
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
