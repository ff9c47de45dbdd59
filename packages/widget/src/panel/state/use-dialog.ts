import { useLayoutEffect, type RefObject } from 'react';

/** Beside the page, over all of it, or as a bar at its edge. */
export type PanelMode = 'docked' | 'modal' | 'peek';

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
