/**
 * Does the quoted text carry the statement? Words alone cannot prove that, but they can refute it: a number, an identifier
 * or a name that the quote does not have, a negation on one side only, or too many other words. Statements taken verbatim
 * pass by construction; anything reworded must earn it.
 */
import { tokenize } from '../text/tokenize.ts';

/** Least share of the statement's content words that the quotes must hold. */
const MIN_COVERAGE = 0.8;

const NEGATION =
  /\b(?:no|not|never|none|nor|neither|without|cannot|can't|don't|doesn't|won't|isn't|aren't|wasn't|weren't|shouldn't|mustn't)\b/giu;
/** Digits, or a word with a digit, capital or separator inside: `42`, `useState`, `max_retry`, `--flag`. */
const HARD_TOKEN = /(?:--?)?[\p{L}\p{N}_$]+(?:[._/:-][\p{L}\p{N}_$]+)*/gu;

function negations(text: string): number {
  return text.match(NEGATION)?.length ?? 0;
}

function hardTokens(text: string): string[] {
  return (text.match(HARD_TOKEN) ?? []).filter((word) => /\p{N}|[_.$/:]|^-|\p{Ll}\p{Lu}/u.test(word));
}

function names(text: string): string[] {
  const found: string[] = [];
  for (const match of text.matchAll(/(?<![.!?]\s|^)\b\p{Lu}\p{L}{2,}/gu)) found.push(match[0]);
  return found;
}

export function supports(statement: string, quotes: readonly string[]): boolean {
  const quoted = quotes.join('\n');
  if (statement.trim() === '') return false;
  if (quoted.includes(statement)) return true;
  const lower = quoted.toLowerCase();
  for (const word of [...hardTokens(statement), ...names(statement)])
    if (!lower.includes(word.toLowerCase())) return false;
  if (negations(statement) % 2 !== negations(quoted) % 2) return false;
  const known = new Set(tokenize(quoted));
  const words = tokenize(statement);
  if (words.length === 0) return false;
  return words.filter((word) => known.has(word)).length >= MIN_COVERAGE * words.length;
}
