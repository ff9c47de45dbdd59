import type { ReactNode } from 'react';
import { usePanel } from '../state/panel-context.ts';
import { useStore } from '../state/use-store.ts';
import { Icon } from './icon.tsx';

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
