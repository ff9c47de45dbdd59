/**
 * Sentence borders by fixed rules, so that every platform and every release of Node cuts alike.
 *
 * A sentence ends at `.`, `!`, `?` or an ellipsis, together with the quotes and brackets that close right behind it, when
 * white space follows and what comes next can start a sentence. CJK stops, the Arabic question mark, the Urdu stop and the
 * danda need no white space. A colon or semicolon never ends one. When in doubt the rules do not cut: a sentence too long is
 * still true, half a sentence may not be.
 */
/** Inclusive start, exclusive end, UTF-16 units. */
export interface SentenceRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Sentences of one paragraph in order. Line breaks are white space. No sentence is empty or starts or ends with white space,
 * and nothing but white space is between two.
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

/** Returns the start of the next word, after opening quotes and brackets; `undefined` if something else comes first. */
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

/** Abbreviations after which a sentence goes on whatever follows. */
const GO_ON = new Set(
  'e.g i.e eg ie vs cf viz approx ca incl excl resp fig figs bzw vgl ggf evtl inkl exkl sog напр см'.split(' '),
);
/** The same, but only with a capital. */
const TITLES = new Set('mr mrs ms dr prof st mt capt gen col lt sgt rev hon gov sen rep'.split(' '));
/** The same, but only before a number. */
const GO_ON_BEFORE_NUMBER = new Set(
  `no nos nr p pp par para art ver v min max op app line lines ex eq eqs ref refs sec sect ch chap vol ed thm def lem prop
jan feb mar apr jun jul aug sep sept oct nov dec mon tue tues wed thu thur thurs fri`.split(/\s+/),
);
/** Abbreviations that often end a sentence; only a word that opens sentences shows that one does. */
const MAY_END = new Set(`inc ltd co corp llc jr sr bros dept univ assn ph.d al`.split(' '));
/** Capitalised words that open a sentence rather than go on with a name. */
const OPENING_WORDS = new Set(
  `the this that these those it its in on at a an if when while we you i he she they there here for to as but and or so then
however also use see note by with from once after before each all some any no not please what why how where which who my our
your their let since although because until unless both many most more such only instead otherwise thus hence therefore
finally first second next another one two is are was were do does did can could will would should may might must be make
run add set get keep try both every`.split(/\s+/),
);
const BEFORE_STOP = /[\p{L}\p{M}\p{N}.&-]+$/u;
const NUMBERING = /^\s*[([]?(?:\d{1,3}|\p{L}|[ivxIVX]{1,4})$/u;

/**
 * Returns true if the single `.` at `stop` only ends an abbreviation. `start` is the start of the sentence, `following` that of
 * the next word (`undefined`: it starts in lower case).
 */
export function endsWithAbbreviation(
  text: string,
  start: number,
  stop: number,
  following: number | undefined,
): boolean {
  const before = text.slice(Math.max(start, stop - 24), stop);
  if (following !== undefined && NUMBERING.test(text.slice(start, stop).slice(0, 8)) && stop - start <= 7) return true;
  const raw = BEFORE_STOP.exec(before)?.[0] ?? '';
  if (following !== undefined && isOfTwo(before, text.slice(following, following + 3))) return true;
  const word = raw.toLowerCase();
  if (GO_ON.has(word) || (TITLES.has(word) && raw !== word)) return true;
  if (following === undefined) return GO_ON_BEFORE_NUMBER.has(word) || MAY_END.has(word) || word === 'etc';
  if (GO_ON_BEFORE_NUMBER.has(word)) return /\p{N}/u.test(text[following]!);
  if (MAY_END.has(word) || isInitials(raw)) return !opensSentence(text, following);
  return false;
}

/** True between and behind the two parts of "z. B.", "p. ej." and "т. е.". */
function isOfTwo(before: string, after: string): boolean {
  return (
    /(?<!\p{L})\p{Ll}\.\s?\p{L}{1,2}$/u.test(before) ||
    (/(?<!\p{L})\p{Ll}$/u.test(before) && /^\p{L}{1,2}\./u.test(after))
  );
}

/** `J`, `U.S`, `J.R.R`; of single letters only capitals. */
function isInitials(word: string): boolean {
  return /^\p{Lu}$/u.test(word) || /^(?:\p{L}\.)+\p{L}$/u.test(word);
}

function opensSentence(text: string, at: number): boolean {
  const word = /^[\p{L}]+/u.exec(text.slice(at, at + 24))?.[0] ?? '';
  return OPENING_WORDS.has(word.toLowerCase()) && /^\p{Lu}/u.test(word);
}
