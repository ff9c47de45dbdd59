import type { Turn } from '../../spec/answer.ts';
import { behindShift } from '../follow-up/behind-shift.ts';
import { leanOf } from '../follow-up/lean-of.ts';
import { plainAnswer } from '../follow-up/plain-answer.ts';
import { readWords } from '../follow-up/read-words.ts';
import { standaloneQuestion } from '../follow-up/standalone-question.ts';
import { withoutAcknowledgement } from '../follow-up/without-acknowledgement.ts';
import { smallTalk } from '../../question/small-talk.ts';
import { heardStems } from './heard-stems.ts';
import { mayPoint } from './may-point.ts';

/** "Or on Windows?", "So nodes publish there?": goes on with what was said. */
const GOES_ON = /^(?:and|or|but|so|then|also|why not)\b(?!\s+far\b)/iu;
/** "Probate?", "If I publish twice?": leaves out what is asked. */
const UNFINISHED = /^(?:(?:if|when|unless|because)\s[^,?]*|[\p{scx=Latin}'’-]+(?: [\p{scx=Latin}'’-]+)?)\?+\s*$/iu;
/** "I meant for nodes", "you said that …": speaks of what was said. */
const SPEAKS_OF_IT =
  /^(?:no,?\s+)?i (?:just |only )?mean[t]?\b|\byou (?:just |also |only |already )?(?:said|say|mention|mentioned|told|wrote|gave|mean|meant|listed|described|suggested|recommended)\b/iu;
const LEANING: readonly RegExp[] = [GOES_ON, UNFINISHED, SPEAKS_OF_IT];
/** Words of English that few languages write alike; without one, "he" or "one" may be anything. */
const ENGLISH =
  /\b(?:the|is|are|was|were|does|did|can|could|should|would|will|what|why|how|when|where|who|which|with|from|about|this|that|these|those|there|its?|they|them|their|any|you|your|my|if|and)\b/iu;
/** Of a question that is a page of its own. */
const OWN_PAGE = /\bget(?:ting)? started\b|^what(?:['’]s| is) new\b/iu;
const LONGEST_FOLLOW_UP = 60;

/**
 * Whether a question leans on what was said before: the rules carry something over to it, or a word of it points at something that it
 * does not plainly name itself, or it is only a part of a question. One that stands alone costs no call of a model; in doubt it leans.
 */
export function needsRewrite(asked: { readonly text: string; readonly history: readonly Turn[] }): boolean {
  const questions = asked.history.filter(({ role, text }) => role === 'reader' && smallTalk(text) === undefined);
  if (questions.length === 0 || smallTalk(asked.text) !== undefined) return false;
  const text = withoutAcknowledgement(asked.text);
  if (text === '' || behindShift(text) !== undefined) return false;
  if (standaloneQuestion(asked.text, asked.history).carried.length > 0) return true;
  const words = readWords(text);
  const mayLean = words.length <= LONGEST_FOLLOW_UP && !OWN_PAGE.test(text);
  if (mayLean && LEANING.some((way) => way.test(text))) return true;
  if (mayLean && ENGLISH.test(text) && mayPoint(words)) return true;
  const heard = heardStems(
    asked.history.map((turn) => (turn.role === 'assistant' ? { ...turn, text: plainAnswer(turn.text) } : turn)),
  );
  const said = heardStems(questions);
  return (
    leanOf(
      text,
      words,
      (stem) => heard.has(stem),
      (stem) => said.has(stem),
    ) !== 'alone'
  );
}
