import type { Turn } from '../../spec/answer.ts';
import { behindShift } from '../follow-up/behind-shift.ts';
import { leanOf } from '../follow-up/lean-of.ts';
import { plainAnswer } from '../follow-up/plain-answer.ts';
import { readWords } from '../follow-up/read-words.ts';
import { standaloneQuestion } from '../follow-up/standalone-question.ts';
import { withoutAcknowledgement } from '../follow-up/without-acknowledgement.ts';
import { smallTalk } from '../small-talk.ts';
import { heardStems } from './heard-stems.ts';

/**
 * Whether a question leans on what was said before: the rules carry something over to it, or find that a word of it points back and do
 * not know at what. One that stands alone costs no call of a model.
 */
export function needsRewrite(asked: { readonly text: string; readonly history: readonly Turn[] }): boolean {
  const questions = asked.history.filter(({ role, text }) => role === 'reader' && smallTalk(text) === undefined);
  if (questions.length === 0 || smallTalk(asked.text) !== undefined) return false;
  const text = withoutAcknowledgement(asked.text);
  if (text === '' || behindShift(text) !== undefined) return false;
  if (standaloneQuestion(asked.text, asked.history).carried.length > 0) return true;
  const heard = heardStems(
    asked.history.map((turn) => (turn.role === 'assistant' ? { ...turn, text: plainAnswer(turn.text) } : turn)),
  );
  const said = heardStems(questions);
  const words = readWords(text);
  return (
    leanOf(
      text,
      words,
      (stem) => heard.has(stem),
      (stem) => said.has(stem),
    ) !== 'alone'
  );
}
