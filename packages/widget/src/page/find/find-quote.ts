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
import { similarPlaces, type SimilarPlace } from './similar-place.ts';
import { toRanges } from './to-ranges.ts';

export interface FoundQuote {
  /** In reading order, one for each text node touched; never empty. */
  readonly ranges: readonly Range[];
  /** `fuzzy`: the page says it with some other words, more or fewer. */
  readonly exactness: 'exact' | 'fuzzy';
}

const SIMILAR_ENOUGH = 0.75;
const SIMILAR_ENOUGH_IN_SECTION = 0.65;

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
  for (const form of forms) {
    const place = exactPlace(page, form, section);
    if (place !== undefined) return { ranges: toRanges(page, place), exactness: 'exact' };
  }
  const similar = similarPlaces(page, quote, section).find(isCertain);
  return similar === undefined ? undefined : { ranges: toRanges(page, similar.place), exactness: 'fuzzy' };
}

function isCertain({ similarity, isInSection }: SimilarPlace): boolean {
  return similarity >= (isInSection ? SIMILAR_ENOUGH_IN_SECTION : SIMILAR_ENOUGH);
}
