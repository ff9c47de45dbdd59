import type { ReactNode } from 'react';
import { useCell, usePanel, useStore } from '../state/panel-context.ts';
import { useAnnouncements } from '../state/use-announcements.ts';
import { Icon, IconButton } from './icon-button.tsx';

/** What holds for all questions: no connection, no memory. */
export function Notices(): ReactNode {
  const { store, messages } = usePanel();
  const isOnline = useStore(store, (state) => state.isOnline);
  const isForgetful = useStore(store, (state) => !state.isKept && state.exchanges.length > 0);
  return (
    <>
      {!isOnline && (
        <p className="ibid-notice" data-kind="offline" role="status">
          <Icon name="offline" />
          {messages.offline}
        </p>
      )}
      {isForgetful && (
        <p className="ibid-notice" data-kind="not-kept">
          <Icon name="info" />
          {messages.notKept}
        </p>
      )}
    </>
  );
}

/** What is left of the panel on a narrow screen while the reader looks at a source. */
export function PeekBar({ onBack }: { readonly onBack: () => void }): ReactNode {
  const { store, messages } = usePanel();
  return (
    <div className="ibid-peek">
      <button type="button" className="ibid-button ibid-primary" onClick={onBack}>
        <Icon name="back" />
        {messages.back}
      </button>
      <IconButton icon="close" label={messages.close} onClick={() => store.close()} />
    </div>
  );
}

/** The one place that speaks to screen readers of its own accord, besides alerts. */
export function StatusRegion(): ReactNode {
  const tools = usePanel();
  useAnnouncements(tools);
  return (
    <p className="ibid-hidden" role="status">
      {useCell(tools.announcement)}
    </p>
  );
}
