import { memo, useEffect, type NamedExoticComponent, type ReactNode } from 'react';
import { ExchangeView } from '../exchange/exchange-view.tsx';
import { PlainExchange } from '../exchange/plain-exchange.tsx';
import { usePanel } from '../state/panel-context.ts';
import { useFollow } from '../state/use-follow.ts';
import { useMedia } from '../state/use-media.ts';
import { useStore } from '../state/use-store.ts';
import { Boundary } from './boundary.tsx';
import { EmptyState } from './empty-state.tsx';
import { Icon } from './icon.tsx';

/** All questions and answers. Follows a growing answer until the reader scrolls up. */
export const Conversation: NamedExoticComponent<object> = memo(function Conversation(): ReactNode {
  const { store, messages } = usePanel();
  const exchanges = useStore(store, (state) => state.exchanges);
  const running = useStore(store, (state) => state.running);
  const isCalm = useMedia('(prefers-reduced-motion: reduce)');
  const { scroller, content, isAtEnd, follow, toEnd } = useFollow();

  // Who has asked wants to see what comes of it.
  useEffect(() => {
    if (running !== undefined) follow();
  }, [running, follow]);

  return (
    <div className="ibid-conversation">
      <div
        ref={scroller}
        className="ibid-log"
        role="log"
        aria-live="off"
        aria-busy={running !== undefined}
        aria-label={messages.log}
        tabIndex={0}
      >
        <div ref={content} className="ibid-log-content">
          {exchanges.length === 0 ? (
            <EmptyState />
          ) : (
            exchanges.map((exchange) => (
              <Boundary key={exchange.id} value={exchange} fallback={() => <PlainExchange exchange={exchange} />}>
                <ExchangeView exchange={exchange} />
              </Boundary>
            ))
          )}
        </div>
      </div>
      {!isAtEnd && exchanges.length > 0 && (
        <button
          type="button"
          className="ibid-latest"
          aria-label={messages.latest}
          title={messages.latest}
          onClick={() => {
            toEnd(!isCalm);
            // The button goes away at the end, and the focus with it.
            scroller.current?.focus({ preventScroll: true });
          }}
        >
          <Icon name="down" />
        </button>
      )}
    </div>
  );
});
