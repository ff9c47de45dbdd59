import type { Evidence, Occurrence } from './evidence.ts';
import type { Choice, ClaimWord } from './match-claim.ts';
import type { Word } from './words.ts';

/** What is measured of a claim against evidence; all but `missing` from 0 to 1. */
export interface Measures {
  /** Weighted share of the claim's words in the chosen sentences; what each further sentence adds counts for less. */
  readonly coverage: number;
  /** Names, numbers and identifiers that stand nowhere. */
  readonly missing: number;
  /** How near to each other, and in which order, neighbouring words of the claim stand in one sentence; mean of all pairs. */
  readonly nearness: number;
  /** Share of the claim's words in runs of three or more that stand word for word in one and the same sentence. */
  readonly verbatim: number;
  /** Lowest coverage of any five neighbouring words by one sentence. */
  readonly weakest: number;
}

/** What a further sentence adds counts for so much of what the one before it did. */
const FURTHER = 0.8;
const STRETCH = 5;
const RUN = 3;
const MOST_POSITIONS = 12;
/** Pairs in the other order count for less. */
const TURNED = 0.8;
const FADING = 0.25;

export function measure(
  claim: readonly Word[],
  words: readonly ClaimWord[],
  weights: readonly number[],
  choice: Choice,
  evidence: Evidence,
): Measures {
  return {
    coverage: choice.gains.reduce((sum, gain, index) => sum + gain * FURTHER ** index, 0),
    missing: words.filter(({ word, best }) => best === 0 && word.kind !== 'plain').length,
    nearness: meanNearness(words),
    verbatim: verbatimWords(claim, evidence) / Math.max(1, claim.length),
    weakest: weakestStretch(words, weights),
  };
}

function meanNearness(words: readonly ClaimWord[]): number {
  if (words.length < 2) return words[0]?.best ?? 0;
  let sum = 0;
  for (let index = 1; index < words.length; index += 1)
    sum += nearnessOf(words[index - 1]!.places, words[index]!.places);
  return sum / (words.length - 1);
}

/** 1 for neighbours in the same order, less with the words between them, 0 when no sentence has both. */
function nearnessOf(before: readonly Occurrence[], after: readonly Occurrence[]): number {
  let best = 0;
  const places = bySentence(after);
  for (const [sentence, positions] of bySentence(before)) {
    for (const position of places.get(sentence) ?? []) {
      for (const other of positions) {
        const distance = Math.abs(position - other);
        if (distance === 0) continue;
        best = Math.max(best, (position > other ? 1 : TURNED) / (1 + FADING * (distance - 1)));
      }
    }
  }
  return best;
}

/** Positions in each sentence; the first few, since a word that fills a sentence is near everything. */
function bySentence(places: readonly Occurrence[]): Map<number, number[]> {
  const found = new Map<number, number[]>();
  for (const { sentence, position } of places) {
    const known = found.get(sentence);
    if (known === undefined) found.set(sentence, [position]);
    else if (known.length < MOST_POSITIONS) known.push(position);
  }
  return found;
}

/** Most words of the claim that one sentence holds in runs. */
function verbatimWords(claim: readonly Word[], { sentences }: Evidence): number {
  const positions = new Map<string, number[]>();
  for (const [index, { key }] of claim.entries()) {
    const known = positions.get(key);
    if (known === undefined) positions.set(key, [index]);
    else known.push(index);
  }
  let most = 0;
  for (const { words } of sentences) most = Math.max(most, wordsInRuns(positions, words));
  return most;
}

/** Words of the claim, given by their positions, that stand in runs in one sentence. */
function wordsInRuns(positions: ReadonlyMap<string, readonly number[]>, words: readonly Word[]): number {
  const covered = new Set<number>();
  let runs: (readonly [end: number, length: number])[] = [];
  for (const { key } of words) {
    const found = positions.get(key);
    if (found === undefined) {
      runs = [];
      continue;
    }
    const before = runs;
    runs = found.map((index) => [index, (before.find(([end]) => end === index - 1)?.[1] ?? 0) + 1] as const);
    for (const [index, length] of runs) {
      if (length >= RUN) covered.add(index);
      if (length === RUN) for (let back = 1; back < RUN; back += 1) covered.add(index - back);
    }
  }
  return covered.size;
}

function weakestStretch(words: readonly ClaimWord[], weights: readonly number[]): number {
  let weakest = 1;
  for (let start = 0; start === 0 || start + STRETCH <= words.length; start += 1) {
    const stretch = words.slice(start, start + STRETCH);
    const sums = new Map<number, number>();
    let total = 0;
    for (const [offset, { held }] of stretch.entries()) {
      const weight = weights[start + offset]!;
      total += weight;
      for (const [sentence, credit] of held) sums.set(sentence, (sums.get(sentence) ?? 0) + credit * weight);
    }
    weakest = Math.min(weakest, Math.max(0, ...sums.values()) / Math.max(total, 1e-9));
  }
  return weakest;
}

/**
 * One number from what was measured of a statement.
 *
 *     score = logistic(−3 + 2.5 · coverage + coverage · nearness + 2 · coverage · verbatim − 1.5 · ln(1 + missing))
 *
 * Fitted by logistic regression on the 349 claims of WiCE (development part), against whole pages and against chunks, and with a
 * quarter of their weight on the 714 sentences of QAGS (CNN/DM), each set with its own constant; then rounded. Nearness and verbatim
 * runs count as far as the words are there at all. The logarithm says that the first unknown name or number tells most.
 * Weights of either half of the data rank the other half as well as these do.
 */

const BASE = -3;
const COVERAGE = 2.5;
const NEARNESS = 1;
const VERBATIM = 2;
const MISSING = -1.5;

/** From 0 to 1; orders statements by how surely their evidence carries them. */
export function scoreMeasures({ coverage, missing, nearness, verbatim }: Measures): number {
  const found = coverage * (COVERAGE + NEARNESS * nearness + VERBATIM * verbatim);
  return 1 / (1 + Math.exp(-(BASE + found + MISSING * Math.log1p(missing))));
}
