const ACKNOWLEDGEMENT = [
  'yes|no|yep|nope|ok|okay|yeah|sure|great|nice|cool|perfect|awesome|wow|hmm|sorry|hi|hello|hey|please',
  'thanks(?: a lot)?|thank you(?: (?:so|very) much)?|i see|got it|i understand|understood|interesting|makes sense',
  "yes,? i do|no problem|don[’']t worry|never ?mind|wait(?: a (?:second|minute|moment))?",
  "(?:that|it|this)(?:[’']s| is| was| sounds) (?:fine|ok|okay|great|good|right|interesting|helpful|clear|true|nice|cool|enough)",
].join('|');
/** Words that also begin questions and names, "super class", are an aside only before a mark or the end. */
const ASIDE = [
  '(?:that|this|it)(?: really| all)? (?:helps?|helped|works?|worked)(?: me)?(?: a lot)?',
  "(?:that[’']?s |that is |that was |this is )?(?:(?:very|really|so|super) )?(?:helpful|useful|kind|clear|good|nice|great|cool)",
  '(?:that|this|it) (?:answers|answered) (?:my|the) question',
  'wonderful|excellent|brilliant|fantastic|amazing|lovely|super|alright|all right|fair enough|good to know|much appreciated|well done',
  '(?:good)?bye(?: bye)?|see you(?: later)?|(?:have a )?(?:good|nice) (?:day|night|evening)|lol|haha(?:ha)*|cheers|thx|ty|many thanks',
  '(?:thanks|thank you)(?: again| so much| very much| a lot)*(?: for (?:that|this|your help|the help|explaining))?',
  'merci(?: beaucoup)?|danke(?: sch(?:ö|oe)n| sehr)?|vielen dank|gracias|muchas gracias|grazie|obrigad[oa]',
].join('|');
const LEADING = new RegExp(
  `^(?:(?:${ASIDE})(?:\\s*[,.!;:…]+\\s*|\\s*$)|(?:${ACKNOWLEDGEMENT})(?:[\\s,.!;:]+|$))+`,
  'iu',
);

/** What a reader asks behind "Thanks, that is clear!"; `''` when that is all. Such words name nothing. */
export function withoutAcknowledgement(text: string): string {
  return text.trim().replace(LEADING, '');
}
