import { HEADING_WEIGHT } from '@ibid/core/score';
import type { LegQuery, LegRange } from '@ibid/core/types';
import {
  addPostings,
  type Allowed,
  bestPlaces,
  type BestPlaces,
  type Leg,
  pageTextRange,
  ranked,
  type Scored,
  textLeg,
} from '../text-legs.ts';
import { largest, type PackedResult, SCORES } from './codecs.ts';
import { QUERY_LARGEST } from './dot-kernel.ts';
import { filterSlots, type Generation, type LoadedPage, type QuantisedRows, slotId } from './generation.ts';

const NO_LEG: Leg = { best: [], range: { hi: 0, lo: 0 } };

/** Range of a leg that scores every passage. */
function rangeOf(best: readonly Scored[]): LegRange {
  return { hi: best[0]?.score ?? 0, lo: best.at(-1)?.score ?? 0 };
}

/** Allowance for the rounding of sums in double precision. */
const SLACK = 1e-6;

/**
 * The vector leg; the page leg works alike. A scan over int8 rows keeps every row that its error bound does not exclude, and these rows are
 * scored exactly. The result is that of an exact scan, including ties, at a fraction of the cost.
 */
function vectorLeg(generation: Generation, allowed: Allowed, { vector, limit }: LegQuery, exact: ExactScores): Leg {
  const { passageRows, rank } = generation;
  scan(passageRows, vector!, allowed.runs);
  const slots = possible(passageRows, vector!, bestPlaces(limit), allowed.runs);
  const best = ranked(
    slots.map((item) => ({ item, score: exact.vector(item) })),
    rank,
  ).slice(0, limit);
  return { best, range: rangeOf(best) };
}

/** Ranks passages by their page's score; passages of a page tie and are in order of chunk id. */
function pageLeg(
  generation: Generation,
  { mask, counts, pageRuns }: Allowed,
  { vector, limit }: LegQuery,
  exact: ExactScores,
): Leg {
  const { pageRows, rank, starts } = generation;
  scan(pageRows, vector!, pageRuns);
  const found = possible(pageRows, vector!, bestPlaces(limit, counts), pageRuns)
    .map((page) => ({ page, score: exact.page(page) }))
    .sort((a, b) => b.score - a.score);
  const best: Scored[] = [];
  for (let i = 0; i < found.length && best.length < limit;) {
    const { score } = found[i]!;
    const tied: Scored[] = [];
    for (; found[i]?.score === score; i++) {
      const { page } = found[i]!;
      for (let slot = starts[page]!; slot < starts[page + 1]!; slot++)
        if (mask[slot] === 1) tied.push({ item: slot, score });
    }
    best.push(...ranked(tied, rank).slice(0, limit - best.length));
  }
  return { best, range: rangeOf(best) };
}

/** Computes the dot products of the query with the rows of `runs`, each from its first row to the one after its last. */
function scan({ dots }: QuantisedRows, vector: Float32Array, runs: readonly (readonly [number, number])[]): void {
  const scale = queryScale(vector);
  for (let i = 0; i < vector.length; i++) dots.query[i] = scale === 0 ? 0 : Math.round(vector[i]! / scale);
  for (const [from, to] of runs) dots.run(from, to);
}

function queryScale(vector: Float32Array): number {
  return largest(vector) / QUERY_LARGEST;
}

/** Rows that may be among the best: their upper bound reaches the threshold of the best lower bounds, which `lowest` collects. */
function possible(
  { dots, scales, errors }: QuantisedRows,
  vector: Float32Array,
  lowest: BestPlaces,
  runs: readonly (readonly [number, number])[],
): number[] {
  const scale = queryScale(vector);
  let lost = 0;
  let square = 0;
  for (let i = 0; i < vector.length; i++) {
    lost += (vector[i]! - scale * dots.query[i]!) ** 2;
    square += vector[i]! ** 2;
  }
  // |q·c − q̂·ĉ| ≤ |q|·|c − ĉ| + |q − q̂|·|ĉ|, and |ĉ| ≤ 127 · scale · √dimensions.
  const length = Math.sqrt(square);
  const lostPerScale = Math.sqrt(lost) * 127 * Math.sqrt(vector.length);
  const { results } = dots;
  for (const [from, to] of runs) {
    for (let row = from; row < to; row++) {
      lowest.offer(scale * scales[row]! * results[row]! - length * errors[row]! - lostPerScale * scales[row]!, row);
    }
  }
  const threshold = lowest.threshold() - SLACK;
  const rows: number[] = [];
  for (const [from, to] of runs) {
    for (let row = from; row < to; row++) {
      const upper = scale * scales[row]! * results[row]! + length * errors[row]! + lostPerScale * scales[row]!;
      if (upper >= threshold) rows.push(row);
    }
  }
  return rows;
}

interface ExactScores {
  similarity(slot: number): number;
  vector(slot: number): number;
  page(page: number): number;
}

function exactScores({ pages, pageOf, starts, pageLengths }: Generation, query: Float32Array): ExactScores {
  const dot = ({ vectors: { scales, values } }: LoadedPage, row: number): number => {
    let sum = 0;
    for (let i = 0, at = row * query.length; i < query.length; i++, at++) sum += query[i]! * values[at]!;
    return scales[row]! * sum;
  };
  const similarity = (slot: number): number => {
    const page = pageOf[slot]!;
    return dot(pages[page]!, slot - starts[page]!);
  };
  const known = new Map<number, number>();
  return {
    similarity,
    vector(slot) {
      const page = pageOf[slot]!;
      return similarity(slot) + HEADING_WEIGHT * dot(pages[page]!, pages[page]!.passages + slot - starts[page]!);
    },
    page(page) {
      let score = known.get(page);
      if (score === undefined) {
        score = 0;
        for (let row = 0; row < pages[page]!.passages; row++) score += dot(pages[page]!, row);
        score /= pageLengths[page]!;
        known.set(page, score);
      }
      return score;
    },
  };
}

/** Runs all legs over one loaded generation. `termId` returns a term's id in the vocabulary; `query.vector` has the space's dimensions. */
export function searchGeneration(
  generation: Generation,
  query: LegQuery,
  termId: (term: string) => number | undefined,
): PackedResult {
  const allowed = filterSlots(generation, query.where);
  const terms = query.terms.map(({ term, count }) => ({ id: termId(term), count }));
  const slots = generation.pageOf.length;
  const pagesWithText = generation.pages.reduce((sum, { passages }) => sum + Math.min(passages, 1), 0);
  const passageText = addPostings(generation.passagePostings, terms, slots, slots);
  const pageText = addPostings(generation.pagePostings, terms, generation.pages.length, pagesWithText);

  const text = textLeg(generation.rank, allowed, query.limit, passageText);
  const exact = query.vector && exactScores(generation, query.vector);
  const vector = exact === undefined ? NO_LEG : vectorLeg(generation, allowed, query, exact);
  const page = exact === undefined ? NO_LEG : pageLeg(generation, allowed, query, exact);

  const union = new Set([text, vector, page].flatMap((leg) => leg.best.map(({ item }) => item)));
  const found = Uint32Array.from([...union].sort((a, b) => generation.rank[a]! - generation.rank[b]!));
  const ids = new Uint8Array(32 * found.length);
  const urls: string[] = [];
  const scores = new Float64Array(SCORES * found.length);
  for (const [i, slot] of found.entries()) {
    const owner = generation.pageOf[slot]!;
    ids.set(slotId(generation, slot), 32 * i);
    urls.push(generation.pages[owner]!.url);
    scores[SCORES * i] = passageText.scores[slot]!;
    scores[SCORES * i + 1] = exact?.vector(slot) ?? 0;
    scores[SCORES * i + 2] = exact?.page(owner) ?? 0;
    scores[SCORES * i + 3] = pageText.scores[owner]!;
    scores[SCORES * i + 4] = exact?.similarity(slot) ?? 0;
  }
  return {
    ids,
    urls,
    scores,
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
