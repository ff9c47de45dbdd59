import type { Question } from '../types/answer.ts';
import type { AskOptions } from '../types/call-options.ts';
import type { ModelCall, QuestionRewriter } from '../types/model.ts';
import { needsRewrite } from '../model/needs-rewrite.ts';
import type * as Rules from './standalone-question.ts';

/** The beginning of a passage tells what it is about; more text would outweigh the reader's own words. */
const LONGEST_TURN = 400;

export interface ResolvedQuestion {
  /** The question with its text completed; its history is unchanged. */
  readonly question: Question;
  readonly calls: readonly ModelCall[];
}

/** Loads the rules for follow-up questions on first use, so that browsers that answer locally do not load them before. */
export function loadFollowUps(): Promise<typeof Rules> {
  return import('./standalone-question.ts');
}

/** Adds the passage that the reader points at as the last turn, so that "this" refers to it. */
function historyOf({ about, history }: Question): Question['history'] {
  if (about === undefined) return history;
  const start = about.text.trim().slice(0, LONGEST_TURN);
  const text = about.text.length > LONGEST_TURN ? start.replace(/\S*$/u, '').trim() : start;
  return text === '' ? history : [...history, { role: 'reader', text }];
}

/**
 * Completes the question's text from its history: with the rewriter if there is one and the history is needed, otherwise by rules. With a
 * selection, nothing is changed: "this" refers to the selection, and words of other pages or of the history must not influence what is
 * quoted from it.
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
  const calls = rewritten?.calls ?? [];
  if (rewritten?.question !== undefined) return { question: { ...question, text: rewritten.question }, calls };
  if (byRules === asked.text) return { question, calls };
  return { question: { ...question, text: byRules, ownWords: rules.ownWords(asked.text) }, calls };
}
