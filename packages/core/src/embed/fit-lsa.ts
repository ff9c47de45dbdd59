import { TOKENIZER_ID } from '../text/tokenize.ts';
import type { EmbeddingSpace } from '../types/embedder.ts';
import { type Dense, rightSingularVectors, singularSteps } from './singular-vectors.ts';
import { encodeLsa, lsaId } from './lsa.ts';
import { type TermMatrix, termMatrixBuilder } from './term-matrix.ts';

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
