import { type ReactNode, useEffect, useRef, Component } from 'react';
import type { Exchange } from '../../exchange/exchange.ts';
import { saidIn } from '../../messages/words.ts';
import { outcomeText } from '../exchange/exchange-view.tsx';
import { useCell, usePanel, useStore } from '../state/panel-context.ts';
import { Icon, IconButton } from './icon-button.tsx';

/** Notices about the whole panel: no connection, or no storage. */
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

/** Bar that replaces the panel on a narrow screen while the reader looks at a source. */
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

/**
 * The only live region for screen readers, apart from alerts. Announces that an answer is coming and, once complete, all its text without
 * footnote numbers. Failures are alerts, which are announced by themselves.
 */
export function StatusRegion(): ReactNode {
  const { store, messages, announcement } = usePanel();
  const running = useStore(store, (state) => state.running);
  const before = useRef(running);
  useEffect(() => {
    const last = before.current;
    before.current = running;
    if (running !== undefined) {
      // Cleared first: repeating the same text would be no change, and the next question would not be announced.
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
  return (
    <p className="ibid-hidden" role="status">
      {useCell(announcement)}
    </p>
  );
}

interface BoundaryProps {
  /** Value shown by the children; when it changes after a failure, they are tried again. */
  readonly value?: unknown;
  /** Shown instead of the children if one of them throws. `again` tries them again. */
  readonly fallback: (again: () => void) => ReactNode;
  readonly children: ReactNode;
}

interface BoundaryState {
  readonly hasFailed: boolean;
  readonly value: unknown;
}

/** Limits an error during rendering to the children. React supports such boundaries only as classes. */
export class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { hasFailed: false, value: this.props.value };

  static getDerivedStateFromError(): Partial<BoundaryState> {
    return { hasFailed: true };
  }

  static getDerivedStateFromProps({ value }: BoundaryProps, state: BoundaryState): BoundaryState | null {
    return Object.is(value, state.value) ? null : { hasFailed: false, value };
  }

  override render(): ReactNode {
    const { children, fallback } = this.props;
    return this.state.hasFailed ? fallback(() => this.setState({ hasFailed: false })) : children;
  }
}

/** Shown instead of a panel that fails. It offers to clear the stored conversation, which may be the cause and would fail again after each reload. */
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
