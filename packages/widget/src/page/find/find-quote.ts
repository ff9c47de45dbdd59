/**
 * Finds the words of a citation in the page that a reader sees.
 *
 * First character for character, without white space and without what is drawn around the words; that holds for inline elements,
 * code in coloured pieces, table cells, list markers, formulas. Where the page has changed since it was indexed, the place with
 * nearly the same words in the same order is taken instead. When that is not certain enough, nothing is: a wrong sentence lit up
 * is worse than none.
 */
import { exactPlace } from './exact-place.ts';
import { readPageText } from './page-text.ts';
import { quoteForms } from './quote-forms.ts';
import { sectionOf } from './section-of.ts';
import { similarPlaces, type SimilarPlace } from './similar-places.ts';
import { toRanges, type Stretch } from './to-ranges.ts';
import { countWords } from './words.ts';

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
