import { tokenize, TOKENIZER_ID } from '../text/tokenize.ts';
import { IbidError } from '../types/ibid-error.ts';
import { decodeLsa, lsaId } from './lsa-format.ts';
import { countTerms, termWeight } from './term-matrix.ts';

/** A fit ready for use. */
export interface LsaProjector {
  readonly id: string;
  readonly dimensions: number;
  /** Passages that were in the fit. */
  readonly passages: number;
  /** L2-normalised; all zero when the fit knows no word of the text. */
  project(text: string): Float32Array;
}

const FLOOR = 1e-9;

/**
 * Throws `INDEX_MISMATCH` for a fit of another version of the algorithm or of the tokenizer, `INDEX_DAMAGED` for bytes that are
 * no fit. Compare `id` with the one stored beside the bytes: it is taken over them anew.
 */
export function openLsa(data: Uint8Array): LsaProjector {
  const model = decodeLsa(data);
  if (model.tokenizer !== TOKENIZER_ID) {
    throw new IbidError(
      'INDEX_MISMATCH',
      `The index was fitted with tokenizer ${model.tokenizer}; this program has ${TOKENIZER_ID}. Index the site again.`,
      { details: { tokenizer: model.tokenizer } },
    );
  }
  const { dimensions, passages, idf, scales, basis } = model;
  const rowOf = new Map(model.terms.map((term, row) => [term, row]));
  const sums = new Float64Array(dimensions);
  return {
    id: lsaId(dimensions, data),
    dimensions,
    passages,
    project(text) {
      sums.fill(0);
      for (const [term, count] of countTerms(tokenize(text))) {
        const row = rowOf.get(term);
        if (row === undefined) continue;
        const weight = termWeight(count, idf[row]!) * scales[row]!;
        const from = row * dimensions;
        for (let j = 0; j < dimensions; j++) sums[j]! += weight * basis[from + j]!;
      }
      return normalised(sums);
    },
  };
}

function normalised(sums: Float64Array): Float32Array {
  let squares = 0;
  for (const sum of sums) squares += sum * sum;
  const length = Math.sqrt(squares);
  return length > FLOOR ? Float32Array.from(sums, (sum) => sum / length) : new Float32Array(sums.length);
}
