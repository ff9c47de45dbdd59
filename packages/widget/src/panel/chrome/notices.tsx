import { type ReactNode, useEffect, useRef } from 'react';
import type { Exchange } from '../../exchange/exchange.ts';
import { saidIn } from '../../messages/words.ts';
import { outcomeText } from '../exchange/exchange-view.tsx';
import { type PanelTools, useCell, usePanel, useStore } from '../state/panel-context.ts';
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

/** Says that an answer is on its way and, when it is there, all of it, without footnote numbers. Failures are alerts and say themselves. */
export function useAnnouncements({ store, messages, announcement }: PanelTools): void {
  const running = useStore(store, (state) => state.running);
  const before = useRef(running);
  useEffect(() => {
    const last = before.current;
    before.current = running;
    if (running !== undefined) {
      // The same words again would be no change, and nothing would be said of the next question.
      announcement.set('');
      const frame = requestAnimationFrame(() => announcement.set(messages.answering));
      return () => cancelAnimationFrame(frame);
    }
    if (last !== undefined) {
      const ended = store.getState().exchanges.find(({ id }) => id === last);
      announcement.set(ended === undefined ? '' : spoken(ended));
    }
    return undefined;

    function spoken(exchange: Exchange): string {
      const { state, statements, message } = exchange;
      if (state === 'failed') return '';
      if (state === 'stopped') return statements.length === 0 ? messages.stoppedEmpty : messages.stopped;
      if (statements.length === 0) return outcomeText(messages, exchange);
      return [...statements.map(({ text }) => text), saidIn(messages, message)].join(' ').trim();
    }
  }, [running, store, messages, announcement]);
}
