/** Tabs may be slow to say so: a click that leads elsewhere is looked after for this long. Milliseconds. */
const AFTER_CLICK = [0, 100, 400, 1500];

/**
 * Calls `listener` when the address or the title has changed without a reload, whatever router did it; returns how to end it. Nothing of
 * the page is replaced: the browser says so itself where it can, and its title and clicks give it away elsewhere.
 */
export function watchNavigation(listener: () => void): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  let known = stateOf();
  const check = (): void => {
    const now = stateOf();
    if (now === known || signal.aborted) return;
    known = now;
    listener();
  };
  const later = (): void => {
    for (const milliseconds of AFTER_CLICK) setTimeout(check, milliseconds);
  };
  const { navigation } = window as { readonly navigation?: EventTarget };
  navigation?.addEventListener('currententrychange', check, { signal });
  for (const type of ['popstate', 'hashchange']) addEventListener(type, check, { signal });
  document.addEventListener('click', later, { signal, passive: true });
  const titles = new MutationObserver(check);
  titles.observe(document.head, { subtree: true, childList: true, characterData: true });
  return () => {
    ended.abort();
    titles.disconnect();
  };
}

function stateOf(): string {
  return `${location.href}\n${document.title}`;
}
