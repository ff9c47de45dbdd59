import { useMemo } from 'react';
import { usePanel } from '../state/panel-context.ts';
import type { Reference } from './references.ts';

/** So that a pointer on its way elsewhere opens nothing. */
const SHOW_AFTER_MS = 120;
/** So that the pointer can be moved onto the card. */
const HIDE_AFTER_MS = 220;

export interface CardTimer {
  readonly show: (anchor: HTMLElement, reference: Reference) => void;
  readonly showSoon: (anchor: HTMLElement, reference: Reference) => void;
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
    const show = (anchor: HTMLElement, reference: Reference): void => {
      clearTimeout(timer);
      card.set({ anchor, reference });
    };
    const hide = (): void => {
      clearTimeout(timer);
      card.set(undefined);
    };
    return {
      show,
      showSoon: (anchor, reference) => later(SHOW_AFTER_MS, () => show(anchor, reference)),
      hide,
      hideSoon: () => later(HIDE_AFTER_MS, hide),
      keep: () => clearTimeout(timer),
    };
  }, [card]);
}
