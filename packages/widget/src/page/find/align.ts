import type { Words } from './words.ts';

/** How the words of a quote lie on a stretch of a page. */
export interface Alignment {
  /** Positions of words, as pairs of quote and page, both rising. */
  readonly pairs: readonly (readonly [quote: number, page: number])[];
  /** Weight of the words in `pairs`. */
  readonly matched: number;
}

/** What a foreign word between two matches costs. A word that the page has once earns 1. */
const GAP = 0.06;
/** What it costs to run on over the end of a line of the page where none ends in the quote. */
const LINE_END = 1;

/**
 * The best way to lay `quote` on some part of `page[from..to)`: words in order, each kept word earns its weight, each foreign word
 * between two kept ones costs a little, and each line crossed more. Takes time and memory of the product of both lengths.
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
