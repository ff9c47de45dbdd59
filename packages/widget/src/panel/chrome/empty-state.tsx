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
        <path d="M10 14h22M10 22h28M10 30h17" />
        <circle cx="36" cy="13" r="4" />
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
