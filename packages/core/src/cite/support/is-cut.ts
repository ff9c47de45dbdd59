import { isContent } from './evidence.ts';
import type { Word } from './read-words.ts';
import { synonymGroups } from './synonyms.ts';
import { DENYING, TURNING } from './turning-words.ts';
import { isInRuns, lostBy, verbatimRuns, type VerbatimRun } from './verbatim-runs.ts';
import { wordClass } from './weigh-word.ts';

/** Share of a claim in runs of the page's words from which on it is the page's own sentence, changed. */
const OWN_WORDS = 0.6;
/** Share from which on words put into it are no rewording. */
const NEARLY_ALL = 0.8;
/** Content words before a negation among which what it denies may stand. */
const NEAR = 5;
/** Words that make a sentence stronger or narrower when they are put into it. */
const STRENGTHENING = new Set([
  ...DENYING,
  ...'only solely exclusively just always all every each any both must shall'.split(' '),
]);

type Sentence = readonly Word[];

/**
 * Whether a claim is made of pieces of the page's own sentences that say something else as a whole: a piece ends in the middle of a
 * word or at a negation, what denies or binds it there is left out, or a negation was put between, or comes from a sentence that is not
 * among the `chosen`, or words are grafted on it that stand neither there nor in the headings, `known`. A claim in other words is not
 * judged here.
 */
export function isCut(
  claim: Sentence,
  sentences: readonly Sentence[],
  chosen: readonly Sentence[],
  known: ReadonlySet<string>,
): boolean {
  const runs = verbatimRuns(claim, sentences, chosen);
  const covered = new Set(
    runs.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, index) => from + index)),
  );
  if (isDoubled(claim, chosen)) return true;
  if (covered.size < OWN_WORDS * claim.length) return false;
  return (
    isDeniedAnew(claim, covered, runs) ||
    isGrafted(claim, covered, new Set(keysOf(chosen)), known) ||
    hasForeignNumber(claim, covered, chosen) ||
    endsInWord(claim, covered, sentences) ||
    runs.some((run) => (isHanging(claim, run) || isForeign(claim, run, chosen)) && !isOwed(claim, run, runs)) ||
    runs.some((run) => lostBy(run, runs).some((word) => !isEchoed(word, run, claim, runs)))
  );
}

/** Whether the claim says the same outside of what it has from the run's own sentence. */
function isEchoed(lost: Word, { words }: VerbatimRun, claim: Sentence, runs: readonly VerbatimRun[]): boolean {
  const own = runs.filter((run) => run.words === words);
  const same = TURNING.get(lost.lower)!;
  return claim.some(({ lower }, index) => {
    if (!same.has(lower) || own.some(({ from, to }) => index >= from && index < to)) return false;
    const isOwn = !runs.some(({ from, to }) => index >= from && index < to);
    return !DENYING.has(lower) || deniesAlike(claim, index, words, words.indexOf(lost), isOwn);
  });
}

/**
 * Whether a negation of the claim denies what one of a sentence does: it stands right before it, or somewhere behind it. One of the claim's
 * own words may deny it in other words.
 */
function deniesAlike(claim: Sentence, index: number, words: Sentence, at: number, isOwn: boolean): boolean {
  const denied = words.slice(at + 1).find(isContent) ?? words.slice(0, at).findLast(isContent);
  if (isOwn && !claim.some(({ key }) => key === denied?.key)) return true;
  const before = claim.slice(0, index).filter(isContent).slice(-NEAR);
  return claim.slice(index + 1).find(isContent)?.key === denied?.key || before.some(({ key }) => key === denied?.key);
}

function keysOf(sentences: readonly Sentence[]): readonly string[] {
  return sentences.flatMap((words) => words.flatMap(({ key, aliases }) => [key, ...aliases]));
}

/** A word of its own that is held nowhere, not even by one that means the same. */
function isGrafted(
  claim: Sentence,
  covered: ReadonlySet<number>,
  held: ReadonlySet<string>,
  known: ReadonlySet<string>,
): boolean {
  if (covered.size < NEARLY_ALL * claim.length) return false;
  const groups = new Set([...held].flatMap(synonymGroups));
  return claim.some(
    (word, index) =>
      !covered.has(index) &&
      isContent(word) &&
      wordClass(word) !== 'light' &&
      !held.has(word.key) &&
      !known.has(word.key) &&
      !synonymGroups(word.key).some((group) => groups.has(group)),
  );
}

/** A number put between the pieces that the chosen sentences do not have with this unit, whatever headings say. */
function hasForeignNumber(claim: Sentence, covered: ReadonlySet<number>, chosen: readonly Sentence[]): boolean {
  const held = chosen.flatMap((words) => words.filter(({ kind }) => kind === 'number'));
  return claim.some(
    (word, index) =>
      word.kind === 'number' &&
      !covered.has(index) &&
      !held.some((other) => other.key === word.key && other.unit === word.unit),
  );
}

/** More denying or strengthening words between the runs than their sentences have there. */
function isDeniedAnew(claim: Sentence, covered: ReadonlySet<number>, runs: readonly VerbatimRun[]): boolean {
  const own = [...new Set(runs.map(({ words }) => words))];
  const isIn = (group: ReadonlySet<string>): boolean => {
    const added = claim.filter(({ lower }, index) => group.has(lower) && !covered.has(index)).length;
    const left = own.flatMap((words) =>
      words.filter(({ lower }, index) => group.has(lower) && !isInRuns(words, index, runs)),
    ).length;
    return added > left;
  };
  return isIn(DENYING) || isIn(STRENGTHENING);
}

/** A negation at the end of a piece: what it denies was left behind. */
function isHanging(claim: Sentence, { to }: VerbatimRun): boolean {
  return to < claim.length && DENYING.has(claim[to - 1]!.lower);
}

function isForeign(claim: Sentence, { from, to, words }: VerbatimRun, chosen: readonly Sentence[]): boolean {
  return !chosen.includes(words) && claim.slice(from, to).some(({ lower }) => DENYING.has(lower));
}

/** A negation that another piece lost, so that this one stands for it. */
function isOwed(claim: Sentence, { from, to, words: own }: VerbatimRun, runs: readonly VerbatimRun[]): boolean {
  const denying = claim.flatMap(({ lower }, index) =>
    index >= from && index < to && DENYING.has(lower) ? [index] : [],
  );
  return denying.every((index) =>
    runs.some((run) => {
      if (run.words === own) return false;
      const lost = lostBy(run, runs).filter(({ lower }) => DENYING.has(lower));
      return lost.some((word) => deniesAlike(claim, index, run.words, run.words.indexOf(word), false));
    }),
  );
}

/** Whether the first or the last word is only a part of the one that stands there in a sentence. */
function endsInWord(claim: Sentence, covered: ReadonlySet<number>, sentences: readonly Sentence[]): boolean {
  const last = claim.length - 1;
  const isUnit = claim[last - 1]?.kind === 'number' && claim[last]!.kind === 'small';
  const mayEnd = !covered.has(last) && covered.has(last - 1) && !isUnit;
  const mayBegin = !covered.has(0) && covered.has(1);
  return sentences.some((words) =>
    words.some(
      ({ lower }, at) =>
        (mayEnd && lower === claim[last - 1]!.lower && isPart(claim[last]!, words[at + 1], 'startsWith')) ||
        (mayBegin && lower === claim[1]!.lower && isPart(claim[0]!, words[at - 1], 'endsWith')),
    ),
  );
}

function isPart(part: Word, word: Word | undefined, holds: 'startsWith' | 'endsWith'): boolean {
  return word !== undefined && part.key !== word.key && word.lower[holds](part.lower);
}

/** Two negations side by side where no sentence has them so. */
function isDoubled(claim: Sentence, sentences: readonly Sentence[]): boolean {
  return pairsOf(claim) > Math.max(0, ...sentences.map(pairsOf));
}

function pairsOf(words: Sentence): number {
  return words.filter(({ lower }, at) => DENYING.has(lower) && DENYING.has(words[at + 1]?.lower ?? '')).length;
}
