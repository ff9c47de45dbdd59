import type { Question } from '../../spec/answer.ts';
import { standaloneQuestion } from './standalone-question.ts';

/**
 * The question with its text made complete from its history. Beside a selection nothing is: the selection is what "this"
 * means, and no word of other pages or of the history may choose what is quoted from it (R14).
 */
export function resolveFollowUp(question: Question): Question {
  if (question.selection !== undefined || question.supplied?.selectionOnly === true) return question;
  const { text } = standaloneQuestion(question.text, question.history);
  return text === question.text ? question : { ...question, text };
}
