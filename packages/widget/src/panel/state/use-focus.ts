import { useEffect, useLayoutEffect, type RefObject } from 'react';

/** Beside the page, over all of it, or as a bar at its edge. */
type PanelMode = 'docked' | 'modal' | 'peek';

/** Keeps the dialog as `isOpen` and `mode` say. What has the focus in it keeps it when the mode changes. */
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
      // `show()` would take the focus, which a panel that comes back after a reload must not.
      dialog.setAttribute('open', '');
    }
    if (mode !== 'peek') focused?.focus({ preventScroll: true });
  }, [ref, isOpen, mode]);
}

/** What has the focus may go away by being used, such as a suggestion that is asked. The focus then goes on in the panel, not to the page's beginning. */
export function useKeepFocus(ref: RefObject<HTMLDialogElement | null>): void {
  useEffect(() => {
    const dialog = ref.current;
    if (dialog === null) return undefined;
    let last: Element | undefined;
    const onFocusIn = ({ target }: FocusEvent): void => {
      if (target instanceof Element) last = target;
    };
    // Removal tells nothing of this, or tells it while the element is still there: so only who goes elsewhere is believed.
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

/** Gives the focus to where one writes; on touch screens, where that would bring up a keyboard, to the title. */
export function focusIn(panel: HTMLElement, kind: 'fine' | 'touch' = isTouch() ? 'touch' : 'fine'): void {
  panel.querySelector<HTMLElement>(`[data-ibid-focus="${kind}"]`)?.focus({ preventScroll: true });
}

function isTouch(): boolean {
  return matchMedia('(pointer: coarse)').matches;
}
