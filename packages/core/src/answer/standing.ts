import type { Question } from '../spec/answer.ts';
import type { AskOptions } from '../spec/ask-options.ts';
import type { ModelCall } from '../spec/model.ts';
import type { QuestionRewriter } from '../spec/question-rewriter.ts';
import { resolveFollowUp } from './follow-up/resolve-follow-up.ts';
import { pointedAt } from './pointed-at.ts';
import { needsRewrite } from './rewrite/needs-rewrite.ts';

/**
 * The question with its text made complete from its history, by the rewriter where the history is needed, else by rules. Beside a
 * selection nothing is (R14).
 */
export async function standing(
  given: Question,
  rewriter: QuestionRewriter | undefined,
  call: AskOptions,
): Promise<{ readonly question: Question; readonly calls: readonly ModelCall[] }> {
  const pointed = pointedAt(given);
  const byRules = { ...given, text: resolveFollowUp(pointed).text };
  const isAlone = given.selection !== undefined || given.supplied?.selectionOnly === true;
  if (rewriter === undefined || isAlone || !needsRewrite(pointed)) return { question: byRules, calls: [] };
  const { question: text, calls } = await rewriter.rewrite(pointed, call);
  return { question: text === undefined ? byRules : { ...given, text }, calls };
}
