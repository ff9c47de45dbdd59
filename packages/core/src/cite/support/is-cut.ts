import type { Passage } from '../../spec/answer.ts';
import { isContent } from './evidence.ts';
import { findQuote } from '../find-quote.ts';
import { standsFree } from './find-code.ts';
import { readPassage } from './read-passage.ts';
import { readWords, type Word } from './read-words.ts';

/** Words in a row that are no chance. */
const LEAST_RUN = 3;
/** Share of a statement in such runs from which on it is the page's own sentence, changed. */
const OWN_WORDS = 0.6;
const CLOSING = /[.!?\u2026]+$/u;
/** Words that deny, all alike. */
const DENY = 'not no never none nothing nobody nowhere neither nor cannot';
/** What denies or binds the words beside it, each with what may say the same. */
const TURNS = new Map(
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
  ].map(([word, same]): [string, ReadonlySet<string>] => [word!, new Set(same!.split(' '))]),
);
const DENYING = new Set(DENY.split(' '));

/** A part of the statement that stands in a row in a sentence. Positions among their words, end exclusive. */
interface Run {
  readonly from: number;
  readonly to: number;
  readonly at: number;
  readonly words: readonly Word[];
}

/**
 * Whether a statement is made of pieces of the page's own sentences that say something else as a whole: a piece ends in the middle of a
 * word, what denies or binds it there is left out, or a negation was put between. A statement in other words is not judged here.
 */
export function isCut(statement: string, passages: readonly Passage[]): boolean {
  const claim = readWords(statement);
  const sentences = passages.flatMap((passage) => readPassage(passage).evidence.sentences.map(({ words }) => words));
  const runs = runsOf(claim, sentences);
  const covered = new Set(
    runs.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, index) => from + index)),
  );
  if (isTornOut(statement, passages)) return true;
  if (covered.size < OWN_WORDS * claim.length) return false;
  if (isDeniedAnew(claim, covered, runs) || isDoubled(claim, sentences)) return true;
  if (runs.some((run) => endsInWord(claim, run))) return true;
  return runs.some((run) => lost(run, runs).some((word) => !isEchoed(word, run, claim, runs)));
}

/** Whether the claim says the same outside of what it has from the run's own sentence. */
function isEchoed(word: Word, { words }: Run, claim: readonly Word[], runs: readonly Run[]): boolean {
  const own = runs.filter((run) => run.words === words);
  const same = TURNS.get(word.lower)!;
  return claim.some(({ lower }, index) => same.has(lower) && !own.some(({ from, to }) => index >= from && index < to));
}

/** Stands in sentences as it is, but only where it begins or ends in a word, or loses what turns it. */
function isTornOut(statement: string, passages: readonly Passage[]): boolean {
  const bare = statement.trim().replace(CLOSING, '');
  const places = passages.flatMap((passage) =>
    readPassage(passage).places.flatMap((place) => {
      const { text } = passage.chunk;
      const range = findQuote(text, bare, place);
      if (range === undefined) return [];
      const before = readWords(text.slice(place.start, range.start));
      const behind = readWords(text.slice(range.end, place.end));
      return [!standsFree(text, range) || turnsBeside(before, before.at(-1)?.clause) || turnsBeside(behind, 0)];
    }),
  );
  return places.length > 0 && places.every(Boolean);
}

function turnsBeside(words: readonly Word[], border: number | undefined): boolean {
  const but = border === 0 ? -1 : words.findLastIndex(({ lower }) => lower === 'but');
  return words.some((word, index) => index > but && turns(words, index, border ?? 0));
}

/** Whether a word denies or binds what stands at the border of its clause, or beyond it where it heads its own. */
function turns(words: readonly Word[], index: number, border: number): boolean {
  const { lower, clause } = words[index]!;
  if (!TURNS.has(lower)) return false;
  const isHead = words[index - 1]?.clause !== clause;
  return clause === border || (Math.abs(clause - border) === 1 && isHead && !DENYING.has(lower));
}

/** From left to right, each as long as it can be; of several sentences that hold it, the one in which it loses least. */
function runsOf(claim: readonly Word[], sentences: readonly (readonly Word[])[]): readonly Run[] {
  const runs: Run[] = [];
  for (let from = 0; from < claim.length;) {
    const starting: Run[] = [];
    for (const words of sentences) {
      for (let at = 0; at < words.length; at += 1) {
        const run = words[at]!.lower === claim[from]!.lower ? runAt(claim, from, words, at) : undefined;
        if (run !== undefined) starting.push(run);
      }
    }
    const longest = Math.max(from, ...starting.map(({ to }) => to));
    const [best] = starting
      .filter(({ to }) => to === longest)
      .toSorted((left, right) => lost(left, []).length - lost(right, []).length);
    if (best !== undefined) runs.push(best);
    from = best?.to ?? from + 1;
  }
  return runs;
}

function runAt(claim: readonly Word[], from: number, words: readonly Word[], at: number): Run | undefined {
  let length = 0;
  while (from + length < claim.length && claim[from + length]!.lower === words[at + length]?.lower) length += 1;
  const isWhole = length === claim.length;
  const holds = claim.slice(from, from + length).some(isContent);
  return (length >= LEAST_RUN || isWhole) && holds ? { from, to: from + length, at, words } : undefined;
}

/** What denies or binds a run in its sentence and stands in none of the runs. */
function lost({ from, to, at, words }: Run, runs: readonly Run[]): readonly Word[] {
  const end = at + to - from;
  const first = words[at]!.clause;
  const last = words[end - 1]!.clause;
  const but = words.slice(0, at).findLastIndex(({ lower }) => lower === 'but');
  return words.filter((_, index) => {
    if ((index >= at && index < end) || index <= but || isInside(words, index, runs)) return false;
    return turns(words, index, index < at ? first : last);
  });
}

function isInside(words: readonly Word[], index: number, runs: readonly Run[]): boolean {
  return runs.some((run) => run.words === words && index >= run.at && index < run.at + run.to - run.from);
}

/** More denying words between the runs than their sentences have there. */
function isDeniedAnew(claim: readonly Word[], covered: ReadonlySet<number>, runs: readonly Run[]): boolean {
  const added = claim.filter(({ lower }, index) => DENYING.has(lower) && !covered.has(index)).length;
  const left = [...new Set(runs.map(({ words }) => words))].flatMap((words) =>
    words.filter(({ lower }, index) => DENYING.has(lower) && !isInside(words, index, runs)),
  ).length;
  return added > left;
}

function isPart(part: Word | undefined, word: Word | undefined, holds: 'startsWith' | 'endsWith'): boolean {
  return part !== undefined && word !== undefined && part.key !== word.key && word.lower[holds](part.lower);
}

/** Whether the word before or behind a run is only a part of the one that stands there. */
function endsInWord(claim: readonly Word[], { from, to, at, words }: Run): boolean {
  const isUnit = claim[to - 1]!.kind === 'number' && claim[to]?.kind === 'small';
  const first = from === 1 && isPart(claim[0], words[at - 1], 'endsWith');
  return first || (to === claim.length - 1 && !isUnit && isPart(claim[to], words[at + to - from], 'startsWith'));
}

/** Two negations side by side where no sentence has them so. */
function isDoubled(claim: readonly Word[], sentences: readonly (readonly Word[])[]): boolean {
  return pairsOf(claim) > Math.max(0, ...sentences.map(pairsOf));
}

function pairsOf(words: readonly Word[]): number {
  return words.filter(({ lower }, at) => DENYING.has(lower) && DENYING.has(words[at + 1]?.lower ?? '')).length;
}
