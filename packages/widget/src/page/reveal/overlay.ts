/** For browsers without the Custom Highlight API: boxes over the words, in an element of our own at the end of the page. */
let remove: (() => void) | undefined;

export function layOver(ranges: readonly Range[]): void {
  removeOverlay();
  const layer = document.createElement('div');
  layer.setAttribute('aria-hidden', 'true');
  const place = (): void => {
    const boxes = ranges
      .flatMap((range) => [...range.getClientRects()])
      .filter(({ width, height }) => width * height > 0);
    layer.replaceChildren(...boxes.map(boxOver));
  };
  const observer = new ResizeObserver(place);
  document.body.append(layer);
  observer.observe(document.body);
  addEventListener('resize', place);
  place();
  remove = () => {
    observer.disconnect();
    removeEventListener('resize', place);
    layer.remove();
  };
}

export function removeOverlay(): void {
  remove?.();
  remove = undefined;
}

function boxOver({ left, top, width, height }: DOMRect): Element {
  const box = document.createElement('div');
  box.className = 'ibid-highlight';
  Object.assign(box.style, {
    left: `${left + scrollX}px`,
    top: `${top + scrollY}px`,
    width: `${width}px`,
    height: `${height}px`,
  });
  return box;
}
