/**
 * Sentence borders by fixed rules, so that every platform and every release of Node cuts alike.
 *
 * A sentence ends at `.`, `!`, `?` or an ellipsis, together with the quotes and brackets that close right behind it, when
 * white space follows and what comes next can start a sentence. CJK stops, the Arabic question mark, the Urdu stop and the
 * danda need no white space. A colon or semicolon never ends one. When in doubt the rules do not cut: a sentence too long is
 * still true, half a sentence may not be.
 */
import { endsWithAbbreviation } from './abbreviation.ts';

/** Inclusive start, exclusive end, UTF-16 units. */
export interface SentenceRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Sentences of one paragraph in order. Line breaks are white space. No sentence is empty or starts or ends with white space,
 * and nothing but white space stands between two.
 */
export function splitSentences(text: string): SentenceRange[] {
  const sentences: SentenceRange[] = [];
  let start = skipSpace(text, 0);
  let seen = start;
  let hasWords = false;
  for (const match of text.matchAll(STOPS)) {
    const end = match.index + match[0].length;
    hasWords ||= WORD_CHARACTER.test(text.slice(seen, match.index));
    seen = end;
    if (end < text.length && !(hasWords && endsSentence(text, start, match.index, match[1]!, end))) continue;
    sentences.push({ start, end });
    start = skipSpace(text, end);
    hasWords = false;
  }
  const end = text.trimEnd().length;
  if (start < end) sentences.push({ start, end });
  return sentences;
}

/** A run of stops and what closes right behind it. */
const STOPS =
  /([.!?\u2026]+|[\u3002\uff01\uff1f\uff61\u061f\u06d4\u0964\u0965]+)[)\]}"'\u201d\u2019\u00bb\u300d\u300f\uff09\u3011\u203a]*/g;
const SPACE = /\s/;
const WORD_CHARACTER = /[\p{L}\p{N}]/u;
const CJK = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]/u;
const OPENERS = '"\'\u201c\u2018\u00ab([{\u300c\u300e\uff08\u3010\u00bf\u00a1`*_';

function endsSentence(text: string, start: number, stop: number, stops: string, end: number): boolean {
  const next = text[end]!;
  const first = stops[0]!;
  if (!'.!?\u2026'.includes(first)) return !(end > stop + stops.length && /[\u3068\u3063]/.test(next));
  if (!SPACE.test(next)) return first !== '.' && first !== '\u2026' && CJK.test(next);
  if (stops === '..') return false;
  if ('([{'.includes(text[stop - 1] ?? '') && end > stop + stops.length) return false;
  const following = nextLetter(text, end);
  if (following === undefined) return true;
  if (isLowerCase(text[following]!)) return first !== '!' && stops.length === 1 && endsWithPlainWord(text, stop, end);
  return stops !== '.' || !endsWithAbbreviation(text, start, stop, following);
}

/** Where the next word starts, behind quotes and brackets that open; `undefined` when something else comes first. */
function nextLetter(text: string, from: number): number | undefined {
  let at = skipSpace(text, from);
  while (at < text.length && OPENERS.includes(text[at]!)) at += 1;
  return at < text.length && WORD_CHARACTER.test(String.fromCodePoint(text.codePointAt(at)!)) ? at : undefined;
}

/** Names such as `npm` start sentences in lower case, but behind short words, numbers and brackets a stop proves too little. */
function endsWithPlainWord(text: string, stop: number, end: number): boolean {
  if (end > stop + 1) return false;
  const word = /\p{L}+$/u.exec(text.slice(Math.max(0, stop - 24), stop))?.[0] ?? '';
  return word.length >= 4 && !endsWithAbbreviation(text, stop - word.length, stop, undefined);
}

function isLowerCase(character: string): boolean {
  return character === character.toLowerCase() && character !== character.toUpperCase();
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && SPACE.test(text[at]!)) at += 1;
  return at;
}
