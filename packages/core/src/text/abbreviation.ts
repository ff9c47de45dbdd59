/** Abbreviations after which a sentence goes on whatever follows. */
const GO_ON = new Set('e.g i.e eg ie vs cf viz approx ca incl excl resp fig figs'.split(' '));
/** The same, but only with a capital. */
const TITLES = new Set('mr mrs ms dr prof st mt capt gen col lt sgt rev hon gov sen rep'.split(' '));
/** The same, but only before a number. */
const GO_ON_BEFORE_NUMBER = new Set(
  `no nos nr p pp par para art ver v min max op app line lines ex eq eqs ref refs sec sect ch chap vol ed thm def lem prop
jan feb mar apr jun jul aug sep sept oct nov dec mon tue tues wed thu thur thurs fri`.split(/\s+/),
);
/** Abbreviations that often stand last; only a word that opens sentences shows that one does. */
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
 * Whether the single `.` at `stop` only shortens the word before it. `start` is where the sentence begins, `following` where
 * the next word does (`undefined`: it starts in lower case).
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
  const word = raw.toLowerCase();
  if (GO_ON.has(word) || (TITLES.has(word) && raw !== word)) return true;
  if (following === undefined) return GO_ON_BEFORE_NUMBER.has(word) || MAY_END.has(word) || word === 'etc';
  if (GO_ON_BEFORE_NUMBER.has(word)) return /\p{N}/u.test(text[following]!);
  if (MAY_END.has(word) || isInitials(raw)) return !opensSentence(text, following);
  return false;
}

/** `J`, `U.S`, `J.R.R`; of single letters only capitals. */
function isInitials(word: string): boolean {
  return /^\p{Lu}$/u.test(word) || /^(?:\p{L}\.)+\p{L}$/u.test(word);
}

function opensSentence(text: string, at: number): boolean {
  const word = /^[\p{L}]+/u.exec(text.slice(at, at + 24))?.[0] ?? '';
  return OPENING_WORDS.has(word.toLowerCase()) && /^\p{Lu}/u.test(word);
}
