import { saturate } from '@ibid/core/score';
import { fieldFactors, pageNorms, postingsFor } from '../text-legs.ts';
import { decodeTerms, emptyPageTerms } from './codecs.ts';
import { damage } from './database.ts';
import type { Generation, LoadedPage } from './generation.ts';

const PAGES_A_STEP = 64;

/**
 * Converts the pages' forward blobs into postings by term, of passages and of pages, with saturated frequencies. `terms` is the size of the
 * vocabulary. Reads the blobs twice, because average lengths are known only after the first pass; that is cheaper than keeping every count.
 */
export function* invertTerms(
  file: string,
  pages: readonly LoadedPage[],
  starts: Uint32Array,
  terms: number,
): Generator<undefined, Pick<Generation, 'passagePostings' | 'pagePostings'>> {
  const held = emptyPageTerms();
  function* eachPage(action: (page: number, start: number) => void): Generator<undefined, void> {
    for (const [i, page] of pages.entries()) {
      try {
        decodeTerms(page.terms, page.passages, held);
      } catch (error) {
        throw damage(file, `page \`${page.url}\`: ${String(error)}`);
      }
      action(i, starts[i]!);
      if (i % PAGES_A_STEP === PAGES_A_STEP - 1) yield;
    }
  }

  /** Field lengths by slot, and body lengths by page. */
  const slots = starts[pages.length]!;
  const title = new Float64Array(slots);
  const headings = new Float64Array(slots);
  const body = new Float64Array(slots);
  const pageBodies = new Float64Array(pages.length);
  /** Number of passages, and of page bodies, that contain each term. */
  const passagesWith = new Uint32Array(terms);
  const pagesWith = new Uint32Array(terms);
  /** The last page, counted from 1, that had the term in a body. */
  const lastPage = new Uint32Array(terms);
  yield* eachPage((page, start) => {
    for (let i = 0; i < held.count; i++) {
      const term = held.terms[i]!;
      const slot = start + held.passages[i]!;
      const inBody = held.body[i]!;
      passagesWith[term]!++;
      if (inBody > 0 && lastPage[term] !== page + 1) {
        lastPage[term] = page + 1;
        pagesWith[term]!++;
      }
      title[slot]! += held.title[i]!;
      headings[slot]! += held.headings[i]!;
      body[slot]! += inBody;
      pageBodies[page]! += inBody;
    }
  });

  const inTitle = fieldFactors('title', title);
  const inHeadings = fieldFactors('headings', headings);
  const inBody = fieldFactors('body', body);
  const norms = pageNorms(pageBodies, pages.filter(({ passages }) => passages > 0).length);
  const passagePostings = postingsFor(passagesWith);
  const pagePostings = postingsFor(pagesWith);
  /** Position of the next posting of each term, and its count in the bodies of the current page. */
  const next = passagePostings.starts.slice();
  const nextPage = pagePostings.starts.slice();
  const inPage = lastPage.fill(0);
  yield* eachPage((page, start) => {
    for (let i = 0; i < held.count; i++) {
      const term = held.terms[i]!;
      const slot = start + held.passages[i]!;
      const frequency =
        held.title[i]! * inTitle[slot]! + held.headings[i]! * inHeadings[slot]! + held.body[i]! * inBody[slot]!;
      const at = 2 * next[term]!++;
      passagePostings.items[at] = slot;
      passagePostings.impacts[at + 1] = saturate(frequency);
      inPage[term]! += held.body[i]!;
    }
    for (let i = 0; i < held.count; i++) {
      const term = held.terms[i]!;
      const count = inPage[term]!;
      if (count === 0) continue;
      const at = 2 * nextPage[term]!++;
      pagePostings.items[at] = page;
      pagePostings.impacts[at + 1] = saturate(count, norms[page]);
      inPage[term] = 0;
    }
  });
  return { passagePostings, pagePostings };
}
