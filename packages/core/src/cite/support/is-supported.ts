import type { Evidence } from './evidence.ts';
import { isCarried } from './is-carried.ts';
import { isCut } from './is-cut.ts';
import { isScrambled } from './is-scrambled.ts';
import { isThin } from './is-thin.ts';
import type { Judgement } from './judge.ts';
import type { Word } from './read-words.ts';

/** Whether a claim may be shown for the evidence it was judged by: it is carried, and not made of pieces that say something else. `known` are the keys of headings above. */
export function isSupported(
  claim: readonly Word[],
  evidence: Evidence,
  judgement: Judgement,
  known: ReadonlySet<string>,
): boolean {
  if (!isCarried(judgement)) return false;
  const all = evidence.sentences.map(({ words }) => words);
  const sentences = judgement.chosen.map((sentence) => all[sentence]!);
  return !isThin(claim, sentences, known) && !isScrambled(claim, sentences) && !isCut(claim, all, sentences, known);
}
