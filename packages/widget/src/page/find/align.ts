/** How the words of a quote lie on a stretch of a page. */
export interface Alignment {
  /** Positions of words, as pairs of quote and page, both rising. */
  readonly pairs: readonly (readonly [quote: number, page: number])[];
  /** Weight of the words in `pairs`. */
  readonly matched: number;
}

/** What one word between two matches costs, as a share of the lightest match that can pay for it. */
const GAP = 0.06;

/**
 * The best way to lay `quote` on some part of `page[from..to)`: words in order, each kept word earns its weight, each foreign word
 * between two kept ones costs a little. Takes time and memory of the product of both lengths.
 */
export function align(quote: Int32Array, page: Int32Array, from: number, to: number, weights: Float64Array): Alignment {
  const width = to - from;
  const steps = new Uint8Array(quote.length * width);
  let above = new Float64Array(width + 1);
  let row = new Float64Array(width + 1);
  let best = 0;
  let bestRow = -1;
  let bestColumn = -1;
  for (let line = 0; line < quote.length; line += 1) {
    const id = quote[line]!;
    const weight = weights[id]!;
    row[0] = 0;
    for (let column = 0; column < width; column += 1) {
      let score = 0;
      let step: number = START;
      if (above[column + 1]! > score) [score, step] = [above[column + 1]!, SKIP_QUOTE];
      if (row[column]! - GAP > score) [score, step] = [row[column]! - GAP, SKIP_PAGE];
      if (page[from + column] === id && above[column]! + weight > score)
        [score, step] = [above[column]! + weight, MATCH];
      row[column + 1] = score;
      steps[line * width + column] = step;
      if (score > best) [best, bestRow, bestColumn] = [score, line, column];
    }
    [above, row] = [row, above];
  }
  return follow(steps, width, from, bestRow, bestColumn, quote, weights);
}

const START = 0;
const SKIP_QUOTE = 1;
const SKIP_PAGE = 2;
const MATCH = 3;

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
    if (step === MATCH) {
      pairs.push([line, from + column]);
      matched += weights[quote[line]!]!;
    }
    if (step !== SKIP_PAGE) line -= 1;
    if (step !== SKIP_QUOTE) column -= 1;
  }
  return { pairs: pairs.toReversed(), matched };
}
