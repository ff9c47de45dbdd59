import { notify } from './notify.ts';

/** Tells once more when the head of a page says its version, which it does some time after the navigation is told. */
export function watchVersion(parts: { readonly version: () => string; readonly listeners: Set<() => void> }): void {
  const { version, listeners } = parts;
  let known = version();
  const look = (): void => {
    const now = version();
    if (now === known) return;
    known = now;
    notify(listeners);
  };
  new MutationObserver(look).observe(document.head, { childList: true, subtree: true, attributes: true });
}
