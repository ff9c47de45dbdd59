import { idf as inverseFrequency } from '../retrieve/bm25f.ts';
import { countEach, tokenize, TOKENIZER_ID } from '../text/tokenize.ts';
import { NUMBERED } from '../text/word-tokens.ts';
import type { EmbeddingSpace } from '../types/embedder.ts';
import { type Dense, rightSingularVectors, singularSteps } from './singular-vectors.ts';
import { encodeLsa, lsaId, termWeight } from './lsa.ts';

/**
 * Latent semantic analysis of one site.
 *
 *     c(t,p) = count of term t in passage p (title, headings and body as one text)
 *     idf(t) = ln(1 + (N − df(t) + 0.5) / (df(t) + 0.5))
 *     x(t,p) = (1 + ln c(t,p)) · idf(t), each passage scaled to length 1, not centred
 *     V      = the `dimensions` leading right singular vectors of X (passages × terms)
 *     vector = L2(x(text) · V), for passages of the fit, later passages, headings and questions alike
 *
 * All terms take part, also those of a single passage. Singular values are neither divided out nor rooted, so only the
 * subspace counts: signs and order of V's columns change no cosine. There are `min(dimensions, rank of X)` of them: a site with
 * fewer passages than dimensions keeps its whole space, where cosines are those of the weighted terms. One passage, or only
 * copies of one, give one dimension in which every text with a known word is the same; no passage, or none with a word,
 * gives one dimension without any term, in which every text is the zero vector.
 *
 * Random numbers come from the seed alone and sums run in a fixed order, so equal passages in equal order give equal bytes.
 */
export interface LsaFitter {
  add(passage: string): void;
  /** Ends the fit; call it once. */
  finish(): EmbeddingSpace;
}

export interface LsaOptions {
  /** Most dimensions, at least 1. Default 128. */
  readonly dimensions?: number;
  /** Default 0. */
  readonly seed?: number;
  /** Called with `done` rising from 1 to `total` during `finish`. */
  readonly onProgress?: (done: number, total: number) => void;
}

/** A fit that takes its passages one by one. */
export function lsaFitter(options: LsaOptions = {}): LsaFitter {
  const { dimensions = 128, seed = 0, onProgress } = options;
  const builder = termMatrixBuilder();
  return {
    add: (passage) => builder.add(passage),
    finish() {
      const matrix = builder.build();
      let done = 0;
      const steps = singularSteps(matrix);
      const onStep = (): void => onProgress?.(++done, steps);
      const vectors = rightSingularVectors(matrix, dimensions, { seed, onStep });
      return toSpace(matrix, vectors, seed >>> 0);
    },
  };
}

/** Fits a space on all passages of a site. Takes seconds for large sites and never yields; see the `builtin` embedder for the worker. */
export function fitLsa(passages: Iterable<string>, options: LsaOptions = {}): EmbeddingSpace {
  const fitter = lsaFitter(options);
  for (const passage of passages) fitter.add(passage);
  return fitter.finish();
}

function toSpace(matrix: TermMatrix, vectors: Dense, seed: number): EmbeddingSpace {
  const dimensions = Math.max(1, vectors.columns);
  const { scales, basis } = quantise(vectors);
  const data = encodeLsa({
    tokenizer: TOKENIZER_ID,
    dimensions,
    passages: matrix.passages,
    seed,
    terms: matrix.terms,
    idf: matrix.idf,
    scales,
    basis,
  });
  return { id: lsaId(dimensions, data), dimensions, data };
}

function quantise({ rows, columns, data }: Dense): { scales: Float32Array; basis: Int16Array } {
  const scales = new Float32Array(rows);
  const basis = new Int16Array(data.length);
  for (let row = 0; row < rows; row++) {
    const from = row * columns;
    let largest = 0;
    for (let j = 0; j < columns; j++) largest = Math.max(largest, Math.abs(data[from + j]!));
    const scale = (scales[row] = largest / 32_767);
    if (scale > 0) for (let j = 0; j < columns; j++) basis[from + j] = Math.round(data[from + j]! / scale);
  }
  return { scales, basis };
}

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
        // The words of a name with a number are terms already, and "step 3" says no more.
        if (NUMBERED.test(term)) continue;
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
