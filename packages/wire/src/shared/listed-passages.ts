import type { Passage } from '@ibid/core';
import { isSelected } from './is-selected.ts';

/**
 * Passages in the order in which a list shows them: by the number it shows, most similar first, ties by chunk id (R7). Those of
 * a selection, which are all the reader's own choice, stay in the order of their page.
 */
export function listedPassages(passages: readonly Passage[]): readonly Passage[] {
  if (passages.some(isSelected)) return passages;
  return passages.toSorted((a, b) => b.similarity - a.similarity || (a.chunk.id < b.chunk.id ? -1 : 1));
}
