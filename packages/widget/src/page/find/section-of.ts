import type { PageText } from './page-text.ts';
import type { Stretch } from './to-ranges.ts';

/**
 * Where the section that `anchor` opens stands in the page's text: up to the next heading. `''` is what stands before the first
 * heading that can be linked to. `undefined` when the page has no such anchor.
 */
export function sectionOf(root: Element, page: PageText, anchor: string): Stretch | undefined {
  const headings = [...root.querySelectorAll('h1,h2,h3,h4,h5,h6')];
  if (anchor === '') {
    const next = headings.find((heading) => heading.localName !== 'h1' && isLinked(heading));
    return { start: 0, end: next === undefined ? page.folded.length : offsetOf(page, next) };
  }
  const target = findAnchor(root, anchor);
  if (target === undefined) return undefined;
  const own = headings.findIndex((heading) => heading.contains(target) || follows(target, heading));
  const next = own === -1 ? undefined : headings[isOpenedBy(headings[own]!, target) ? own + 1 : own];
  return { start: offsetOf(page, target), end: next === undefined ? page.folded.length : offsetOf(page, next) };
}

/** The element with that id or, in old pages, that name. */
export function findAnchor(root: Element, anchor: string): Element | undefined {
  const element =
    root.ownerDocument.getElementById(anchor) ?? root.querySelector(`a[name="${CSS.escape(anchor)}"]`) ?? undefined;
  return element !== undefined && root.contains(element) ? element : undefined;
}

function isLinked(heading: Element): boolean {
  return heading.id !== '' || heading.querySelector('[id],a[name]') !== null || heading.closest('section[id]') !== null;
}

/** Whether the anchor stands on the heading, or on the element that the heading opens. */
function isOpenedBy(heading: Element, target: Element): boolean {
  return heading.contains(target) || target.querySelector('h1,h2,h3,h4,h5,h6') === heading;
}

function follows(first: Element, second: Element): boolean {
  return (first.compareDocumentPosition(second) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
}

/** Offset of the first character at or after the element. */
function offsetOf(page: PageText, element: Element): number {
  let low = 0;
  let high = page.leaves.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const { node } = page.leaves[middle]!;
    const isBefore = (element.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_PRECEDING) !== 0;
    if (isBefore && !node.contains(element)) low = middle + 1;
    else high = middle;
  }
  return page.leaves[low]?.start ?? page.folded.length;
}
