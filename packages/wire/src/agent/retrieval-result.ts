import type { Passage, Warning } from '@ibid/core/types';
import { asSentence } from '../shared/replies.ts';

export interface RetrievalResult {
  /** Finding nothing is a success; finding nothing because a part failed is none. */
  readonly success: boolean;
  /** Describes the failure in a sentence; `null` if every part worked. */
  readonly trouble: string | null;
}

/** Describes a model's failure despite which there is a reply; an exhausted budget is not a failure. */
export function modelTrouble(warnings: readonly Warning[]): string | null {
  const failed = warnings.find(({ code }) => code.startsWith('model_') && code !== 'model_over_budget');
  return failed === undefined ? null : asSentence(failed.text);
}

/** Status of a finished retrieval: words are searched even if the meaning cannot be. */
export function retrievalResult(
  passages: readonly Pick<Passage, 'label'>[],
  warnings: readonly Warning[],
): RetrievalResult {
  const failed = warnings.find(({ code }) => code === 'vector_leg_missing');
  if (failed === undefined) return { success: true, trouble: null };
  // A page or section that is not there is not there for any embedder.
  const isElsewhere = warnings.some(({ code }) => code === 'scope_empty');
  return { success: passages.length > 0 || isElsewhere, trouble: asSentence(failed.text) };
}
