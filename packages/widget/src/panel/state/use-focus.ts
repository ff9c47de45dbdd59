import { useEffect, useLayoutEffect, type RefObject } from 'react';

/** Next to the page, over the whole page, or as a bar at its edge. */
type PanelMode = 'docked' | 'modal' | 'peek';

/** Opens, closes and switches the dialog according to `isOpen` and `mode`. A focused element keeps the focus when the mode changes. */
export function useDialog(ref: RefObject<HTMLDialogElement | null>, isOpen: boolean, mode: PanelMode): void {
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (dialog === null) return;
    const focused = dialog.querySelector<HTMLElement>(':focus');
    const isModal = dialog.matches(':modal');
    if (!isOpen) {
      if (dialog.open) dialog.close();
      return;
    }
    if (mode === 'modal') {
      if (isModal) return;
      dialog.removeAttribute('open');
      dialog.showModal();
    } else {
      if (isModal) dialog.close();
      // `show()` would take the focus, which a panel restored after a reload must not do.
      dialog.setAttribute('open', '');
    }
    if (mode !== 'peek') focused?.focus({ preventScroll: true });
  }, [ref, isOpen, mode]);
}

/**
 * Keeps the focus in the panel. Using an element may remove it, such as a suggestion that is asked; the focus then moves within
 * the panel instead of to the beginning of the page.
 */
export function useKeepFocus(ref: RefObject<HTMLDialogElement | null>): void {
  useEffect(() => {
    const dialog = ref.current;
    if (dialog === null) return undefined;
    let last: Element | undefined;
    const onFocusIn = ({ target }: FocusEvent): void => {
      if (target instanceof Element) last = target;
    };
    // On removal, browsers send no such event or send it too early, so only a move to another element counts.
    const onFocusOut = ({ relatedTarget }: FocusEvent): void => {
      if (relatedTarget !== null) last = undefined;
    };
    const observer = new MutationObserver(() => {
      if (last === undefined || last.isConnected || !dialog.open) return;
      last = undefined;
      if (!dialog.matches(':focus-within')) focusIn(dialog);
    });
    observer.observe(dialog, { childList: true, subtree: true });
    dialog.addEventListener('focusin', onFocusIn);
    dialog.addEventListener('focusout', onFocusOut);
    return () => {
      observer.disconnect();
      dialog.removeEventListener('focusin', onFocusIn);
      dialog.removeEventListener('focusout', onFocusOut);
    };
  }, [ref]);
}

/** Focuses the text field or, on touch screens, where that would open a keyboard, the title. */
export function focusIn(panel: HTMLElement, kind: 'fine' | 'touch' = isTouch() ? 'touch' : 'fine'): void {
  panel.querySelector<HTMLElement>(`[data-ibid-focus="${kind}"]`)?.focus({ preventScroll: true });
}

function isTouch(): boolean {
  return matchMedia('(pointer: coarse)').matches;
}
