import { behindShift, plainAnswer, withoutAcknowledgement } from '../follow-up/asides.ts';
import { mayPointBack } from '../follow-up/points-back.ts';
import { standaloneQuestion } from '../follow-up/standalone-question.ts';
import { readWords } from '../question/read-words.ts';
import { smallTalk } from '../question/small-talk.ts';
import type { Turn } from '../types/answer.ts';
import { heardStems } from './accept-rewrite.ts';

/** Goes on with what was said ("or on Windows?"), leaves out what is asked ("Probate?", "If I publish twice?"), or speaks of the talk. */
const LEANING: readonly RegExp[] = [
  /^(?:and|or|but|so|then|also|why not)\b(?!\s+far\b)/iu,
  /^(?:(?:if|when|unless|because)\s[^,?]*|[\p{scx=Latin}'’-]+(?: [\p{scx=Latin}'’-]+)?)\?+\s*$/iu,
  /^(?:no,?\s+)?i (?:just |only )?mean[t]?\b|\byou (?:just |also |only |already )?(?:said|say|mention|mentioned|told|wrote|gave|mean|meant|listed|described|suggested|recommended)\b/iu,
  /\b(?:too|instead|as well|another|then)\s*\?*$|\bsuch (?!as\b|that\b)|\bthe (?:same|other|latter|former)\b(?! as\b)/iu,
];
/** Words of English that few languages write alike; without one, "he" or "one" may be anything. */
const ENGLISH =
  /\b(?:the|is|are|was|were|does|did|can|could|should|would|will|what|why|how|when|where|who|which|with|from|about|this|that|these|those|there|its?|they|them|their|any|you|your|my|if|and)\b/iu;
/** Of a question that is a page of its own. */
const OWN_PAGE = /\bget(?:ting)? started\b|^what(?:['’]s| is) new\b/iu;
const LONGEST_FOLLOW_UP = 60;

/**
 * Whether a question leans on what was said before: the rules complete it, or a word of it points at something that it does not plainly
 * name itself, or it is only a part of a question. One that stands alone costs no call of a model; in doubt it leans, for a question
 * that is searched for as it stands costs the answer.
 */
export function needsRewrite(asked: { readonly text: string; readonly history: readonly Turn[] }): boolean {
  const { history } = asked;
  const hasAsked = history.some(({ role, text }) => role === 'reader' && smallTalk(text) === undefined);
  if (!hasAsked || smallTalk(asked.text) !== undefined) return false;
  const text = withoutAcknowledgement(asked.text);
  if (text === '' || behindShift(text) !== undefined) return false;
  if (standaloneQuestion(asked.text, history) !== asked.text) return true;
  const words = readWords(text);
  if (words.length > LONGEST_FOLLOW_UP || OWN_PAGE.test(text)) return false;
  if (LEANING.some((way) => way.test(text))) return true;
  const heard = heardStems(
    history.map((turn) => (turn.role === 'assistant' ? { ...turn, text: plainAnswer(turn.text) } : turn)),
  );
  return ENGLISH.test(text) && mayPointBack(words, (stem) => heard.has(stem));
}
