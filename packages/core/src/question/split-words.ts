import { isParticle, nounOf } from '../text/particle-verbs.ts';
import { stemWord, STOP_WORDS, wordTokens } from '../text/word-tokens.ts';
import type { Doubt } from './doubtful-words.ts';
import type { IndexWords } from './index-words.ts';
import { quotedIn } from './quoted-in.ts';
import { readWords, type Word } from './read-words.ts';

/** First parts that are hardly words of their own. */
const PREFIXES: ReadonlySet<string> = new Set('auto co inter micro multi non pre re semi sub un'.split(' '));
/** First parts that are also words of grammar, which have no token: "up stream" is one word, "over time" is two. */
const ADVERBS: ReadonlySet<string> = new Set('down over under up'.split(' '));
const LETTERS = /^\p{Ll}{2,}$/u;
/** The joined word is meant if at least this share of the passages with the rarer part have it. */
const SHARE = 0.25;

/**
 * Returns the text with each verb with a particle as the noun that the index has for it: "how to setup a proxy" for "how to set up a proxy".
 * The noun stands for both spellings, because pages with "set up" have its token too. Quoted words are left alone, and so are particles that
 * may be prepositions, because the verb is then what the reader looks for.
 */
export function withNouns(text: string, words: IndexWords): string {
  let joined = '';
  let from = 0;
  for (const [first, last, next] of pairsOf(text)) {
    const noun = nounOf(first.lower, last.lower);
    if (noun === undefined || !words.terms.has(stemWord(noun))) continue;
    const behind = next?.border === 'none' ? next.lower : '';
    if (text[first.end] !== '-' && !isParticle(first.lower, last.lower, behind)) continue;
    joined += text.slice(from, first.start) + noun;
    from = last.end;
  }
  return joined + text.slice(from);
}

/**
 * Returns the places of `text` where two words are one word in the index, in order: "web sites" for `websites`, "life-time" for `lifetime`.
 * Quoted words are left alone.
 */
export function splitWords(text: string, words: IndexWords): readonly Doubt[] {
  const found: Doubt[] = [];
  for (const [first, last] of pairsOf(text)) {
    if ((found.at(-1)?.end ?? 0) > first.start) continue;
    const typed = first.lower + last.lower;
    const [token] = wordTokens(typed);
    if (token === undefined || !isOneWord(first.lower, last.lower, token, words)) continue;
    found.push({ start: first.start, end: last.end, typed, token, isLast: false, isName: false });
  }
  return found;
}

/** Neighbouring words with a space or hyphen between them, outside quotes, and the word behind them. */
function pairsOf(text: string): readonly (readonly [Word, Word, Word | undefined])[] {
  const isQuoted = quotedIn(text);
  const parts = readWords(text)
    .flatMap(cutAtHyphen)
    .filter(({ start, end }) => !isQuoted(start, end));
  return parts.flatMap((last, at) => {
    const first = parts[at - 1];
    return first !== undefined && /^[ -]$/u.test(text.slice(first.end, last.start))
      ? [[first, last, parts[at + 1]] as const]
      : [];
  });
}

function cutAtHyphen(word: Word): readonly Word[] {
  const at = word.text.indexOf('-');
  if (!/^\p{L}+-\p{L}+$/u.test(word.text)) return [word];
  const { text, lower, start, end } = word;
  return [
    { ...word, text: text.slice(0, at), lower: lower.slice(0, at), end: start + at },
    { text: text.slice(at + 1), lower: lower.slice(at + 1), start: start + at + 1, end, border: 'none' },
  ];
}

function isOneWord(first: string, last: string, token: string, { terms }: IndexWords): boolean {
  const passages = (word: string): number => terms.get(wordTokens(word)[0] ?? '') ?? 0;
  const joined = terms.get(token) ?? 0;
  if (joined === 0 || !LETTERS.test(first) || !LETTERS.test(last) || STOP_WORDS.has(last)) return false;
  if (PREFIXES.has(first)) return true;
  if (ADVERBS.has(first)) return joined >= SHARE * passages(last);
  return !STOP_WORDS.has(first) && joined >= SHARE * Math.min(passages(first), passages(last));
}
