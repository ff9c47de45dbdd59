import { useEffect, useRef } from 'react';
import type { Exchange } from '../../exchange/exchange.ts';
import { saidIn } from '../../messages/words.ts';
import { useStore, type PanelTools } from './panel-context.ts';

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

    function spoken({ state, statements, message }: Exchange): string {
      if (state === 'failed') return '';
      const note = saidIn(messages, message);
      if (state === 'stopped') return statements.length === 0 ? messages.stoppedEmpty : messages.stopped;
      if (statements.length === 0)
        return note === '' ? messages[state === 'refused' ? 'refused' : 'insufficient'] : note;
      return [...statements.map(({ text }) => text), note].join(' ').trim();
    }
  }, [running, store, messages, announcement]);
}
