import { stemWord } from './stem-word.ts';
import { STOP_WORDS } from './stop-words.ts';

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
  const parts = word.split('_').flatMap(cutPiece);
  if (parts.length < 2) return [whole];
  return [whole, ...parts.flatMap(partToken)];
}

const LETTERS = /^[\p{L}\p{M}]+$/u;
const DIGITS = /^\p{N}+$/u;
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
