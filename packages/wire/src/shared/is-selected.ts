import type { Passage } from '@ibid/core';

/** Whether a passage is the reader's own selection, in the index or not: no search has ranked it, and nothing fits better. */
export function isSelected({ score, similarity, window }: Pick<Passage, 'score' | 'similarity' | 'window'>): boolean {
  return window !== undefined || (score === 0 && similarity === 1);
}
