import { stemWord } from '../../text/stem-word.ts';
import { isName } from './is-name.ts';
import type { Word } from './read-words.ts';
import { wordClass } from './word-class.ts';

const setOf = (list: string): ReadonlySet<string> => new Set(list.split(' '));
const PREPOSITIONS = setOf(
  'in on for with without from to at by under using via inside between after before during of about into',
);
const DETERMINERS = setOf('the a an my our your');
const LEADS = setOf('and or but so also then well what how about');
const LONGEST_CLAUSE = 14;

const isTopic = (word: Word): boolean => wordClass(word) === 'specific' || wordClass(word) === 'light';
const isGlue = (word: Word | undefined): boolean =>
  word !== undefined && (DETERMINERS.has(word.lower) || PREPOSITIONS.has(word.lower));
/** `v1` and `v2`, `3.11` and `3.12` have one shape. */
const shapeOf = ({ lower }: Word): string => lower.replaceAll(/\d+(?:\.\d+)*/gu, '0');

/** Where the part that holds `from` ends: at the next preposition or border. */
function endOfPart(words: readonly Word[], from: number): number {
  let end = from;
  while (end < words.length && words[end]!.border === 'none' && !PREPOSITIONS.has(words[end]!.lower)) end += 1;
  return end;
}

/** Where the part stands that is asked anew: "and on Windows" for "on Ubuntu", "and the elbow" for "of the shoulder". */
function replacedPart(clause: readonly Word[], instead: readonly Word[]): readonly [start: number, end: number] {
  const opener = instead[0]!.lower;
  const alike = PREPOSITIONS.has(opener) ? clause.findLastIndex(({ lower }, at) => at > 0 && lower === opener) : -1;
  if (alike > 0) return [alike, endOfPart(clause, alike + 1)];
  const known = new Set(instead.map(({ lower }) => stemWord(lower)));
  const hasName = instead.some(isName);
  const found = clause.findLastIndex((word, at) => {
    const before = clause[at - 1];
    const fits = hasName ? isName(word) && isGlue(before) : DETERMINERS.has(opener) && before?.lower === opener;
    return fits && isTopic(word) && !known.has(stemWord(word.lower));
  });
  let start = found;
  while (start > 0 && isGlue(clause[start - 1])) start -= 1;
  return found < 0 ? [0, 0] : [start, endOfPart(clause, found + 1)];
}

/**
 * What "and on Windows?" leaves of the question before it, "How do I install it on Ubuntu?": its last sentence without the part
 * that is asked anew. Empty when that is too long to be one thought.
 */
export function contrastClause(question: readonly Word[], contrast: readonly Word[]): readonly Word[] {
  const opening = question.findLastIndex((word, at) => word.border === 'sentence' && question.slice(at).some(isTopic));
  const clause = question.slice(Math.max(0, opening));
  if (clause.length > LONGEST_CLAUSE) return [];
  const first = contrast.findIndex(({ lower }) => !LEADS.has(lower));
  const instead = first < 0 ? [] : contrast.slice(first);
  if (instead.length === 0) return clause;
  // A number takes the place of its like alone: "Python 3.12" for "Python 3.11".
  const shapes = new Set(instead.filter(({ text }) => /\d/u.test(text)).map(shapeOf));
  const isRenumbered = !PREPOSITIONS.has(instead[0]!.lower) && clause.some((word) => shapes.has(shapeOf(word)));
  const [start, end] = isRenumbered ? [0, 0] : replacedPart(clause, instead);
  const rest = clause.filter((word, at) => (at < start || at >= end) && !shapes.has(shapeOf(word)));
  return rest.some(isTopic) ? rest : clause;
}
