import { useEffect, type RefObject } from 'react';
import { focusIn } from '../focus-in.ts';

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
