import { useEffect, type RefObject } from 'react';

/** Less is no keyboard, but a bar of the browser. */
const KEYBOARD = 120;

/** Keeps a dialog over all of the screen above the keyboard on it, so that title and answer stay in sight while one writes. */
export function useVisibleHeight(ref: RefObject<HTMLDialogElement | null>, isModal: boolean): void {
  useEffect(() => {
    const dialog = ref.current;
    const view = window.visualViewport;
    if (dialog === null || view === null || !isModal) return undefined;
    const fit = (): void => {
      const isCovered = view.scale === 1 && window.innerHeight - view.height > KEYBOARD;
      dialog.style.height = isCovered ? `${view.height}px` : '';
      dialog.style.top = isCovered ? `${view.offsetTop}px` : '';
    };
    fit();
    view.addEventListener('resize', fit);
    view.addEventListener('scroll', fit);
    return () => {
      view.removeEventListener('resize', fit);
      view.removeEventListener('scroll', fit);
      dialog.style.height = '';
      dialog.style.top = '';
    };
  }, [ref, isModal]);
}
