import { withoutDrawn } from './find-quote.ts';
import { type PageText, type Stretch, foldSpaced } from './page-text.ts';

export interface SimilarPlace {
  readonly place: Stretch;
  /** Weight of the words shared by quote and place, as a share of the weight of both; 1 = the same words. */
  readonly similarity: number;
  readonly isInSection: boolean;
  /** True if the place makes the quote's statement about something else; see `isAnotherCase`. */
  readonly isAnotherCase: boolean;
}

/** Longer quotes are compared by their first words only. */
const MOST_WORDS = 400;
/** Maximum table cells to fill at once; on a very long page, fewer words are compared. */
const MOST_CELLS = 4_000_000;
const MOST_PLACES = 3;
/** Cost of crossing a line break that the quote does not have; a word that occurs once on the page weighs 1. */
const LINE_BREAK = 0.5;

/** Finds the places most similar to the quote, none overlapping another: first those within `section`, then those on the whole page. */
export function similarPlaces(page: PageText, quote: string, section: Stretch | undefined): readonly SimilarPlace[] {
  const ids = new Map<string, number>();
  const plain = withoutDrawn(quote);
  const asked = wordsOfQuote(plain, ids);
  const words = wordsOfPage(page, ids);
  const most = Math.min(MOST_WORDS, Math.floor(MOST_CELLS / words.ids.length));
  if (asked.ids.length === 0 || words.ids.length === 0 || most === 0) return [];
  const sought = firstWords(asked, most);
  const wanted = sought.ids;
  const names = [...ids.keys()];
  const weights = weigh(words.ids, names);
  const lines = plain.split('\n').filter((line) => line.trim() !== '').length - 1;
  const total = weightOf(wanted, 0, wanted.length, weights);
  const inside = section === undefined ? undefined : wordsBetween(words, section);

  const placesIn = ({ from, to }: WordSpan): readonly SimilarPlace[] => {
    const left = { ...words, ids: words.ids.slice() };
    const places: SimilarPlace[] = [];
    while (places.length < MOST_PLACES) {
      const { pairs, matched } = align(sought, left, from, to, weights);
      if (pairs.length === 0) break;
      const span = extend(words, pairs, wanted.length);
      // The next place is another one.
      left.ids.fill(NO_WORD, span.from, span.to);
      const crossed = Math.max(0, linesIn(words, span) - lines);
      const weight = total + weightOf(words.ids, span.from, span.to, weights) + crossed * LINE_BREAK;
      places.push({
        place: { start: words.starts[span.from]!, end: words.ends[span.to - 1]! },
        similarity: (2 * matched) / weight,
        isInSection: inside !== undefined && span.from >= inside.from && span.to <= inside.to,
        isAnotherCase: isAnotherCase(wanted, { ids: words.ids, ...span }, pairs, names),
      });
    }
    return places;
  };
  return [inside, { from: 0, to: words.ids.length }].flatMap((span) => (span === undefined ? [] : placesIn(span)));
}

function firstWords({ ids, starts, ends, apart }: Words, most: number): Words {
  const first = <T extends Int32Array | Uint8Array>(list: T): T => list.subarray(0, most) as T;
  return { ids: first(ids), starts: first(starts), ends: first(ends), apart: first(apart) };
}

/**
 * Weights words: the more often the page has a word, the less it weighs. A sign weighs half as much as a word. A word missing
 * from the page weighs as much as one that occurs once.
 */
function weigh(page: Int32Array, names: readonly string[]): Float64Array {
  const weights = new Float64Array(names.length);
  for (const id of page) weights[id]! += 1;
  return weights.map(
    (count, id) => (/[\p{L}\p{N}]/u.test(names[id]!) ? 1 : 0.5) / (1 + 0.4 * Math.log(Math.max(1, count))),
  );
}

function weightOf(ids: Int32Array, from: number, to: number, weights: Float64Array): number {
  let sum = 0;
  for (let at = from; at < to; at += 1) sum += weights[ids[at]!]!;
  return sum;
}

/** Extends the matched stretch, on the same lines, by as many words as the quote has before its first and after its last match. */
function extend(words: Words, pairs: readonly (readonly [quote: number, page: number])[], length: number): WordSpan {
  let from = pairs[0]![1];
  let to = pairs.at(-1)![1] + 1;
  for (let left = pairs[0]![0]; left > 0 && from > 0 && words.apart[from] === 0; left -= 1) from -= 1;
  for (let left = length - 1 - pairs.at(-1)![0]; left > 0 && to < words.ids.length && words.apart[to] === 0; left -= 1)
    to += 1;
  return { from, to };
}

function linesIn({ apart }: Words, { from, to }: WordSpan): number {
  let lines = 0;
  for (let at = from + 1; at < to; at += 1) lines += apart[at]!;
  return lines;
}

function wordsBetween({ starts }: Words, { start, end }: Stretch): WordSpan {
  const before = (offset: number): number => {
    const index = starts.findIndex((from) => from >= offset);
    return index === -1 ? starts.length : index;
  };
  return { from: before(start), to: before(end) };
}

/**
 * True if a place makes the quote's statement about something else: a number is replaced by another number, and also at least one
 * word by another word. Typical for the sentences of a list and for alternative tabs, which differ in nothing else. `pairs` are
 * positions of equal words in quote and page, both rising; `page` is the stretch compared, `names` has the word of each id.
 */
export function isAnotherCase(
  quote: Int32Array,
  page: { readonly ids: Int32Array; readonly from: number; readonly to: number },
  pairs: readonly (readonly [quote: number, page: number])[],
  names: readonly string[],
): boolean {
  const edges = [[-1, page.from - 1] as const, ...pairs, [quote.length, page.to] as const];
  let numbers = 0;
  let others = 0;
  for (const [index, [quoteEnd, pageEnd]] of edges.entries()) {
    const [quoteStart, pageStart] = edges[index - 1] ?? edges[0]!;
    const replaced = quoteEnd - quoteStart - 1;
    if (pageEnd - pageStart - 1 !== replaced) continue;
    for (let at = 1; at <= replaced; at += 1) {
      const [old, fresh] = [names[quote[quoteStart + at]!]!, names[page.ids[pageStart + at]!]!];
      if (/\p{N}/u.test(old) && /\p{N}/u.test(fresh)) numbers += 1;
      else if (/\p{L}/u.test(old) && /\p{L}/u.test(fresh)) others += 1;
    }
  }
  return numbers > 0 && others > 0;
}

/** Alignment of the words of a quote with a stretch of a page. */
export interface Alignment {
  /** Positions of equal words in quote and page, both rising. */
  readonly pairs: readonly (readonly [quote: number, page: number])[];
  /** Total weight of the words in `pairs`. */
  readonly matched: number;
}

/** Cost of an extra word between two matches. A word that occurs once on the page earns 1. */
const GAP = 0.06;
/** Cost of crossing a line end of the page where the quote has none. */
const LINE_END = 1;

/**
 * Finds the best alignment of `quote` with a part of `page[from..to)`. Words stay in order: each match earns its weight, each
 * extra word between two matches costs `GAP`, each line crossed costs `LINE_END`. Time and memory grow with the product of both
 * lengths.
 */
export function align(quote: Words, page: Words, from: number, to: number, weights: Float64Array): Alignment {
  const width = to - from;
  const steps = new Uint8Array(quote.ids.length * width);
  let above = new Float64Array(width + 1);
  let row = new Float64Array(width + 1);
  let best = 0;
  let bestRow = -1;
  let bestColumn = -1;
  for (let line = 0; line < quote.ids.length; line += 1) {
    const id = quote.ids[line]!;
    const weight = weights[id]!;
    const ends = quote.apart[line] === 1 ? 0 : LINE_END;
    row[0] = 0;
    for (let column = 0; column < width; column += 1) {
      const at = from + column;
      const crossing = page.apart[at] === 1 ? LINE_END : 0;
      let score = 0;
      let step: number = START;
      if (above[column + 1]! > score) [score, step] = [above[column + 1]!, SKIP_QUOTE];
      if (row[column]! - GAP - crossing > score) [score, step] = [row[column]! - GAP - crossing, SKIP_PAGE];
      if (page.ids[at] === id) {
        const before = above[column]! - Math.min(crossing, ends);
        if (Math.max(0, before) + weight > score)
          [score, step] = before > 0 ? [before + weight, MATCH] : [weight, FIRST_MATCH];
      }
      row[column + 1] = score;
      steps[line * width + column] = step;
      if (score > best) [best, bestRow, bestColumn] = [score, line, column];
    }
    [above, row] = [row, above];
  }
  return follow(steps, width, from, bestRow, bestColumn, quote.ids, weights);
}

const START = 0;
const SKIP_QUOTE = 1;
const SKIP_PAGE = 2;
const MATCH = 3;
const FIRST_MATCH = 4;

function follow(
  steps: Uint8Array,
  width: number,
  from: number,
  lastRow: number,
  lastColumn: number,
  quote: Int32Array,
  weights: Float64Array,
): Alignment {
  const pairs: [number, number][] = [];
  let matched = 0;
  let line = lastRow;
  let column = lastColumn;
  while (line >= 0 && column >= 0) {
    const step = steps[line * width + column];
    if (step === START) break;
    if (step === MATCH || step === FIRST_MATCH) {
      pairs.push([line, from + column]);
      matched += weights[quote[line]!]!;
      if (step === FIRST_MATCH) break;
    }
    if (step !== SKIP_PAGE) line -= 1;
    if (step !== SKIP_QUOTE) column -= 1;
  }
  return { pairs: pairs.toReversed(), matched };
}

/** A span of words; `to` is exclusive. */
interface WordSpan {
  readonly from: number;
  readonly to: number;
}

/** Not the id of any word. */
const NO_WORD = -1;

/** Words and signs of a text in order. */
interface Words {
  /** Id of each word; words that differ only in case have the same id. */
  readonly ids: Int32Array;
  /** Offsets in the folded text, ends exclusive. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** 1 if a line begins at or just before the word. */
  readonly apart: Uint8Array;
}

const WORD = /[\p{L}\p{N}\p{M}_]+|\S/gu;
/** Scripts without spaces between words: each character counts as a word. */
export const UNSPACED: RegExp =
  /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]/u;
const UNSPACED_PIECES =
  /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]|[^\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]+/gu;

/** Adds new words to `ids`, which may already contain those of an earlier text. */
function wordsOfPage(page: PageText, ids: Map<string, number>): Words {
  return readWords(page.leaves.map(({ raw, apart }) => (apart ? '\n' : '') + foldSpaced(raw)).join(''), ids);
}

function wordsOfQuote(quote: string, ids: Map<string, number>): Words {
  return readWords(quote.split('\n').map(foldSpaced).join('\n'), ids);
}

export function countWords(text: string): number {
  let count = 0;
  for (const [word] of text.matchAll(/[\p{L}\p{N}\p{M}_]+/gu)) count += UNSPACED.test(word) ? [...word].length : 1;
  return count;
}

/** `text` must have one space for each run of white space, and a line break where a line begins. */
function readWords(text: string, ids: Map<string, number>): Words {
  const found: number[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  const apart: number[] = [];
  let reached = 0;
  let blanks = 0;
  let isApart = 0;

  const put = (word: string, start: number): void => {
    const lower = word.toLowerCase();
    let id = ids.get(lower);
    if (id === undefined) ids.set(lower, (id = ids.size));
    found.push(id);
    starts.push(start);
    ends.push(start + word.length);
    apart.push(isApart);
    isApart = 0;
  };

  for (const { 0: word, index } of text.matchAll(WORD)) {
    for (let at = reached; at < index; at += 1) {
      const code = text.charCodeAt(at);
      if (code === 10) isApart = 1;
      if (code === 10 || code === 32) blanks += 1;
    }
    reached = index + word.length;
    if (word > '\u0e00' || UNSPACED.test(word)) {
      for (const piece of word.matchAll(UNSPACED_PIECES)) put(piece[0], index - blanks + piece.index);
    } else put(word, index - blanks);
  }
  return {
    ids: Int32Array.from(found),
    starts: Int32Array.from(starts),
    ends: Int32Array.from(ends),
    apart: Uint8Array.from(apart),
  };
}
