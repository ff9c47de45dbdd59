import { isContent } from './evidence.ts';
import type { Word } from './read-words.ts';

/** Different content words up to which each must stand in the evidence. */
const FEW = 3;

/** Whether a statement has too few words to prove anything by: a single one, or a few of which not all stand in the evidence. */
export function isThin(
  claim: readonly Word[],
  sentences: readonly (readonly Word[])[],
  known: ReadonlySet<string>,
): boolean {
  const content = claim.filter(isContent);
  const keys = new Set(content.map(({ key }) => key));
  if (keys.size < 2) return true;
  if (keys.size > FEW) return false;
  const held = new Set(sentences.flatMap((words) => words.flatMap(({ key, aliases }) => [key, ...aliases])));
  return content.some(({ key, aliases }) => ![key, ...aliases].some((one) => held.has(one) || known.has(one)));
}
