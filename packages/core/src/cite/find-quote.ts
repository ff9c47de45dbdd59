/**
 * Range of a quote in a passage's own text.
 *
 * Two texts are equal after folding: white space runs become one space, typographic quotes and dashes become ASCII, soft hyphens and
 * zero-width characters are removed, and each character is put in NFC. Case, digits, punctuation and word order must match. Each folded
 * character keeps its original range, so the result is always a slice of the passage.
 */
export interface QuoteRange {
  /** Inclusive, in UTF-16 units. */
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
}

/** A text folded for comparison. Made once for any number of quotes. */
export interface QuotableText {
  readonly units: Uint16Array;
  /** For each folded UTF-16 unit, its start and end (exclusive) in the original text. */
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
}

const BLANK = 0x20;
const INVISIBLE = /[\u00ad\u200b-\u200d\u2060\ufeff]/u;
const FOLDS: Readonly<Record<string, string>> = {
  '\u2018': "'",
  '\u2019': "'",
  '\u201a': "'",
  '\u2032': "'",
  '\u201c': '"',
  '\u201d': '"',
  '\u201e': '"',
  '\u2033': '"',
  '\u2010': '-',
  '\u2011': '-',
  '\u2012': '-',
  '\u2013': '-',
  '\u2014': '-',
  '\u2212': '-',
  '\u2026': '...',
};
const FOLDED_SIGNS = new RegExp(`${INVISIBLE.source}|[${Object.keys(FOLDS).join('')}]`, 'gu');
/** Most UTF-16 units that NFC makes of one. */
const MOST_UNITS = 3;

/** True if a UTF-16 unit folds to itself: most of ASCII, Latin, Greek, Cyrillic, Arabic, Chinese, Japanese and Korean. */
function isPlain(unit: number): boolean {
  return (
    (unit > 0x20 && unit < 0x7f) ||
    (unit > 0xa0 && unit < 0x340 && unit !== 0xad) ||
    (unit > 0x387 && unit < 0x958) ||
    (unit > 0x3000 && unit < 0xa000) ||
    (unit >= 0xac00 && unit < 0xd7a4)
  );
}

/** Makes typographic quotes, dashes and dots ASCII, and removes invisible characters. */
function foldSigns(text: string): string {
  return text.replace(FOLDED_SIGNS, (sign) => FOLDS[sign] ?? '');
}

/** Folds one character; an invisible one becomes `''`. */
function foldCharacter(character: string): string {
  if (/\s/u.test(character)) return ' ';
  return INVISIBLE.test(character) ? '' : (FOLDS[character] ?? character.normalize('NFC'));
}

/** Folds a text for comparison, in time and memory linear in its length. */
export function foldForQuotes(text: string): QuotableText {
  const size = text.length * (/^[\0-\u00ff]*$/u.test(text) ? 1 : MOST_UNITS);
  const units = new Uint16Array(size);
  const starts = new Uint32Array(size);
  const ends = new Uint32Array(size);
  const known = new Map<number, string>();
  let length = 0;
  for (let at = 0, next = 0; at < text.length; at = next) {
    const unit = text.charCodeAt(at);
    if (isPlain(unit)) {
      next = at + 1;
      units[length] = unit;
      starts[length] = at;
      ends[length] = next;
      length += 1;
      continue;
    }
    const code = text.codePointAt(at)!;
    next = at + (code > 0xffff ? 2 : 1);
    const folded = known.get(code) ?? foldCharacter(String.fromCodePoint(code));
    known.set(code, folded);
    if (folded === ' ' && units[length - 1] === BLANK) {
      ends[length - 1] = next;
      continue;
    }
    for (let place = 0; place < folded.length; place += 1) {
      units[length] = folded.charCodeAt(place);
      starts[length] = at;
      ends[length] = next;
      length += 1;
    }
  }
  return { units: units.subarray(0, length), starts, ends };
}

/**
 * Yields every occurrence of a quote in a folded text, in order; they may overlap. None for a blank quote. Uses the search of Knuth, Morris
 * and Pratt, because `indexOf` takes text length × quote length on a page of one repeated letter.
 */
export function* quotePlaces({ units, starts, ends }: QuotableText, quote: string): Generator<QuoteRange> {
  const wanted = trimmed(foldForQuotes(quote).units);
  const { length } = wanted;
  if (length === 0) return;
  // borders[i]: length of the longest proper prefix of `wanted` that also ends at `i`.
  const borders = new Uint32Array(length);
  for (let at = 1, held = 0; at < length; at += 1) {
    while (held > 0 && wanted[at] !== wanted[held]) held = borders[held - 1]!;
    if (wanted[at] === wanted[held]) held += 1;
    borders[at] = held;
  }
  for (let at = 0, held = 0; at < units.length; at += 1) {
    while (held > 0 && units[at] !== wanted[held]) held = borders[held - 1]!;
    if (units[at] === wanted[held]) held += 1;
    if (held < length) continue;
    yield { start: starts[at + 1 - length]!, end: ends[at]! };
    held = borders[held - 1]!;
  }
}

/** Removes the blank at either end; folding leaves at most one. */
function trimmed(units: Uint16Array): Uint16Array {
  return units.subarray(units[0] === BLANK ? 1 : 0, units.at(-1) === BLANK ? -1 : undefined);
}

/**
 * Finds the first occurrence of `quote` in `text` between `window.start` and `window.end`. Returns `undefined` if there is none or the
 * quote is blank.
 */
export function findQuote(
  text: string,
  quote: string,
  window: QuoteRange = { start: 0, end: text.length },
): QuoteRange | undefined {
  const wanted = quote.trim();
  if (wanted === '') return undefined;
  const within = text.slice(window.start, window.end);
  const exact = within.indexOf(wanted);
  const found = exact < 0 ? first(within, wanted) : { start: exact, end: exact + wanted.length };
  return found && { start: window.start + found.start, end: window.start + found.end };
}

function first(text: string, quote: string): QuoteRange | undefined {
  for (const place of quotePlaces(foldForQuotes(text), quote)) return place;
  return undefined;
}

const ASCII = /^[\u0020-\u007e]*$/u;
/** Marks of emphasis, of code and between cells. */
const MARKS = /[`*~|]/gu;

/**
 * Text for comparison: lower case, without marks, with white space, quotation marks and dashes as `findQuote` folds them, and without a full
 * stop at the end, which items of lists often lack and models add.
 */
export function plainText(text: string): string {
  const spaced = text.replace(MARKS, '').replace(/\s+/gu, ' ').trim();
  const folded = ASCII.test(spaced) ? spaced : foldSigns(spaced).normalize('NFC').trim();
  return folded.toLowerCase().replace(/(?<=[\p{L}\p{N})\]"'])\.$/u, '');
}
