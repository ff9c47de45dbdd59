import type { Passage, Warning } from '@ibid/core/types';
import { asSentence } from '../shared/replies.ts';

export interface RetrievalResult {
  /** Finding nothing is a success; finding nothing because a part failed is none. */
  readonly success: boolean;
  /** What failed, as a sentence; `null` when every part answered. */
  readonly trouble: string | null;
}

/** What failed of a model although there is a reply, as a sentence; a budget that is used up is no failure. */
export function modelTrouble(warnings: readonly Warning[]): string | null {
  const failed = warnings.find(({ code }) => code.startsWith('model_') && code !== 'model_over_budget');
  return failed === undefined ? null : asSentence(failed.text);
}

/** How a retrieval went that has come to an end: the words of a question are searched for even when its meaning cannot be. */
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
