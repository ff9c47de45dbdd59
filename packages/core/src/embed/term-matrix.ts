import { idf as inverseFrequency } from '../retrieve/bm25f.ts';
import { countEach, tokenize } from '../text/tokenize.ts';

/**
 * Weighted passages × terms matrix by rows: passage `p` holds the terms `columns[starts[p]..starts[p + 1]]` with `values`
 * beside them. Each row has length 1 or is empty.
 */
export interface TermMatrix {
  readonly passages: number;
  /** In order of first use; a term's place is its column. */
  readonly terms: readonly string[];
  /** Rounded to float32, as it is stored. */
  readonly idf: Float32Array;
  readonly starts: Uint32Array;
  readonly columns: Uint32Array;
  readonly values: Float64Array;
}

/** Takes passages one by one, so that their text need not be held. */
interface TermMatrixBuilder {
  add(passage: string): void;
  build(): TermMatrix;
}

export function termMatrixBuilder(): TermMatrixBuilder {
  const columnOf = new Map<string, number>();
  const passagesWith: number[] = [];
  const starts: number[] = [0];
  let columns = new Uint32Array(1024);
  let counts = new Uint32Array(1024);
  let used = 0;

  return {
    add(passage) {
      for (const [term, count] of countEach(tokenize(passage))) {
        let column = columnOf.get(term);
        if (column === undefined) {
          column = columnOf.size;
          columnOf.set(term, column);
          passagesWith.push(0);
        }
        if (used === columns.length) {
          columns = grown(columns);
          counts = grown(counts);
        }
        passagesWith[column]! += 1;
        columns[used] = column;
        counts[used] = count;
        used++;
      }
      starts.push(used);
    },
    build() {
      const passages = starts.length - 1;
      const idf = Float32Array.from(passagesWith, (df) => inverseFrequency(passages, df));
      const matrix = {
        passages,
        terms: [...columnOf.keys()],
        idf,
        starts: Uint32Array.from(starts),
        columns: columns.subarray(0, used),
        values: Float64Array.from(counts.subarray(0, used), (count, at) => termWeight(count, idf[columns[at]!]!)),
      };
      normaliseRows(matrix);
      return matrix;
    },
  };
}

/** x(t,p) before the row is scaled. */
export function termWeight(count: number, idf: number): number {
  return (1 + Math.log(count)) * idf;
}

function normaliseRows({ passages, starts, values }: TermMatrix): void {
  for (let row = 0; row < passages; row++) {
    let sum = 0;
    for (let at = starts[row]!; at < starts[row + 1]!; at++) sum += values[at]! * values[at]!;
    const length = Math.sqrt(sum);
    for (let at = starts[row]!; at < starts[row + 1]!; at++) values[at]! /= length;
  }
}

function grown(array: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(array.length * 2);
  larger.set(array);
  return larger;
}
