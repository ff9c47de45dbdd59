import { keptAt } from './fold-text.ts';
import type { Leaf, PageText } from './page-text.ts';

/** Position in `leaves` of the leaf that holds the folded character at `offset`. */
export function leafAt({ leaves }: PageText, offset: number): number {
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
