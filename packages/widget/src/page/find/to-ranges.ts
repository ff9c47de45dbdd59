import { keptAt, type Leaf, type PageText } from './page-text.ts';

/** A stretch of `PageText.folded`; `end` exclusive. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** One range for each text node or formula that the stretch touches, in reading order. What was left out between them stays unlit. */
export function toRanges(page: PageText, { start, end }: Stretch): Range[] {
  if (end <= start) return [];
  const first = placeAt(page, start);
  const last = placeAt(page, end - 1);
  return page.leaves.slice(first.index, last.index + 1).flatMap(({ node, raw }, index) => {
    const range = node.ownerDocument.createRange();
    if (node.nodeType !== Node.TEXT_NODE) {
      if (node instanceof HTMLImageElement) range.selectNode(node);
      else range.selectNodeContents(node);
      return [range];
    }
    const from = index === 0 ? first.at : 0;
    const to = index === last.index - first.index ? last.at + 1 : raw.length;
    if (to <= from) return [];
    range.setStart(node, from);
    range.setEnd(node, to);
    return [range];
  });
}

/** Position in `leaves` of the leaf that holds the folded character at `offset`. */
function leafAt({ leaves }: PageText, offset: number): number {
  let low = 0;
  let high = leaves.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (leaves[middle]!.start <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Where the folded character at `offset` stands: its leaf, and its offset in the leaf's raw text. */
export function placeAt(
  page: PageText,
  offset: number,
): { readonly index: number; readonly leaf: Leaf; readonly at: number } {
  const index = leafAt(page, offset);
  const leaf = page.leaves[index]!;
  return { index, leaf, at: keptAt(leaf.raw, offset - leaf.start) };
}
