/**
 * Finds the words of a citation in the page that a reader sees.
 *
 * First character for character, without white space and without what is drawn around the words; that holds for inline elements,
 * code in coloured pieces, table cells, list markers, formulas. Where the page has changed since it was indexed, the place with
 * nearly the same words in the same order is taken instead. When that is not certain enough, nothing is: a wrong sentence lit up
 * is worse than none.
 */
import { type PageText, type Stretch, foldText, placeAt, readPageText, toRanges } from './page-text.ts';
import { sectionOf } from '../land.ts';
import { UNSPACED, countWords, similarPlaces, type SimilarPlace } from './similar-places.ts';

export interface FoundQuote {
  /** In reading order, one for each text node touched; never empty. */
  readonly ranges: readonly Range[];
  /** `fuzzy`: the page says it with some other words, more or fewer. */
  readonly exactness: 'exact' | 'fuzzy';
}

/** Shorter quotes are too easily like something else: only the very words count, and only in their section. */
const FEW_WORDS = 4;
/** From the similarities of edited sentences and of the neighbours of deleted ones, on pages of several sites. */
const SIMILAR_ENOUGH = 0.74;
const SIMILAR_ENOUGH_LONG = 0.85;
const LONG = 15;
const SIMILAR_ENOUGH_ELSEWHERE = 0.9;
const WORDS_ENOUGH_ELSEWHERE = 8;
/** Two places nearer to each other than this are variants, and nobody can say which one is meant. */
const CLEARLY_BETTER = 0.06;

/** So often may the words stand on a page before the rest of them is not looked at. */
const MOST_PLACES = 500;
/** Folded characters from which on a find that begins or ends inside a word is no accident. */
const LONG_ENOUGH = 24;
const WORD = /[\p{L}\p{N}\p{M}_]/u;

const FENCE = /^[ \t>]*(?:`{3,}[^\n`]*|\$\$)[ \t]*$/;

/** `anchor` is the id of the section that the quote is from, `''` the top of the page; it decides between several places. */
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
  // So many words in a row are no accident: the passage was moved.
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

/** Without a section to compare with, every place is within. */
function isWithin({ start, end }: Stretch, section: Stretch | undefined): boolean {
  return section === undefined || (start >= section.start && end <= section.end);
}

/**
 * Where `wanted` stands, character for character. Of several places: one in `section` before others, whole words before torn
 * ones, then the one nearest behind the beginning of the section, then the first.
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

/** 0 to 1, smaller for a shorter way. */
function share(page: PageText, distance: number): number {
  return distance / (page.folded.length + 1);
}

/** Whether a word goes on over `offset`: its characters stand side by side on the page, on one line. */
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
 * What a quote may look like on the page, folded, likeliest first: as it is, and without what the index writes and a page draws
 * (list markers, quote bars, signs of headings, borders of cells, the lines around code and formulas). Empty for a blank one.
 */
export function quoteForms(quote: string): readonly string[] {
  const forms = [quote, withoutDrawn(quote), withoutDrawn(quote, true)].map(foldText);
  return [...new Set(forms)].filter((form) => form !== '');
}

/** Cells stand on lines of their own then. Code between fences keeps its signs; a quote may begin inside of it: `isInside`. */
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
      .replace(/^[ \t]*(?:(?:[-*•]|\d+[.)]|#{1,6})[ \t]+)+/, '')
      .replace(/^\| | \|(?= |$)/g, '\n');
  });
  return lines.join('\n');
}
