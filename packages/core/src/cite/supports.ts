/**
 * Does the quoted text carry the statement? Words alone cannot prove that, but they can refute it: a number, an identifier
 * or a name that the quote does not have, another count of negations, the opposite of a word, or too many other words. A
 * statement that is a quote, whole, passes; anything shortened or reworded must earn it, and doubt refuses.
 */
import { countNegations } from '../text/word-tokens.ts';
import { splitSentences } from '../text/split-sentences.ts';
import { tokenize } from '../text/tokenize.ts';

/** Least share of the statement's content words that the quotes must hold. */
const MIN_COVERAGE = 0.8;
/** A quoted sentence speaks of the same as the statement when it shares this share of its words. */
const SAME_SUBJECT = 0.3;

/** Digits, or a word with a digit, capital or separator inside: `42`, `useState`, `max_retry`, `--flag`. */
const WORD = /(?:--?)?[\p{L}\p{N}_$]+(?:[._/:-][\p{L}\p{N}_$]+)*/gu;

const OPPOSITES: readonly (readonly [string, string])[] = [
  ['enabled', 'disabled'],
  ['enable', 'disable'],
  ['allowed', 'forbidden'],
  ['allow', 'deny'],
  ['true', 'false'],
  ['always', 'never'],
  ['before', 'after'],
  ['more', 'less'],
  ['increase', 'decrease'],
  ['minimum', 'maximum'],
  ['include', 'exclude'],
  ['supported', 'unsupported'],
  ['required', 'optional'],
  ['start', 'stop'],
  ['open', 'close'],
  ['public', 'private'],
  ['safe', 'unsafe'],
  ['mutable', 'immutable'],
];

function words(text: string): string[] {
  return (text.match(WORD) ?? []).map((word) => word.toLowerCase());
}

/** Numbers, identifiers and names, which may not differ by a letter. */
function exactWords(statement: string): string[] {
  const hard = (statement.match(WORD) ?? []).filter((word) => /\p{N}|[_.$/:]|^-|\p{Ll}\p{Lu}/u.test(word));
  const names = statement.match(/(?<=[^.!?\s]\s+)\p{Lu}\p{L}{2,}/gu) ?? [];
  return [...hard, ...names].map((word) => word.toLowerCase());
}

/** Quoted sentences that share enough words with the statement to speak of the same. */
function relatedText(statement: ReadonlySet<string>, quotes: readonly string[]): string {
  const sentences = quotes.flatMap((quote) => splitSentences(quote).map(({ start, end }) => quote.slice(start, end)));
  const related = sentences.filter((sentence) => {
    const shared = new Set(tokenize(sentence).filter((token) => statement.has(token)));
    return shared.size >= SAME_SUBJECT * statement.size;
  });
  return related.join('\n');
}

export function supports(statement: string, quotes: readonly string[]): boolean {
  const said = statement.trim();
  if (said === '') return false;
  if (quotes.some((quote) => quote.trim() === said)) return true;
  const tokens = tokenize(said);
  if (tokens.length === 0) return false;
  const related = relatedText(new Set(tokens), quotes);
  const quoted = new Set(words(related));
  if (exactWords(said).some((word) => !quoted.has(word))) return false;
  if (countNegations(said) !== countNegations(related)) return false;
  const own = new Set(words(said));
  const turned = OPPOSITES.some(([a, b]) => (own.has(a) && quoted.has(b)) || (own.has(b) && quoted.has(a)));
  if (turned) return false;
  const known = new Set(tokenize(related));
  return tokens.filter((token) => known.has(token)).length >= MIN_COVERAGE * tokens.length;
}
