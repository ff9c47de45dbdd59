import type { Passage } from '../types/answer.ts';
import { isContent, wordClass } from './evidence.ts';
import { standsFree } from './find-code.ts';
import { findQuote } from './find-quote.ts';
import { plainText, readPassage } from './read-passage.ts';
import { synonymGroups } from './vocabulary.ts';
import { type Word, readWords } from './words.ts';

/** Words that deny, all alike. */
const DENY = 'not no never none nothing nobody nowhere neither nor cannot';

/** What denies or binds the words beside it, each with what may say the same. */
const TURNING: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  [
    ...DENY.split(' ').map((word): [string, string] => [word, `${DENY} without lack lacks lacking`]),
    ['without', `without unless lacking ${DENY}`],
    ['unless', 'unless if except only when without until'],
    ['except', `except but unless besides other apart ${DENY}`],
    ['only', 'only just solely exclusively unless except alone'],
    ['solely', 'only just solely exclusively alone'],
    ['if', 'if when whenever where provided should unless'],
    ['provided', 'if when provided as once'],
    ['until', 'until till before when once unless'],
    ['avoid', `avoid ${DENY}`],
    ['instead', `instead rather ${DENY}`],
  ].map(([word, same]) => [word!, new Set(same!.split(' '))]),
);

export const DENYING: ReadonlySet<string> = new Set(DENY.split(' '));
/** Words of a sentence at whose beginning a condition or a negation turns all of it. */
const HEAD = 2;

/**
 * Whether a word of a sentence denies or binds what stands at the border of a clause, given by its number: in that clause, at the head of
 * the one beside it, or at the head of the sentence.
 */
export function turns(words: readonly Word[], index: number, border: number): boolean {
  const { lower, clause } = words[index]!;
  if (!TURNING.has(lower)) return false;
  if (clause === border || (index < HEAD && clause < border)) return true;
  const isHead = words[index - 1]?.clause !== clause;
  return isHead && Math.abs(clause - border) === 1 && !DENYING.has(lower);
}

/** Words in a row that are no chance. */
const LEAST_RUN = 3;

/** A part of a claim that stands in a row in a sentence. Positions among their words, end exclusive. */
interface VerbatimRun {
  readonly from: number;
  readonly to: number;
  /** Where it begins in the sentence. */
  readonly at: number;
  readonly words: readonly Word[];
}

/** From left to right, each as long as it can be; of several sentences that hold it, one of the `preferred`, and that in which it loses least. */
function verbatimRuns(
  claim: readonly Word[],
  sentences: readonly (readonly Word[])[],
  preferred: readonly (readonly Word[])[],
): readonly VerbatimRun[] {
  const runs: VerbatimRun[] = [];
  const rank = (run: VerbatimRun): number => lostBy(run, []).length + (preferred.includes(run.words) ? 0 : 100);
  for (let from = 0; from < claim.length;) {
    const starting: VerbatimRun[] = [];
    for (const words of sentences) {
      for (let at = 0; at < words.length; at += 1) {
        const run = words[at]!.lower === claim[from]!.lower ? runAt(claim, from, words, at) : undefined;
        if (run !== undefined) starting.push(run);
      }
    }
    const longest = Math.max(from, ...starting.map(({ to }) => to));
    const [best] = starting.filter(({ to }) => to === longest).toSorted((left, right) => rank(left) - rank(right));
    if (best !== undefined) runs.push(best);
    from = best?.to ?? from + 1;
  }
  return runs;
}

function runAt(claim: readonly Word[], from: number, words: readonly Word[], at: number): VerbatimRun | undefined {
  let length = 0;
  while (from + length < claim.length && claim[from + length]!.lower === words[at + length]?.lower) length += 1;
  const isWhole = length === claim.length;
  const holds = claim.slice(from, from + length).some(isContent);
  return (length >= LEAST_RUN || isWhole) && holds ? { from, to: from + length, at, words } : undefined;
}

/** Whether a word of a sentence stands in one of the runs. */
function isInRuns(words: readonly Word[], index: number, runs: readonly VerbatimRun[]): boolean {
  return runs.some((run) => run.words === words && index >= run.at && index < run.at + run.to - run.from);
}

/** What denies or binds a run in its sentence and stands in none of the runs. */
function lostBy(run: VerbatimRun, runs: readonly VerbatimRun[]): readonly Word[] {
  const { from, to, at, words } = run;
  const end = at + to - from;
  const first = words[at]!.clause;
  const last = words[end - 1]!.clause;
  const but = words.slice(0, at).findLastIndex(({ lower }, index) => lower === 'but' && index > 0);
  return words.filter((_, index) => {
    if ((index >= at && index < end) || index <= but || isInRuns(words, index, runs)) return false;
    return turns(words, index, index < at ? first : last);
  });
}

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
  return negationPairs(claim) > Math.max(0, ...sentences.map(negationPairs));
}

function negationPairs(words: Sentence): number {
  return words.filter(({ lower }, at) => DENYING.has(lower) && DENYING.has(words[at + 1]?.lower ?? '')).length;
}

/** Shorter statements have no order to lose. */
const LEAST_WORDS = 4;
/** Share of the statement's words, all of them, that stand in one sentence. */
const SAME = 0.9;
/** Share of them that must stand there in this order; half of them do when two clauses change places. */
const ORDERED = 0.45;

/** Whether a statement is a sentence of the evidence with its words in another order. */
export function isReordered(claim: readonly Word[], sentences: readonly (readonly Word[])[]): boolean {
  if (claim.length < LEAST_WORDS) return false;
  if (hasMovedNumbers(claim, sentences) || endsInNegation(claim, sentences)) return true;
  return sentences.some((words) => {
    const left = words.map(({ lower }) => lower);
    const same = claim.filter(({ lower }) => {
      const at = left.indexOf(lower);
      if (at >= 0) left.splice(at, 1);
      return at >= 0;
    });
    return same.length >= SAME * claim.length && inOrder(claim, words) < ORDERED * claim.length;
  });
}

const isNegation = (word: Word | undefined): boolean => word !== undefined && DENYING.has(word.lower);

/** A negation at the end, where no sentence of the evidence ends in one. */
function endsInNegation(claim: readonly Word[], sentences: readonly (readonly Word[])[]): boolean {
  return isNegation(claim.at(-1)) && !sentences.some((words) => isNegation(words.at(-1)));
}

/** Two numbers side by side that a sentence has side by side the other way round, and none in this order. */
function hasMovedNumbers(claim: readonly Word[], sentences: readonly (readonly Word[])[]): boolean {
  const pairs = numberPairs(claim);
  const there = new Set(sentences.flatMap((words) => numberPairs(words).map(([one, other]) => `${one} ${other}`)));
  return pairs.some(([one, other]) => there.has(`${other} ${one}`) && !there.has(`${one} ${other}`));
}

function numberPairs(words: readonly Word[]): (readonly [string, string])[] {
  return words.flatMap((word, at) => {
    const next = words[at + 1];
    return word.kind === 'number' && next?.kind === 'number' ? [[word.key, next.key] as const] : [];
  });
}

/** Length of the longest common subsequence. */
function inOrder(claim: readonly Word[], words: readonly Word[]): number {
  let row = Array.from({ length: words.length + 1 }, () => 0);
  for (const { lower } of claim) {
    const next = [0];
    for (const [at, word] of words.entries()) {
      next.push(word.lower === lower ? row[at]! + 1 : Math.max(row[at + 1]!, next[at]!));
    }
    row = next;
  }
  return row.at(-1)!;
}

const CLOSING = /(?<![.!?\u2026])[.!?\u2026]+$/u;
/** Between sentences that lost the space that parts them. */
const GLUED = /(?<=[\p{Ll}\p{N}])\.(?=\p{Lu}\p{Ll}*\s)/gu;
const JOINS = new Set('and or but so then while whereas'.split(' '));

/** Whether a statement stands in sentences as it is, but only where it begins or ends in a word, or loses what denies or binds it. */
export function isTruncated(statement: string, passages: readonly Passage[]): boolean {
  const bare = statement.trim().replace(CLOSING, '');
  const plain = plainText(bare);
  const places = passages.flatMap((passage) =>
    readPassage(passage).places.flatMap(({ start, end }, place) => {
      if (!readPassage(passage).plain[place]!.includes(plain)) return [];
      const { text } = passage.chunk;
      const range = findQuote(text, bare, { start, end });
      if (range === undefined) return [];
      const sentence = read(text.slice(start, end));
      const ahead = read(text.slice(start, range.start)).length;
      const inside = read(text.slice(range.start, range.end)).length;
      const first = sentence[ahead]?.clause ?? 0;
      const last = sentence[ahead + inside - 1]?.clause ?? first;
      const but = sentence.slice(0, ahead).findLastIndex(({ lower }, index) => lower === 'but' && index > 0);
      const before = sentence[ahead - 1];
      // What begins in the middle of a clause is bound by all before it.
      const isInside = before?.clause === first && !JOINS.has(before.lower);
      const isTurned = sentence.some(
        (_, index) =>
          (index > but &&
            index < ahead &&
            (isInside || turns(sentence, index, first)) &&
            TURNING.has(sentence[index]!.lower)) ||
          (index >= ahead + inside && turns(sentence, index, last)),
      );
      return [isTurned || !standsFree(text, range)];
    }),
  );
  return places.length > 0 && places.every(Boolean);
}

function read(text: string): readonly Word[] {
  return readWords(text.replaceAll(GLUED, '. '));
}
