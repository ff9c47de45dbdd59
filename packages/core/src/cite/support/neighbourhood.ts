import { isContent } from './evidence.ts';
import type { Case } from './fault.ts';
import type { Word } from './read-words.ts';
import { weighWord } from './weigh-word.ts';

/** Content words on each side. */
const AROUND = 4;
/** A sentence that holds so much of the best one's share is looked at too. */
const NEARLY = 0.85;

/**
 * The words of those chosen sentences that hold best what stands around a word of the claim, in its clause or where that is
 * too short in the next. What a word does in a claim can only be proved where the words around it are.
 */
export function neighbourhood({ claim, words, chosen, sentences }: Case, index: number): readonly Word[] {
  const place = claim.slice(0, index).filter(isContent).length;
  const { clause } = claim[index]!;
  const near = words.slice(Math.max(0, place - AROUND), place + AROUND + 1).filter(({ word }) => word !== claim[index]);
  const inClause = near.filter(({ word }) => word.clause === clause);
  const around =
    inClause.length > 1 ? inClause : near.filter(({ word }) => word.clause === clause || word.clause === clause + 1);
  const shares = chosen.map((sentence) =>
    (around.length > 1 ? around : near).reduce(
      (sum, { word, held }) => sum + weighWord(word) * (held.get(sentence) ?? 0),
      0,
    ),
  );
  const best = Math.max(0, ...shares);
  return sentences.filter((_, at) => shares[at]! >= NEARLY * best).flat();
}
