import type { Brief, DraftEvent, DraftReason } from '../types/answer.ts';
import type { Warning } from '../types/retrieval.ts';
import { smallTalk } from '../question/small-talk.ts';
import { readQuestion } from '../question/question-terms.ts';

type DraftEnd = Extract<DraftEvent, { readonly type: 'draft-end' }>;

/** The last event of a draft. */
export function draftEnd(
  outcome: DraftEnd['outcome'],
  reason: DraftReason,
  confidence = 0,
  warnings: readonly Warning[] = [],
): DraftEnd {
  return { type: 'draft-end', outcome, reason, confidence, warnings };
}

/**
 * Returns the end of a draft if no passage can change it: small talk, nothing to answer from, or a question too vague to search for.
 * Otherwise `undefined`.
 */
export function settledDraft({
  question,
  passages,
  evidence,
}: Pick<Brief, 'question' | 'passages' | 'evidence'>): DraftEnd | undefined {
  const isSelected = question.selection !== undefined;
  const fixed = smallTalk(question.text);
  if (fixed !== undefined) return draftEnd(fixed === 'vague' ? 'insufficient' : 'refused', fixed);
  if (passages.length === 0 && isSelected) return draftEnd('refused', 'no-selection');
  if (!isSelected && readQuestion(question.text, evidence).terms.isVague) return draftEnd('insufficient', 'vague');
  return passages.length === 0 ? draftEnd('insufficient', 'no-match') : undefined;
}
