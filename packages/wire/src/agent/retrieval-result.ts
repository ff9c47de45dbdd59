import type { Passage } from '@ibid/core/types';
import { warningSentence } from '../shared/replies.ts';

export interface RetrievalResult {
  /** Finding nothing is a success; finding nothing because a part failed is none. */
  readonly success: boolean;
  /** What failed, as a sentence; `null` when every part answered. */
  readonly trouble: string | null;
}

/** What failed of a model although there is a reply, as a sentence; a budget that is used up is no failure. */
export function modelTrouble(warnings: readonly string[]): string | null {
  const failed = warnings.find((warning) => /^model_(?!over_budget)\w+: /u.test(warning));
  return failed === undefined ? null : warningSentence(failed);
}

/** How a retrieval went that has come to an end: the words of a question are searched for even when its meaning cannot be. */
export function retrievalResult(
  passages: readonly Pick<Passage, 'label'>[],
  warnings: readonly string[],
): RetrievalResult {
  const failed = warnings.find((warning) => warning.startsWith('vector_leg_missing: '));
  if (failed === undefined) return { success: true, trouble: null };
  // A page or section that is not there is not there for any embedder.
  const isElsewhere = warnings.some((warning) => warning.startsWith('scope_empty: '));
  return { success: passages.length > 0 || isElsewhere, trouble: warningSentence(failed) };
}
