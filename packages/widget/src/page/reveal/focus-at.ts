const PLACES = 'p,li,td,th,pre,dd,dt,h1,h2,h3,h4,h5,h6,figcaption,blockquote,summary';

/** Takes the focus to the block that holds `node`, so that keyboard and screen reader go on from there. Leaves no trace when it moves on. */
export function focusAt(node: Node): void {
  const element = node instanceof Element ? node : node.parentElement;
  const block = element?.closest<HTMLElement>(PLACES) ?? element;
  if (!(block instanceof HTMLElement)) return;
  if (block.tabIndex < 0 && !block.hasAttribute('tabindex')) {
    block.tabIndex = -1;
    block.addEventListener('blur', () => block.removeAttribute('tabindex'), { once: true });
  }
  block.focus({ preventScroll: true });
}
