import type { Question } from '../types/answer.ts';
import type { AskOptions } from '../types/ask-options.ts';
import type { ModelCall } from '../types/model.ts';
import type { QuestionRewriter } from '../types/question-rewriter.ts';
import { needsRewrite } from '../model/needs-rewrite.ts';
import type { standaloneQuestion } from './standalone-question.ts';

/** The beginning of a passage says what it is about; more would bury the reader's own words. */
const LONGEST_TURN = 400;

export interface ResolvedQuestion {
  /** With its text made complete; its history is as it was given. */
  readonly question: Question;
  readonly calls: readonly ModelCall[];
}

/** The rules of questions with a history, loaded with the first of them: browsers that answer by themselves load nothing for it before. */
export function loadFollowUps(): Promise<{ readonly standaloneQuestion: typeof standaloneQuestion }> {
  return import('./standalone-question.ts');
}

/** The passage that the reader points at was spoken of last, so that "this" means it. */
function historyOf({ about, history }: Question): Question['history'] {
  if (about === undefined) return history;
  const start = about.text.trim().slice(0, LONGEST_TURN);
  const text = about.text.length > LONGEST_TURN ? start.replace(/\S*$/u, '').trim() : start;
  return text === '' ? history : [...history, { role: 'reader', text }];
}

/**
 * The question with its text made complete from its history, by the rewriter where there is one and the history is needed, else by
 * rules. Beside a selection nothing is: the selection is what "this" means, and no word of other pages or of the history may choose
 * what is quoted from it.
 */
export async function resolveQuestion(
  question: Question,
  rewriter: QuestionRewriter | undefined,
  call: AskOptions,
): Promise<ResolvedQuestion> {
  if (question.selection !== undefined || question.supplied?.selectionOnly === true) return { question, calls: [] };
  const asked = { ...question, history: historyOf(question) };
  if (asked.history.length === 0) return { question, calls: [] };
  const rules = await loadFollowUps();
  const byRules = rules.standaloneQuestion(asked.text, asked.history);
  const rewritten = rewriter === undefined || !needsRewrite(asked) ? undefined : await rewriter.rewrite(asked, call);
  return { question: { ...question, text: rewritten?.question ?? byRules }, calls: rewritten?.calls ?? [] };
}
