import { isContent } from './evidence.ts';
import type { Word } from './read-words.ts';

/** Different content words up to which each must stand in the evidence. */
const FEW = 3;

/**
 * Whether a statement has too few words to prove anything by: at most one that stands in the evidence itself, whatever headings say, or
 * a few of which not all stand there or in the headings.
 */
export function isThin(
  claim: readonly Word[],
  sentences: readonly (readonly Word[])[],
  known: ReadonlySet<string>,
): boolean {
  const content = claim.filter(isContent);
  const keys = new Set(content.map(({ key }) => key));
  const held = new Set(sentences.flatMap((words) => words.flatMap(({ key, aliases }) => [key, ...aliases])));
  const isHeld = ({ key, aliases }: Word): boolean => held.has(key) || aliases.some((alias) => held.has(alias));
  if (new Set(content.filter(isHeld).map(({ key }) => key)).size < 2) return true;
  if (keys.size > FEW) return false;
  return !content.every((word) => isHeld(word) || [word.key, ...word.aliases].some((key) => known.has(key)));
}
