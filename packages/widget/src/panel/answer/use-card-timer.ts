import { useMemo } from 'react';
import type { Citation } from '../../client/wire.ts';
import { usePanel } from '../state/panel-context.ts';

/** So that a pointer on its way elsewhere opens nothing. */
const SHOW_AFTER_MS = 120;
/** So that the pointer can be moved onto the card. */
const HIDE_AFTER_MS = 220;

export interface CardTimer {
  readonly show: (anchor: HTMLElement, citation: Citation) => void;
  readonly showSoon: (anchor: HTMLElement, citation: Citation) => void;
  readonly hide: () => void;
  readonly hideSoon: () => void;
  /** It stays as it is. */
  readonly keep: () => void;
}

let timer: ReturnType<typeof setTimeout> | undefined;

/** Shows and hides the one card. A newer wish takes the place of one that waits. */
export function useCardTimer(): CardTimer {
  const { card } = usePanel();
  return useMemo(() => {
    const later = (milliseconds: number, act: () => void): void => {
      clearTimeout(timer);
      timer = setTimeout(act, milliseconds);
    };
    const show = (anchor: HTMLElement, citation: Citation): void => {
      clearTimeout(timer);
      card.set({ anchor, citation });
    };
    const hide = (): void => {
      clearTimeout(timer);
      card.set(undefined);
    };
    return {
      show,
      showSoon: (anchor, citation) => later(SHOW_AFTER_MS, () => show(anchor, citation)),
      hide,
      hideSoon: () => later(HIDE_AFTER_MS, hide),
      keep: () => clearTimeout(timer),
    };
  }, [card]);
}
