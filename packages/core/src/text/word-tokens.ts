import { stemmer } from 'stemmer';
import { americanSpelling } from './american-spelling.ts';
import { cyrillicStem } from './cyrillic-stem.ts';

/**
 * Tokens of one word: the word itself, then its parts when it mixes cases, digits or underscores (`maxRetryCount`,
 * `ERR_MODULE_NOT_FOUND`). Stop words give nothing. `word` is folded, of letters, digits and inner underscores.
 */
export function wordTokens(word: string): readonly string[] {
  const lower = word.toLowerCase();
  if (STOP_WORDS.has(lower)) return [];
  const lettersOnly = LETTERS.test(word);
  const whole = lettersOnly ? stemWord(lower) : lower;
  if (lettersOnly && isPlain(word, lower)) return [whole];
  const [, name, number] = NUMBERED.exec(word) ?? [];
  if (name !== undefined) return [whole, ...wordTokens(name), number!];
  const parts = word.split('_').flatMap(cutPiece);
  if (parts.length < 2) return [whole];
  return [whole, ...parts.flatMap(partToken)];
}

const LETTERS = /^[\p{L}\p{M}]+$/u;
const DIGITS = /^\p{N}+$/u;
/** `utf8`, `ROS2`: a name with a number, which others write as two words. */
export const NUMBERED: RegExp = /^([A-Za-z]{2,})([0-9]{1,4})$/;
const PART = /[A-Z]+(?![a-z])[0-9]*|[A-Z]?[a-z]+|[0-9]+|[^\u0000-\u007f]+/g;

/** Letters all in one case, or with only the first a capital. */
function isPlain(word: string, lower: string): boolean {
  return word === lower || word === word.toUpperCase() || word.slice(1) === lower.slice(1);
}

function cutPiece(piece: string): readonly string[] {
  if (piece === '') return [];
  if (DIGITS.test(piece)) return [piece];
  if (LETTERS.test(piece) && isPlain(piece, piece.toLowerCase())) return [piece];
  return piece.match(PART) ?? [];
}

function partToken(part: string): readonly string[] {
  const lower = part.toLowerCase();
  if (lower.length === 1 || STOP_WORDS.has(lower)) return [];
  return [LETTERS.test(part) ? stemWord(lower) : lower];
}

const LONGEST_STEMMED = 40;
/** Their last letter makes no plural, and without it they would be another name. */
const NO_PLURALS: ReadonlySet<string> = new Set(['https', 'ios', 'ftps']);

/** Porter stem of a lower-case word of letters in American spelling, or the stem of a Cyrillic one; words of other scripts, and overlong ones, stay as they are. */
export function stemWord(word: string): string {
  if (word.length > LONGEST_STEMMED || NO_PLURALS.has(word)) return word;
  return word.charCodeAt(0) > 0x24f ? cyrillicStem(word) : stemmer(americanSpelling(word));
}

/** Words that carry no meaning in a search, and what is left of contractions at an apostrophe. The measured retrieval figures hold for exactly these. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  `a about above after again all also am an and any are aren as at be because been before being below between both but by can
could couldn d did didn do does doesn doing don down during e each etc few for from further g had hadn has hasn have having he her here hers him his how
i if in into is isn it its itself just ll m may me more most must mustn my no nor not now of off on once only or other our ours out
over own re s same shall she should shouldn so some such t than that the their theirs them then there these they this those through
to too under until up ve very via was wasn we were weren what when where which while who whom why will with would wouldn you your yours`.split(
    /\s+/,
  ),
);

const NEGATION = /\b(?:no|not|never|none|nor|neither|nothing|nobody|without|cannot)\b|n['’]t\b/giu;

/** Counts the English words of a text that negate it. */
export function countNegations(text: string): number {
  return text.match(NEGATION)?.length ?? 0;
}
