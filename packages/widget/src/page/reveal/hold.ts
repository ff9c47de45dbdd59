const BY_THE_READER = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

/**
 * Calls `scroll` whenever `element` has changed its size, as it does while pictures and diagrams of a page that has just come are drawn. Ends
 * after that many milliseconds, by the function it returns, or as soon as the reader takes over.
 */
export function hold(element: Element, scroll: () => void, milliseconds: number): () => void {
  let isFirst = true;
  const observer = new ResizeObserver(() => {
    // It tells the size once at the start.
    if (!isFirst) scroll();
    isFirst = false;
  });
  const ended = new AbortController();
  const end = (): void => {
    observer.disconnect();
    clearTimeout(timer);
    ended.abort();
  };
  const timer = setTimeout(end, milliseconds);
  for (const type of BY_THE_READER) addEventListener(type, end, { signal: ended.signal, passive: true, capture: true });
  observer.observe(element);
  return end;
}
