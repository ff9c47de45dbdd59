/**
 * Finds the words of a citation on the page the reader sees.
 *
 * First looks for an exact match, ignoring white space and anything drawn around the words; this works across inline elements,
 * coloured code, table cells, list markers and formulas. If the page has changed since it was indexed, it takes the place with
 * nearly the same words in the same order. If that is not certain enough, it finds nothing: a wrong highlighted sentence is worse
 * than none.
 */
import { type PageText, type Stretch, foldText, placeAt, readPageText, toRanges } from './page-text.ts';
import { sectionOf } from '../land.ts';
import { UNSPACED, countWords, similarPlaces, type SimilarPlace } from './similar-places.ts';

export interface FoundQuote {
  /** In reading order, one for each text node touched; never empty. */
  readonly ranges: readonly Range[];
  /** `fuzzy`: the page has somewhat different, more or fewer words. */
  readonly exactness: 'exact' | 'fuzzy';
}

/** Shorter quotes are too easily similar to something else: only an exact match within their section counts. */
const FEW_WORDS = 4;
/** Measured from the similarities of edited sentences and of the neighbours of deleted ones, on pages of several sites. */
const SIMILAR_ENOUGH = 0.74;
const SIMILAR_ENOUGH_LONG = 0.85;
const LONG = 15;
const SIMILAR_ENOUGH_ELSEWHERE = 0.9;
const WORDS_ENOUGH_ELSEWHERE = 8;
/** If two places differ by less than this, they are variants, and it is impossible to tell which one is meant. */
const CLEARLY_BETTER = 0.06;

/** Maximum number of occurrences to look at on a page. */
const MOST_PLACES = 500;
/** From this number of folded characters on, a match that begins or ends inside a word is not a coincidence. */
const LONG_ENOUGH = 24;
const WORD = /[\p{L}\p{N}\p{M}_]/u;

const FENCE = /^[ \t>]*(?:`{3,}[^\n`]*|\$\$)[ \t]*$/;

/** Finds `quote` under `root`. `anchor` is the id of the quote's section, `''` for the top of the page; it decides between several places. */
export function findQuote(
  root: Element,
  quote: string,
  { anchor }: { readonly anchor: string },
): FoundQuote | undefined {
  const forms = quoteForms(quote);
  if (forms.length === 0) return undefined;
  const page = readPageText(root);
  const section = sectionOf(root, page, anchor);
  const places = forms.map((form) => exactPlace(page, form, section)).filter((place) => place !== undefined);
  const exact = places.find((place) => isWithin(place, section)) ?? places[0];
  const lit = (place: Stretch, exactness: FoundQuote['exactness']): FoundQuote => ({
    ranges: toRanges(page, place),
    exactness,
  });
  if (exact !== undefined && isWithin(exact, section)) return lit(exact, 'exact');

  const count = countWords(quote);
  if (count < FEW_WORDS) return undefined;
  // This many equal words in a row are no coincidence: the passage was moved.
  if (exact !== undefined && count >= LONG) return lit(exact, 'exact');
  const similar = similarPlaces(page, quote, section);
  const inSection = similar.filter((place) => place.isInSection);
  const best = clearBest(inSection, count < LONG ? SIMILAR_ENOUGH : SIMILAR_ENOUGH_LONG);
  if (best !== undefined) return lit(best, 'fuzzy');
  if (exact !== undefined) return lit(exact, 'exact');
  const elsewhere = count < WORDS_ENOUGH_ELSEWHERE ? undefined : clearBest(similar, SIMILAR_ENOUGH_ELSEWHERE);
  return elsewhere === undefined ? undefined : lit(elsewhere, 'fuzzy');
}

function clearBest(places: readonly SimilarPlace[], enough: number): Stretch | undefined {
  const [best, ...others] = places.toSorted((first, second) => second.similarity - first.similarity);
  if (best === undefined || best.similarity < enough || best.isAnotherCase) return undefined;
  const rival = others.find(({ place }) => place.start >= best.place.end || place.end <= best.place.start);
  return rival === undefined || best.similarity - rival.similarity >= CLEARLY_BETTER ? best.place : undefined;
}

/** True if there is no section to compare with. */
function isWithin({ start, end }: Stretch, section: Stretch | undefined): boolean {
  return section === undefined || (start >= section.start && end <= section.end);
}

/**
 * Finds an exact occurrence of `wanted`. Prefers a place in `section`, then whole words over cut ones, then the place nearest
 * after the beginning of the section, then the first.
 */
function exactPlace(page: PageText, wanted: string, section: Stretch | undefined): Stretch | undefined {
  let best: Stretch | undefined;
  let bestRank = Number.POSITIVE_INFINITY;
  let count = 0;
  for (
    let start = page.folded.indexOf(wanted);
    start !== -1 && count < MOST_PLACES;
    start = page.folded.indexOf(wanted, start + 1)
  ) {
    count += 1;
    const place = { start, end: start + wanted.length };
    const rank = rankOf(page, place, section);
    if (rank < bestRank) [best, bestRank] = [place, rank];
  }
  return best;
}

function rankOf(page: PageText, place: Stretch, section: Stretch | undefined): number {
  const isTorn = isTornAt(page, place.start) || isTornAt(page, place.end);
  if (isTorn && place.end - place.start < LONG_ENOUGH) return Number.POSITIVE_INFINITY;
  const torn = isTorn ? 2 : 0;
  if (section === undefined) return torn + share(page, place.start);
  if (place.start >= section.start && place.end <= section.end) return torn + share(page, place.start - section.start);
  const isBehind = place.start >= section.start;
  return (
    4 + torn + (isBehind ? share(page, place.start - section.start) : 1 + share(page, section.start - place.start))
  );
}

/** Distance as a number from 0 to 1; smaller is nearer. */
function share(page: PageText, distance: number): number {
  return distance / (page.folded.length + 1);
}

/** True if `offset` is inside a word: the characters before and after it are adjacent on the page, on one line. */
function isTornAt(page: PageText, offset: number): boolean {
  if (offset <= 0 || offset >= page.folded.length) return false;
  const before = page.folded[offset - 1]!;
  const after = page.folded[offset]!;
  if (!WORD.test(before) || !WORD.test(after) || UNSPACED.test(before) || UNSPACED.test(after)) return false;
  const left = placeAt(page, offset - 1);
  const right = placeAt(page, offset);
  if (left.index === right.index) return !/\s/.test(left.leaf.raw.slice(left.at + 1, right.at));
  const between = page.leaves.slice(left.index + 1, right.index + 1);
  if (between.some((leaf) => leaf.apart)) return false;
  const gap =
    left.leaf.raw.slice(left.at + 1) +
    between.map(({ raw }, index) => (index < between.length - 1 ? raw : raw.slice(0, right.at))).join('');
  return !/\s/.test(gap);
}

/**
 * Forms in which a quote may appear on the page, folded, likeliest first: unchanged, and without markup that is in the index but
 * not on the page (list markers, quote bars, heading signs, cell borders, semicolons between the items of a list in a cell, the lines
 * around code and formulas). Empty for a blank quote.
 */
export function quoteForms(quote: string): readonly string[] {
  const plain = withoutDrawn(quote);
  const forms = [quote, plain, withoutDrawn(quote, true), plain.replaceAll('; ', '\n')].map(foldText);
  return [...new Set(forms)].filter((form) => form !== '');
}

/**
 * Removes markup that the index writes and a page draws; each table cell gets its own line. Fenced code keeps its signs.
 * `isInside`: the quote begins inside a fence.
 */
export function withoutDrawn(quote: string, isInside = false): string {
  let inside = isInside;
  const lines = quote.split('\n').map((line) => {
    if (FENCE.test(line)) {
      inside = !inside;
      return '';
    }
    if (inside) return line;
    return line
      .replace(/^[ \t]*(?:> ?)+/, '')
      .replace(/^[ \t]*(?:(?:[-*•☑☐]|\d+[.)]|#{1,6})[ \t]+)+/, '')
      .replace(/^\| | \|(?= |$)/g, '\n');
  });
  return lines.join('\n');
}
