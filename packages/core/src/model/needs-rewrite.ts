import { behindShift, plainAnswer, withoutAcknowledgement } from '../follow-up/asides.ts';
import { ENGLISH, mayPointBack, standsAlone } from '../follow-up/follow-up-kind.ts';
import { standaloneQuestion } from '../follow-up/standalone-question.ts';
import { readWords } from '../question/read-words.ts';
import { smallTalk } from '../question/small-talk.ts';
import type { Turn } from '../types/answer.ts';
import { heardStems } from './accept-rewrite.ts';

/** Continues what was said ("or on Windows?"), omits what is asked ("Probate?", "If I publish twice?"), or refers to the conversation itself. */
const LEANING: readonly RegExp[] = [
  /^(?:and|or|but|so|then|also|why not)\b(?!\s+far\b)/iu,
  /^(?:(?:if|when|unless|because)\s[^,?]*|[\p{scx=Latin}'’-]+(?: [\p{scx=Latin}'’-]+)?)\?+\s*$/iu,
  /^(?:no,?\s+)?i (?:just |only )?mean[t]?\b|\byou (?:just |also |only |already )?(?:said|say|mention|mentioned|told|wrote|gave|mean|meant|listed|described|suggested|recommended)\b/iu,
  /\b(?:too|instead|as well|another|then)\s*\?*$|\bsuch (?!as\b|that\b)|\bthe (?:same|other|latter|former)\b(?! as\b)/iu,
];
/**
 * True if a question depends on the conversation: the rules complete it, one of its words refers to something that it does not clearly name
 * itself, or it is only part of a question. A complete question needs no model call. In doubt it returns true, because searching
 * for an incomplete question finds no answer.
 */
export function needsRewrite(asked: { readonly text: string; readonly history: readonly Turn[] }): boolean {
  const { history } = asked;
  const hasAsked = history.some(({ role, text }) => role === 'reader' && smallTalk(text) === undefined);
  if (!hasAsked || smallTalk(asked.text) !== undefined) return false;
  const text = withoutAcknowledgement(asked.text);
  if (text === '' || behindShift(text) !== undefined) return false;
  if (standaloneQuestion(asked.text, history) !== asked.text) return true;
  const words = readWords(text);
  if (standsAlone(text, words)) return false;
  if (LEANING.some((way) => way.test(text))) return true;
  const heard = heardStems(
    history.map((turn) => (turn.role === 'assistant' ? { ...turn, text: plainAnswer(turn.text) } : turn)),
  );
  return ENGLISH.test(text) && mayPointBack(words, (stem) => heard.has(stem));
}
