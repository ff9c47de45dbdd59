import { damaged, fault } from './fault.ts';
import type { Generation, LoadedPage, Scoring } from './generation.ts';
import { visitTerms } from './term-codec.ts';

type Inverted = Pick<Generation, 'postings' | 'slots' | 'impacts' | 'pagePostings' | 'pageNumbers' | 'pageImpacts'>;

const PAGES_A_STEP = 64;

/**
 * Turns the pages' forward blobs into postings by term, of passages and of pages, with the saturated frequency worked out for
 * each. Two passes over the blobs, because the average lengths are known only after the first; reading them twice is cheaper than
 * keeping every count.
 */
export function* invertTerms(
  file: string,
  pages: readonly LoadedPage[],
  starts: Uint32Array,
  scoring: Scoring,
): Generator<undefined, Inverted> {
  const count = starts[pages.length]!;
  const lengths = { title: new Float64Array(count), headings: new Float64Array(count), body: new Float64Array(count) };
  const pageLengths = new Float64Array(pages.length);
  let passageCounts = new Uint32Array(1 << 14);
  let pageCounts = new Uint32Array(1 << 14);
  /** The last page, counted from 1, that had the term in a body. */
  let lastPage = new Uint32Array(1 << 14);
  let terms = 0;
  for (const [i, page] of pages.entries()) {
    const start = starts[i]!;
    readTerms(file, page, (passage, term, title, headings, body) => {
      if (term >= terms) {
        terms = term + 1;
        [passageCounts, pageCounts, lastPage] = [
          grown(passageCounts, terms),
          grown(pageCounts, terms),
          grown(lastPage, terms),
        ];
      }
      passageCounts[term] = passageCounts[term]! + 1;
      if (body > 0 && lastPage[term] !== i + 1) {
        lastPage[term] = i + 1;
        pageCounts[term] = pageCounts[term]! + 1;
      }
      const slot = start + passage;
      lengths.title[slot] = lengths.title[slot]! + title;
      lengths.headings[slot] = lengths.headings[slot]! + headings;
      lengths.body[slot] = lengths.body[slot]! + body;
      pageLengths[i] = pageLengths[i]! + body;
    });
    if (i % PAGES_A_STEP === PAGES_A_STEP - 1) yield;
  }

  const postings = offsets(passageCounts, terms);
  const slots = new Uint32Array(postings[terms]!);
  const impacts = new Float32Array(postings[terms]!);
  const pagePostings = offsets(pageCounts, terms);
  const pageNumbers = new Uint32Array(pagePostings[terms]!);
  const pageImpacts = new Float32Array(pagePostings[terms]!);
  const next = postings.slice();
  const nextPage = pagePostings.slice();
  // From here on the lengths hold what a count in that field is multiplied with.
  toFactors(lengths.title, scoring.title, scoring.b);
  toFactors(lengths.headings, scoring.headings, scoring.b);
  toFactors(lengths.body, scoring.body, scoring.b);
  const { title: titleFactors, headings: headingsFactors, body: bodyFactors } = lengths;
  const { k1 } = scoring;
  for (const [i, page] of pages.entries()) {
    const start = starts[i]!;
    readTerms(file, page, (passage, term, title, headings, body) => {
      const slot = start + passage;
      const frequency = title * titleFactors[slot]! + headings * headingsFactors[slot]! + body * bodyFactors[slot]!;
      const at = next[term]!;
      next[term] = at + 1;
      slots[at] = slot;
      impacts[at] = (frequency * (k1 + 1)) / (frequency + k1);
      if (body === 0) return;
      const last = nextPage[term]! - 1;
      if (last >= pagePostings[term]! && pageNumbers[last] === i) pageImpacts[last] = pageImpacts[last]! + body;
      else {
        nextPage[term] = last + 2;
        pageNumbers[last + 1] = i;
        pageImpacts[last + 1] = body;
      }
    });
    if (i % PAGES_A_STEP === PAGES_A_STEP - 1) yield;
  }
  saturatePages(pageNumbers, pageImpacts, pageLengths, pages, scoring);
  return { postings, slots, impacts, pagePostings, pageNumbers, pageImpacts };
}

function readTerms(file: string, { terms, passages, url }: LoadedPage, visit: Parameters<typeof visitTerms>[2]): void {
  try {
    visitTerms(terms, passages, visit);
  } catch (error) {
    throw fault('INDEX_DAMAGED', damaged(file, `page \`${url}\`: ${String(error)}`));
  }
}

function grown(array: Uint32Array<ArrayBuffer>, length: number): Uint32Array<ArrayBuffer> {
  if (length <= array.length) return array;
  const larger = new Uint32Array(2 ** Math.ceil(Math.log2(length)));
  larger.set(array);
  return larger;
}

function offsets(counts: Uint32Array, terms: number): Uint32Array<ArrayBuffer> {
  const starts = new Uint32Array(terms + 1);
  for (let term = 0; term < terms; term++) starts[term + 1] = starts[term]! + counts[term]!;
  return starts;
}

function toFactors(lengths: Float64Array, weight: number, b: number): void {
  let sum = 0;
  for (let i = 0; i < lengths.length; i++) sum += lengths[i]!;
  const average = sum / lengths.length;
  // Where the whole field is empty no term has a count in it, and no factor is ever read.
  for (let i = 0; i < lengths.length; i++) {
    lengths[i] = average === 0 ? 0 : weight / (1 - b + (b * lengths[i]!) / average);
  }
}

/** Turns counts into tf · (k1 + 1) / (tf + k1 · (1 − b + b · len / avglen)); pages without passages do not count in the average. */
function saturatePages(
  numbers: Uint32Array,
  impacts: Float32Array,
  lengths: Float64Array,
  pages: readonly LoadedPage[],
  { k1, b }: Scoring,
): void {
  let sum = 0;
  let count = 0;
  for (let page = 0; page < pages.length; page++) {
    sum += lengths[page]!;
    if (pages[page]!.passages > 0) count++;
  }
  for (let at = 0; at < impacts.length; at++) {
    const norm = k1 * (1 - b + (b * lengths[numbers[at]!]! * count) / sum);
    impacts[at] = (impacts[at]! * (k1 + 1)) / (impacts[at]! + norm);
  }
}
