import type { Passage, Warning } from '@ibid/core/types';
import { asSentence } from '../shared/replies.ts';

export interface RetrievalResult {
  /** True if the search worked, even without matches. False if nothing was found because a part failed. */
  readonly success: boolean;
  /** Sentence about the failed part; `null` if every part answered. */
  readonly trouble: string | null;
}

/** Returns a sentence about a model failure despite which there is a reply. An exhausted budget is not a failure. */
export function modelTrouble(warnings: readonly Warning[]): string | null {
  const failed = warnings.find(({ code }) => code.startsWith('model_') && code !== 'model_over_budget');
  return failed === undefined ? null : asSentence(failed.text);
}

/** Describes the result of a finished retrieval. If the embedder fails, the words of the question are still searched for. */
export function retrievalResult(
  passages: readonly Pick<Passage, 'label'>[],
  warnings: readonly Warning[],
): RetrievalResult {
  const failed = warnings.find(({ code }) => code === 'vector_leg_missing');
  if (failed === undefined) return { success: true, trouble: null };
  // The embedder is irrelevant if the requested page or section does not exist.
  const isElsewhere = warnings.some(({ code }) => code === 'scope_empty');
  return { success: passages.length > 0 || isElsewhere, trouble: asSentence(failed.text) };
}
