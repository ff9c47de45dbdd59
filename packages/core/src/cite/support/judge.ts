import { chooseSentences } from './choose-sentences.ts';
import type { Evidence } from './evidence.ts';
import type { Fault } from './fault.ts';
import { dutyFaults } from './faults/duty-faults.ts';
import { negationFaults } from './faults/negation-faults.ts';
import { oppositeFaults } from './faults/opposite-faults.ts';
import { orderFaults } from './faults/order-faults.ts';
import { strengthFaults } from './faults/strength-faults.ts';
import { substitutionFaults } from './faults/substitution-faults.ts';
import { swapFaults } from './faults/swap-faults.ts';
import { wordFaults } from './faults/word-faults.ts';
import { matchClaim } from './match-claim.ts';
import { measure, type Measures } from './measures.ts';
import type { Word } from './read-words.ts';
import { weighByRarity, weighWord } from './weigh-word.ts';

/** Sentences that may carry one statement together. */
const MOST_SENTENCES = 4;
const FINDERS = [
  wordFaults,
  negationFaults,
  oppositeFaults,
  strengthFaults,
  dutyFaults,
  swapFaults,
  orderFaults,
  substitutionFaults,
];

export interface Judgement {
  readonly measures: Measures;
  readonly faults: readonly Fault[];
  /** Positions of the sentences that contribute, best first. */
  readonly chosen: readonly number[];
}

/**
 * Compares a claim with evidence. `knownAbove` gives the keys of the headings above chosen sentences; words that stand there
 * alone are neither measured nor missed.
 */
export function judge(
  claim: readonly Word[],
  evidence: Evidence,
  knownAbove: (sentences: readonly number[]) => ReadonlySet<string>,
  rarity?: (token: string) => number,
): Judgement {
  const weigh = rarity === undefined ? weighWord : weighByRarity(claim, rarity);
  const matched = matchClaim(claim, evidence);
  const first = chooseSentences(
    matched,
    matched.map(({ word }) => weigh(word)),
    MOST_SENTENCES,
  );
  const known = knownAbove(first.sentences);
  const words = known.size === 0 ? matched : matched.filter(({ word, best }) => best > 0 || !known.has(word.key));
  const weights = words.map(({ word }) => weigh(word));
  const choice = words.length === matched.length ? first : chooseSentences(words, weights, MOST_SENTENCES);
  const measures = measure(claim, words, weights, choice, evidence);
  const chosen = choice.sentences;
  const sentences = chosen.map((index) => evidence.sentences[index]!.words);
  const sides = { claim, words: matched, evidence, chosen, sentences, known };
  return { measures, faults: FINDERS.flatMap((find) => find(sides)), chosen };
}
