import { type Evidence, isContent, weighByRarity, weighWord } from './evidence.ts';
import { negationMismatches } from './mismatches/negation-mismatches.ts';
import { orderMismatches } from './mismatches/order-mismatches.ts';
import { strengthMismatches } from './mismatches/strength-mismatches.ts';
import { substitutionMismatches } from './mismatches/substitution-mismatches.ts';
import { swapMismatches } from './mismatches/swap-mismatches.ts';
import { dutyMismatches, oppositeMismatches, wordMismatches } from './mismatches/word-mismatches.ts';
import { type ClaimWord, chooseSentences, matchClaim } from './match-claim.ts';
import { type Measures, measure, scoreMeasures } from './measures.ts';
import { isCut, isReordered } from './altered-sentences.ts';
import type { Word } from './words.ts';

/** Sentences that may carry one statement together. */
const MOST_SENTENCES = 4;
const FINDERS = [
  wordMismatches,
  negationMismatches,
  oppositeMismatches,
  strengthMismatches,
  dutyMismatches,
  swapMismatches,
  orderMismatches,
  substitutionMismatches,
];

export interface Judgement {
  readonly measures: Measures;
  readonly mismatches: readonly Mismatch[];
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
  return { measures, mismatches: FINDERS.flatMap((find) => find(sides)), chosen };
}

/**
 * What refutes a statement: a number, identifier, name or other word that does not stand in the evidence; a negation added or
 * left out; an opposite; more said of how many (`quantity`) or of what must be (`duty`); a word that the evidence ties to
 * something else (`swap`).
 */
export type MismatchKind = 'number' | 'code' | 'name' | 'word' | 'negation' | 'opposite' | 'quantity' | 'duty' | 'swap';

export interface Mismatch {
  readonly kind: MismatchKind;
  /** The word that does not fit, of the statement or, for a negation left out, of the evidence. */
  readonly word: string;
}

/** A statement beside the sentences that should carry it. */
export interface Case {
  readonly claim: readonly Word[];
  /** The content words of `claim`. */
  readonly words: readonly ClaimWord[];
  readonly evidence: Evidence;
  /** Positions in `evidence` of the sentences that were chosen, best first. */
  readonly chosen: readonly number[];
  /** Their words, sentence by sentence. */
  readonly sentences: readonly (readonly Word[])[];
  /** Keys of titles and headings: what the passages are about without saying so again. */
  readonly known: ReadonlySet<string>;
}

/** The operating point: `docs/decisions/2026-11-22-when-a-sentence-is-supported.md` says what it lets through. */
const LEAST_SCORE = 0.4;
const LEAST_COVERAGE = 0.7;
const LEAST_WEAKEST = 0.4;

/** Whether a judgement lets its claim pass: nothing refutes it, and enough of it stands together in the evidence. */
function isCarried({ measures, mismatches, chosen }: Judgement): boolean {
  if (mismatches.length > 0 || chosen.length === 0) return false;
  const { coverage, weakest } = measures;
  return coverage >= LEAST_COVERAGE && weakest >= LEAST_WEAKEST && scoreMeasures(measures) >= LEAST_SCORE;
}

/** Different content words up to which each must stand in the evidence. */
const FEW = 3;

/**
 * Whether a statement has too few words to prove anything by: at most one that stands in the evidence itself, whatever headings say, or
 * a few of which not all stand there or in the headings.
 */
export function isVague(
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
  return !isVague(claim, sentences, known) && !isReordered(claim, sentences) && !isCut(claim, all, sentences, known);
}
