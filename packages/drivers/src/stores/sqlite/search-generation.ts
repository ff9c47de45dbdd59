import type { Candidate, LegQuery, LegResult } from '@ibid/core/types';
import { filterSlots } from './filter-slots.ts';
import { type Generation, slotCount, slotId } from './generation.ts';
import { addPostings, exactScores, NO_LEG, pageLeg, pageTextRange, textLeg, vectorLeg } from './legs.ts';

/** All legs over one loaded generation. `termId` gives a term's number in the vocabulary; `query.vector` has the space's dimensions. */
export function searchGeneration(
  generation: Generation,
  query: LegQuery,
  termId: (term: string) => number | undefined,
  headingWeight: number,
): LegResult {
  const allowed = filterSlots(generation, query.where);
  const terms = query.terms.map(({ term, count }) => ({ id: termId(term), count }));
  const slots = slotCount(generation);
  const pagesWithText = generation.pages.reduce((sum, { passages }) => sum + Math.min(passages, 1), 0);
  const passageText = addPostings(generation.passagePostings, terms, slots, slots);
  const pageText = addPostings(generation.pagePostings, terms, generation.pages.length, pagesWithText);

  const text = textLeg(generation, allowed, query.limit, passageText);
  const exact = query.vector && exactScores(generation, query.vector, headingWeight);
  const vector = exact === undefined ? NO_LEG : vectorLeg(generation, allowed, query, exact);
  const page = exact === undefined ? NO_LEG : pageLeg(generation, allowed, query, exact);

  const union = new Set([text, vector, page].flatMap((leg) => leg.best.map(({ item }) => item)));
  const candidates = [...union]
    .sort((a, b) => generation.rank[a]! - generation.rank[b]!)
    .map((slot): Candidate => {
      const owner = generation.pageOf[slot]!;
      return {
        id: slotId(generation, slot),
        url: generation.pages[owner]!.url,
        text: passageText.scores[slot]!,
        vector: exact?.vector(slot) ?? 0,
        page: exact?.page(owner) ?? 0,
        pageText: pageText.scores[owner]!,
        similarity: exact?.similarity(slot) ?? 0,
      };
    });
  return {
    candidates,
    text: text.range,
    vector: vector.range,
    page: page.range,
    pageText: pageTextRange(allowed, query.limit, pageText),
    passages: allowed.passages,
    pages: allowed.pages.length,
    idf: passageText.idf,
    generation: generation.id,
  };
}
