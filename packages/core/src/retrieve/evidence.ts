import type { Evidence } from '../types/answer.ts';
import type { LegQuery, LegResult } from '../types/store.ts';

/** Computes the evidence from the raw scores of all candidates, independent of hits, calibration and thresholds. */
export function evidenceOf(
  terms: LegQuery['terms'],
  result: LegResult,
  indexedPassages: number,
): Omit<Evidence, 'page'> {
  let similarity = 0;
  let text = 0;
  for (const candidate of result.candidates) {
    similarity = Math.max(similarity, candidate.similarity);
    text = Math.max(text, candidate.text);
  }
  return {
    idf: new Map(terms.map(({ term }, i) => [term, result.idf[i] ?? 0])),
    unknownIdf: Math.log(1 + (indexedPassages + 0.5) / 0.5),
    similarity,
    text,
  };
}
