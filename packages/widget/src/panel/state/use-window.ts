import { useCallback, useEffect, useSyncExternalStore, type RefObject } from 'react';
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
