import { isVerbStem, nounOf } from './particle-verbs.ts';
import { NUMBERED, stemWord, STOP_WORDS, wordTokens } from './word-tokens.ts';

/** Class of a code point for the tokenizer. `unspaced`: scripts written without spaces between words, cut into pairs. */
const SEPARATOR = 1;
const WORD = 2;
export const UNSPACED = 3;

const UNSPACED_SCRIPT =
  /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Bopo}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]/u;
const WORD_CHARACTER = /[\p{L}\p{N}\p{M}_]/u;

/** Class by UTF-16 unit, filled on first use; 0 = not known yet. */
const classes = new Uint8Array(0x10000);

/** `codePoint` may be a lone surrogate, which separates. The underscore is a word character. */
export function characterClass(codePoint: number): number {
  if (codePoint > 0xffff) return classify(codePoint);
  const known = classes[codePoint]!;
  if (known !== 0) return known;
  return (classes[codePoint] = classify(codePoint));
}

function classify(codePoint: number): number {
  const character = String.fromCodePoint(codePoint);
  if (!WORD_CHARACTER.test(character)) return SEPARATOR;
  const unspaced = codePoint > 0x7f && UNSPACED_SCRIPT.test(character) && !/\p{N}/u.test(character);
  return unspaced ? UNSPACED : WORD;
}

/** Receives one token and its range in the folded text. Parts of a word carry the range of the whole word. */
type TokenVisitor = (token: string, start: number, end: number) => void;

/** Longer runs are data, not words: nobody searches for them, and each would be a term of its own. */
const LONGEST_WORD = 128;
const CACHED_WORDS = 50_000;
let cache = new Map<string, readonly string[]>();

const PLUS = 0x2b;
const HASH = 0x23;
const SPACE = 0x20;
const DASH = 0x2d;
const DOT = 0x2e;
const UNDERSCORE = 0x5f;

/** Classes of the characters that most text is made of. */
const ASCII = Uint8Array.from({ length: 0x80 }, (_, unit) => characterClass(unit));

/** A copy of what was cut from a text, so that keeping it does not keep the whole text in memory. */
export function detached(slice: string): string {
  return JSON.parse(JSON.stringify(slice)) as string;
}

/** Visits the tokens of folded text, by start; of tokens with one start the longest name comes first. */
export function scanTokens(text: string, visit: TokenVisitor): void {
  let at = 0;
  let namesUntil = 0;
  while (at < text.length) {
    const unit = text.charCodeAt(at);
    const kind = unit < 0x80 ? ASCII[unit]! : classAt(text, at);
    if (kind === SEPARATOR) {
      if ((unit === DASH || unit === DOT) && at >= namesUntil) namesUntil = visitMarkedName(text, at, visit);
      at += 1;
    } else if (kind === WORD) {
      const end = endOfRun(text, at, WORD);
      if (at >= namesUntil) namesUntil = visitDottedName(text, at, end, visit);
      at = visitWord(text, at, end, visit);
    } else {
      const end = endOfRun(text, at, UNSPACED);
      visitUnspaced(text, at, end, visit);
      at = end;
    }
  }
}

/** Visits one word and returns where to go on: behind it, and behind the signs of `c++`, `c#` and `f#`. */
function visitWord(text: string, runStart: number, runEnd: number, visit: TokenVisitor): number {
  let start = runStart;
  let end = runEnd;
  while (start < end && text.charCodeAt(start) === UNDERSCORE) start += 1;
  while (end > start && text.charCodeAt(end - 1) === UNDERSCORE) end -= 1;
  if (start === end || end - start > LONGEST_WORD) return runEnd;
  const word = text.slice(start, end);
  const signs = end === runEnd ? languageSigns(text, word, end) : 0;
  if (signs > 0) {
    visit(text.slice(start, end + signs).toLowerCase(), start, end + signs);
    return end + signs;
  }
  let tokens = cache.get(word);
  if (tokens === undefined) {
    if (cache.size >= CACHED_WORDS) cache = new Map();
    tokens = wordTokens(word);
    cache.set(detached(word), tokens);
  }
  if (tokens.length > 0 && isVerbStem(tokens[0]!)) visitVerbNoun(text, start, end, tokens[0]!, visit);
  if (tokens.length > 0) visitNumberedName(text, start, end, visit);
  for (let index = 0; index < tokens.length; index += 1) visit(tokens[index]!, start, end);
  return runEnd;
}

const LONGEST_PARTICLE = 8;
const LONGEST_STOP_WORD = Math.max(...[...STOP_WORDS].map(({ length }) => length));

/** `set up`, `plug-ins`: visits the noun `setup` or `plugin`, so that it is found however it is written. */
function visitVerbNoun(text: string, start: number, end: number, stem: string, visit: TokenVisitor): void {
  const join = text.charCodeAt(end);
  if (join !== SPACE && join !== DASH) return;
  const particleEnd = endOfRun(text, end + 1, WORD);
  const length = particleEnd - end - 1;
  if (length < 2 || length > LONGEST_PARTICLE) return;
  const noun = nounOf(stem, text.slice(end + 1, particleEnd).toLowerCase());
  if (noun !== undefined) visit(stemWord(noun), start, particleEnd);
}

/** Between a name and its number; the last is the hyphen, as which folded text has the one that does not break. */
const NUMBER_JOINS: ReadonlySet<number> = new Set([SPACE, DASH, 0x2f, 0x2010]);

/** `ROS 2`, `UTF-8`, `HTTP/2`: visits the name that is one word, `ros2`, so that it is found however it is written. */
function visitNumberedName(text: string, start: number, end: number, visit: TokenVisitor): void {
  const join = text.charCodeAt(end);
  if (!NUMBER_JOINS.has(join) || !isAsciiDigit(text.charCodeAt(end + 1))) return;
  const numberEnd = endOfRun(text, end + 1, WORD);
  const name = `${text.slice(start, end)}${text.slice(end + 1, numberEnd)}`;
  if (NUMBERED.test(name)) visit(name.toLowerCase(), start, numberEnd);
}

function languageSigns(text: string, word: string, end: number): number {
  if (word.length !== 1) return 0;
  const next = text.charCodeAt(end);
  if (next === PLUS) return (word === 'c' || word === 'C') && text.charCodeAt(end + 1) === PLUS ? 2 : 0;
  if (next !== HASH || classAt(text, end + 1) !== SEPARATOR) return 0;
  return /[cf]/i.test(word) ? 1 : 0;
}

/**
 * `node.fs`, `v1.2.3`, `www.my-site.org`: visits the whole name if one starts with this word, up to its last dotted word. The same for
 * `v-if` and `x-on`, a letter and a word of grammar, of which hardly a token would be left. Returns how far was looked.
 */
function visitDottedName(text: string, start: number, wordEnd: number, visit: TokenVisitor): number {
  let nameEnd = wordEnd;
  let at = wordEnd;
  for (;;) {
    const join = text.charCodeAt(at);
    if ((join !== DOT && join !== DASH) || classAt(text, at + 1) !== WORD) break;
    at = endOfRun(text, at + 1, WORD);
    const isDirective =
      wordEnd - start === 1 &&
      at - wordEnd <= LONGEST_STOP_WORD + 1 &&
      STOP_WORDS.has(text.slice(wordEnd + 1, at).toLowerCase());
    if (join === DOT || isDirective) nameEnd = at;
  }
  if (nameEnd > wordEnd && nameEnd - start <= LONGEST_WORD && isName(text, start, nameEnd)) {
    visit(text.slice(start, nameEnd).toLowerCase(), start, nameEnd);
  }
  return at;
}

/** `--dry-run`, `-rf`, `.env`: a name that starts with the sign at `start`, at the start of a run without spaces or behind a quote. */
function visitMarkedName(text: string, start: number, visit: TokenVisitor): number {
  const sign = text.charCodeAt(start);
  if (start > 0 && !OPENING.includes(text[start - 1]!)) return start;
  const name = sign === DASH && text.charCodeAt(start + 1) === DASH ? start + 2 : start + 1;
  if (!isAsciiLetter(text.charCodeAt(name))) return start;
  const end = sign === DASH ? endOfFlag(text, name) : endOfDotted(text, endOfRun(text, name, WORD));
  if (end - start <= LONGEST_WORD) visit(text.slice(start, end).toLowerCase(), start, end);
  return sign === DOT ? end : start;
}

const OPENING = ' \t\n\r\u00a0"\'`([{<|,;=/\u201c\u2018';

function endOfFlag(text: string, name: number): number {
  let end = endOfRun(text, name, WORD);
  while (text.charCodeAt(end) === DASH && classAt(text, end + 1) === WORD) end = endOfRun(text, end + 1, WORD);
  return end;
}

function endOfDotted(text: string, wordEnd: number): number {
  let end = wordEnd;
  while (text.charCodeAt(end) === DOT && classAt(text, end + 1) === WORD) end = endOfRun(text, end + 1, WORD);
  return end;
}

/** Tells names from abbreviations such as `e.g` and `U.S`, whose pieces are single letters. */
function isName(text: string, start: number, end: number): boolean {
  let pieceStart = start;
  for (let at = start; at <= end; at += 1) {
    if (at !== end && text.charCodeAt(at) !== DOT && text.charCodeAt(at) !== DASH) continue;
    if (at - pieceStart > 1 || isAsciiDigit(text.charCodeAt(pieceStart))) return true;
    pieceStart = at + 1;
  }
  return false;
}

/** A word of katakana, as Japanese writes foreign words. */
const KATAKANA = /[\u30a1-\u30fa\u30fc-\u30ff]{2,}/gu;

/** Visits the words of katakana in a run whole, and what is between them in pairs. */
function visitUnspaced(text: string, start: number, end: number, visit: TokenVisitor): void {
  let from = start;
  for (const { index, 0: word } of text.slice(start, end).matchAll(KATAKANA)) {
    const at = start + index;
    if (at > from) visitPairs(text, from, at, visit);
    from = at + word.length;
    if (word.length <= LONGEST_WORD) visit(word, at, from);
  }
  if (from < end) visitPairs(text, from, end, visit);
}

function visitPairs(text: string, start: number, end: number, visit: TokenVisitor): void {
  let first = start;
  let second = first + widthAt(text, first);
  if (second >= end) visit(text.slice(start, end), start, end);
  while (second < end) {
    const next = second + widthAt(text, second);
    visit(text.slice(first, next), first, next);
    first = second;
    second = next;
  }
}

function endOfRun(text: string, start: number, kind: number): number {
  let at = start;
  for (; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit >= 0x80) break;
    if (ASCII[unit] !== kind) return at;
  }
  while (at < text.length && classAt(text, at) === kind) at += widthAt(text, at);
  return at;
}

/** A separator follows the end. */
function classAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  if (unit < 0x80) return ASCII[unit]!;
  if (Number.isNaN(unit)) return SEPARATOR;
  return characterClass(unit >= 0xd800 && unit < 0xdc00 ? text.codePointAt(at)! : unit);
}

function widthAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit >= 0xd800 && unit < 0xdc00 && text.codePointAt(at)! > 0xffff ? 2 : 1;
}

function isAsciiLetter(unit: number): boolean {
  return (unit >= 0x41 && unit <= 0x5a) || (unit >= 0x61 && unit <= 0x7a);
}

function isAsciiDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}
