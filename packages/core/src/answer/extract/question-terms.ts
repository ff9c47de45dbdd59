import type { Evidence } from '../../spec/answer.ts';
import { tokenize } from '../../text/tokenize.ts';

/** The question as the extractive answerer weighs it. */
export interface QuestionTerms {
  /** idf of each distinct content token, over the whole index. */
  readonly weights: ReadonlyMap<string, number>;
  /** Sum of the weights. */
  readonly total: number;
  /** All content tokens in order, with repeats. */
  readonly sequence: readonly string[];
}

export function questionTerms(text: string, evidence: Evidence): QuestionTerms {
  const sequence = tokenize(text);
  const weights = new Map<string, number>();
  for (const token of sequence) weights.set(token, evidence.idf.get(token) ?? evidence.unknownIdf);
  let total = 0;
  for (const weight of weights.values()) total += weight;
  return { weights, total, sequence };
}

/** Share of the question's weight on tokens that `has` accepts, 0 to 1. */
export function coverage(terms: QuestionTerms, has: (token: string) => boolean): number {
  if (terms.total === 0) return 0;
  let covered = 0;
  for (const [token, weight] of terms.weights) if (has(token)) covered += weight;
  return covered / terms.total;
}
