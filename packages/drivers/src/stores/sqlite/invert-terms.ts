import { fault } from '../../files/worker-fault.ts';
import { damaged } from './faults.ts';
import { fieldFactors, pageNorms, passageImpact, type Postings } from '../text-legs.ts';
import type { Generation, LoadedPage, Scoring } from './generation.ts';
import { decodeTerms, emptyPageTerms, type PageTerms } from './codecs.ts';

type Inverted = Pick<Generation, 'passagePostings' | 'pagePostings'>;

const PAGES_A_STEP = 64;

/**
 * Converts the pages' forward blobs into postings by term, of passages and of pages, with saturated frequencies. Reads the blobs twice,
 * because average lengths are known only after the first pass; that is cheaper than keeping every count.
 */
export function* invertTerms(
  file: string,
  pages: readonly LoadedPage[],
  starts: Uint32Array,
  scoring: Scoring,
): Generator<undefined, Inverted> {
  const held = emptyPageTerms();
  const counts = emptyCounts(starts[pages.length]!, pages.length);
  for (let i = 0; i < pages.length; i++) {
    readTerms(file, pages[i]!, held);
    countPage(counts, held, i, starts[i]!);
    if (i % PAGES_A_STEP === PAGES_A_STEP - 1) yield;
  }
  const factors = {
    title: fieldFactors(counts.title, scoring.title, scoring.b),
    headings: fieldFactors(counts.headings, scoring.headings, scoring.b),
    body: fieldFactors(counts.body, scoring.body, scoring.b),
  };
  const filling = emptyPostings(counts);
  for (let i = 0; i < pages.length; i++) {
    readTerms(file, pages[i]!, held);
    fillPage(filling, held, i, starts[i]!, factors, scoring.k1);
    if (i % PAGES_A_STEP === PAGES_A_STEP - 1) yield;
  }
  saturatePages(filling.pagePostings, counts.pageBodies, pages, scoring);
  return { passagePostings: filling.passagePostings, pagePostings: filling.pagePostings };
}

function readTerms(file: string, { terms, passages, url }: LoadedPage, into: PageTerms): void {
  try {
    decodeTerms(terms, passages, into);
  } catch (error) {
    throw fault('INDEX_DAMAGED', damaged(file, `page \`${url}\`: ${String(error)}`));
  }
}

interface Counts {
  /** Upper bound of term ids, exclusive. */
  terms: number;
  /** Number of passages, and of page bodies, that contain each term. */
  passagesWith: Uint32Array<ArrayBuffer>;
  pagesWith: Uint32Array<ArrayBuffer>;
  /** The last page, counted from 1, that had the term in a body. */
  lastPage: Uint32Array<ArrayBuffer>;
  /** Field lengths by slot, and body lengths by page. */
  readonly title: Float64Array;
  readonly headings: Float64Array;
  readonly body: Float64Array;
  readonly pageBodies: Float64Array;
}

function emptyCounts(slots: number, pages: number): Counts {
  return {
    terms: 0,
    passagesWith: new Uint32Array(1 << 14),
    pagesWith: new Uint32Array(1 << 14),
    lastPage: new Uint32Array(1 << 14),
    title: new Float64Array(slots),
    headings: new Float64Array(slots),
    body: new Float64Array(slots),
    pageBodies: new Float64Array(pages),
  };
}

function countPage(counts: Counts, held: PageTerms, page: number, start: number): void {
  const { terms } = held;
  for (let i = 0; i < held.count; i++) if (terms[i]! >= counts.terms) counts.terms = terms[i]! + 1;
  for (const name of ['passagesWith', 'pagesWith', 'lastPage'] as const)
    counts[name] = grown(counts[name], counts.terms);
  const { passagesWith, pagesWith, lastPage, title, headings, body, pageBodies } = counts;
  for (let i = 0; i < held.count; i++) {
    const term = terms[i]!;
    const slot = start + held.passages[i]!;
    const inBody = held.body[i]!;
    passagesWith[term] = passagesWith[term]! + 1;
    if (inBody > 0 && lastPage[term] !== page + 1) {
      lastPage[term] = page + 1;
      pagesWith[term] = pagesWith[term]! + 1;
    }
    title[slot] = title[slot]! + held.title[i]!;
    headings[slot] = headings[slot]! + held.headings[i]!;
    body[slot] = body[slot]! + inBody;
    pageBodies[page] = pageBodies[page]! + inBody;
  }
}

function grown(array: Uint32Array<ArrayBuffer>, length: number): Uint32Array<ArrayBuffer> {
  if (length <= array.length) return array;
  const larger = new Uint32Array(2 ** Math.ceil(Math.log2(length)));
  larger.set(array);
  return larger;
}

interface Filling extends Inverted {
  /** Position of the next posting of each term. */
  readonly next: Uint32Array;
  readonly nextPage: Uint32Array;
  /** Counts in the bodies of the current page, by term; all zero between pages. */
  readonly inPage: Uint32Array;
}

function emptyPostings({ terms, passagesWith, pagesWith }: Counts): Filling {
  const passagePostings = postingsFor(passagesWith, terms);
  const pagePostings = postingsFor(pagesWith, terms);
  return {
    passagePostings,
    pagePostings,
    next: passagePostings.starts.slice(),
    nextPage: pagePostings.starts.slice(),
    inPage: new Uint32Array(terms),
  };
}

function postingsFor(counts: Uint32Array, terms: number): Postings {
  const starts = new Uint32Array(terms + 1);
  for (let term = 0; term < terms; term++) starts[term + 1] = starts[term]! + counts[term]!;
  const memory = new ArrayBuffer(8 * starts[terms]!);
  return { starts, items: new Uint32Array(memory), impacts: new Float32Array(memory) };
}

/** Adds the postings of one page. Page impacts are counts until `saturatePages`. */
function fillPage(
  { passagePostings: { items, impacts }, pagePostings, next, nextPage, inPage }: Filling,
  held: PageTerms,
  page: number,
  start: number,
  factors: { readonly title: Float64Array; readonly headings: Float64Array; readonly body: Float64Array },
  k1: number,
): void {
  for (let i = 0; i < held.count; i++) {
    const term = held.terms[i]!;
    const slot = start + held.passages[i]!;
    const inBody = held.body[i]!;
    const frequency =
      held.title[i]! * factors.title[slot]! +
      held.headings[i]! * factors.headings[slot]! +
      inBody * factors.body[slot]!;
    const at = 2 * next[term]!;
    next[term] = next[term]! + 1;
    items[at] = slot;
    impacts[at + 1] = passageImpact(frequency, k1);
    inPage[term] = inPage[term]! + inBody;
  }
  for (let i = 0; i < held.count; i++) {
    const term = held.terms[i]!;
    const count = inPage[term]!;
    if (count === 0) continue;
    const at = 2 * nextPage[term]!;
    nextPage[term] = nextPage[term]! + 1;
    pagePostings.items[at] = page;
    pagePostings.impacts[at + 1] = count;
    inPage[term] = 0;
  }
}

/** Turns counts into tf · (k1 + 1) / (tf + k1 · (1 − b + b · len / avglen)). */
function saturatePages(
  { items, impacts }: Postings,
  lengths: Float64Array,
  pages: readonly LoadedPage[],
  scoring: Scoring,
): void {
  const pagesWithText = pages.reduce((sum, { passages }) => sum + Math.min(passages, 1), 0);
  const norms = pageNorms(lengths, pagesWithText, scoring);
  for (let at = 0; at < items.length; at += 2) {
    const count = impacts[at + 1]!;
    impacts[at + 1] = (count * (scoring.k1 + 1)) / (count + norms[items[at]!]!);
  }
}
