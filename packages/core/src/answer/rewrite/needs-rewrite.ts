import type { Turn } from '../../spec/answer.ts';
import { stemWord } from '../../text/stem-word.ts';
import { behindShift } from '../follow-up/behind-shift.ts';
import { leanOf } from '../follow-up/lean-of.ts';
import { readWords } from '../follow-up/read-words.ts';
import { standaloneQuestion } from '../follow-up/standalone-question.ts';
import { withoutAcknowledgement } from '../follow-up/without-acknowledgement.ts';
import { smallTalk } from '../small-talk.ts';
import { heardStems } from './heard-stems.ts';

/**
 * Whether a question leans on what was said before: the rules carry something over to it, or find a word that points back and do not
 * know at what. A question that stands alone needs nothing.
 */
export function needsRewrite(asked: { readonly text: string; readonly history: readonly Turn[] }): boolean {
  const { history } = asked;
  if (history.length === 0 || smallTalk(asked.text) !== undefined) return false;
  const text = withoutAcknowledgement(asked.text);
  if (text === '' || behindShift(text) !== undefined) return false;
  if (standaloneQuestion(asked.text, history).carried.length > 0) return true;
  const heard = heardStems(history);
  const said = heardStems(history.filter(({ role }) => role === 'reader'));
  const lean = leanOf(
    text,
    readWords(text),
    (stem) => heard.has(stemWord(stem)),
    (stem) => said.has(stemWord(stem)),
  );
  return lean !== 'alone';
}
