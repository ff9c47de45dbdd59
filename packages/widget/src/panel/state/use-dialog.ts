import { useCallback, useEffect, useSyncExternalStore, type RefObject, useLayoutEffect } from 'react';
import { around, themeOf, type Theme } from '../../page/theme-of.ts';

/** Minimum height of a keyboard in pixels; a smaller difference is a browser bar. */
const KEYBOARD = 120;

/** True while the media query matches. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}

/**
 * Theme of the site at the panel's position: `data-theme` of the nearest element around it, including shadow hosts; else the
 * site's `color-scheme`; else the reader's preference.
 */
export function useTheme(root: HTMLElement | ShadowRoot): Theme {
  const subscribe = useCallback(
    (listener: () => void) => {
      const observer = new MutationObserver(listener);
      for (const element of around(root)) observer.observe(element, { attributes: true });
      const preference = matchMedia('(prefers-color-scheme: dark)');
      preference.addEventListener('change', listener);
      return () => {
        observer.disconnect();
        preference.removeEventListener('change', listener);
      };
    },
    [root],
  );
  return useSyncExternalStore(subscribe, () => themeOf(root));
}

/** Keeps a full-screen dialog above the on-screen keyboard, so that title and answer stay visible while typing. */
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
export function focusIn(panel: HTMLElement, isTouch: boolean = matchMedia('(pointer: coarse)').matches): void {
  panel.querySelector<HTMLElement>(`[data-ibid-focus="${isTouch ? 'touch' : 'fine'}"]`)?.focus({ preventScroll: true });
}
