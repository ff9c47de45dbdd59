import { REASONS } from '../answer/reasons.ts';

const ACKNOWLEDGEMENT = [
  'yes|no|yep|nope|ok|okay|yeah|sure|great|nice|cool|perfect|awesome|wow|hmm|sorry|hi|hello|hey|please',
  'thanks(?: a lot)?|thank you(?: (?:so|very) much)?|i see|got it|i understand|understood|interesting|makes sense',
  "yes,? i do|no problem|don[’']t worry|never ?mind|wait(?: a (?:second|minute|moment))?",
  "(?:that|it|this)(?:[’']s| is| was| sounds) (?:fine|ok|okay|great|good|right|interesting|helpful|clear|true|nice|cool|enough)",
].join('|');
/** Remarks that may also begin a question or a name ("super class"); they count only before punctuation or at the end. */
const ASIDE = [
  '(?:that|this|it)(?: really| all)? (?:helps?|helped|works?|worked)(?: me)?(?: a lot)?',
  "(?:that[’']?s |that is |that was |this is )?(?:(?:very|really|so|super) )?(?:helpful|useful|kind|clear|good|nice|great|cool)",
  '(?:that|this|it) (?:answers|answered) (?:my|the) question',
  'wonderful|excellent|brilliant|fantastic|amazing|lovely|super|alright|all right|fair enough|good to know|much appreciated|well done',
  '(?:good)?bye(?: bye)?|see you(?: later)?|(?:have a )?(?:good|nice) (?:day|night|evening)|lol|haha(?:ha)*|cheers|thx|ty|many thanks',
  '(?:thanks|thank you)(?: again| so much| very much| a lot)*(?: for (?:that|this|your help|the help|explaining))?',
  'merci(?: beaucoup)?|danke(?: sch(?:ö|oe)n| sehr)?|vielen dank|gracias|muchas gracias|grazie|obrigad[oa]',
].join('|');
const LEADING_ASIDE = new RegExp(
  `^(?:(?:${ASIDE})(?:\\s*[,.!;:…]+\\s*|\\s*$)|(?:${ACKNOWLEDGEMENT})(?:[\\s,.!;:]+|$))+`,
  'iu',
);

/** Returns the text after a remark such as "Thanks, that is clear!"; `''` if nothing follows. */
export function withoutAcknowledgement(text: string): string {
  return text.trim().replace(LEADING_ASIDE, '');
}

const SO = '(?:(?:ok|okay|so|and|well|now|please|actually),? )*';
const SHIFT = [
  `${SO}(?:forget|never ?mind|ignore|drop) (?:about )?(?:that|it|this)`,
  `${SO}(?:for |on |to )?something (?:else|different|new)(?: now)?`,
  `${SO}(?:(?:i have |just )?an?(?:other| different| new| unrelated)|on a different|new|next|different|unrelated) (?:topic|subject|question)(?: now)?(?:,? please)?`,
  "(?:let[’']?s )?(?:change|changing|switch|switching)(?: of)?(?: the)? (?:topics?|subjects?)",
  `${SO}moving on`,
].join('|');
const LEADING_SHIFT = new RegExp(`^(?:${SHIFT})(?:\\s*[,.!;:–—-]+\\s*|\\s*$)`, 'iu');

/** Returns the question after "Now something else:", which ends the topic, or `undefined` if the reader does not change the topic. */
export function behindShift(text: string): string | undefined {
  const shift = LEADING_SHIFT.exec(text.trim())?.[0];
  return shift === undefined ? undefined : text.trim().slice(shift.length);
}

const UNSPOKEN: readonly (readonly [RegExp, string])[] = [
  [/```[^]*?(?:```|$)/gu, '\n'],
  [/\]\([^()\s]*\)/gu, ']'],
  [/\bhttps?:\/\/\S+/giu, ' '],
  [/\[\d{1,3}\]/gu, ''],
  [/\*{1,3}(?=\S)|(?<=\S)\*{1,3}/gu, ''],
];

/**
 * Returns the words of an answer, line by line, without code blocks, addresses, footnote numbers and asterisks. `''` for an answer that
 * only says that nothing was found.
 */
export function plainAnswer(answer: string): string {
  if (Object.values(REASONS).some((reason) => reason !== '' && answer.startsWith(reason))) return '';
  return UNSPOKEN.reduce((text, [pattern, by]) => text.replaceAll(pattern, by), answer);
}
