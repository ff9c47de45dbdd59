/** Minimum space between the words and an edge, in pixels. */
const MARGIN = 24;
/** Distances of more than this many windows are scrolled instantly. */
const FAR = 3;

/** Scrolls the ranges into view, below elements that stick to the top of the window; does nothing if they are already visible. */
export function scrollToRanges(ranges: readonly Range[]): void {
  const first = ranges[0]?.startContainer;
  if (first === undefined) return;
  const start = first instanceof Element ? first : first.parentElement;
  const page = document.scrollingElement ?? document.documentElement;
  for (let element = start; element !== null && element !== page; element = element.parentElement) {
    if (scrolls(element)) bringInto(element, boxAround(ranges));
  }
  const box = boxAround(ranges);
  const covered = coveredTop(box);
  if (box.top >= covered + MARGIN && box.bottom <= innerHeight - MARGIN) return;
  const free = innerHeight - covered;
  const top = box.top - covered - Math.max(MARGIN, (free - box.height) / 3);
  scrollBy({ top, behavior: motion(top) });
}

/** Scrolls an element to the top of the window, with the scroll margin of its style. */
export function scrollToElement(element: Element): void {
  element.scrollIntoView({ block: 'start', behavior: motion(element.getBoundingClientRect().top) });
}

export function scrollToTop(): void {
  scrollTo({ top: 0, behavior: motion(scrollY) });
}

function motion(distance: number): ScrollBehavior {
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  return isStill || Math.abs(distance) > FAR * innerHeight ? 'instant' : 'smooth';
}

interface Box {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
  readonly height: number;
}

function boxAround(ranges: readonly Range[]): Box {
  const boxes = ranges.map((range) => range.getBoundingClientRect()).filter(({ width, height }) => width + height > 0);
  const top = Math.min(...boxes.map((box) => box.top));
  const bottom = Math.max(...boxes.map((box) => box.bottom));
  const left = Math.min(...boxes.map((box) => box.left));
  const right = Math.max(...boxes.map((box) => box.right));
  return { top, bottom, left, right, height: bottom - top };
}

function scrolls(element: Element): boolean {
  const { overflowX, overflowY } = getComputedStyle(element);
  return (
    (/auto|scroll/.test(overflowY) && element.scrollHeight > element.clientHeight + 1) ||
    (/auto|scroll/.test(overflowX) && element.scrollWidth > element.clientWidth + 1)
  );
}

/** Scrolls an element as little as needed to show the beginning of the box. */
function bringInto(element: Element, box: Box): void {
  const frame = element.getBoundingClientRect();
  const top = shortest(box.top - MARGIN, box.bottom + MARGIN, frame.top, frame.top + element.clientHeight);
  const left = shortest(box.left - MARGIN, box.right + MARGIN, frame.left, frame.left + element.clientWidth);
  if (top !== 0 || left !== 0) element.scrollBy({ top, left, behavior: 'instant' });
}

function shortest(from: number, to: number, low: number, high: number): number {
  if (from >= low && to <= high) return 0;
  return from < low || to - from > high - low ? from - low : to - high;
}

/** Height at the top of the window covered by elements that stay in place while the page scrolls. */
function coveredTop(box: Box): number {
  const across = Math.min(Math.max(box.left + 1, 1), innerWidth - 1);
  let covered = 0;
  for (const found of document.elementsFromPoint(across, 1)) {
    for (let element: Element | null = found; element !== null; element = element.parentElement) {
      if (!/fixed|sticky/.test(getComputedStyle(element).position)) continue;
      const { bottom } = element.getBoundingClientRect();
      if (bottom < innerHeight * 0.4) covered = Math.max(covered, bottom);
    }
  }
  return covered;
}
