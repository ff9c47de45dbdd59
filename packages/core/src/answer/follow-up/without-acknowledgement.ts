const ACKNOWLEDGEMENT = [
  'yes|no|yep|nope|ok|okay|yeah|sure|great|nice|cool|perfect|awesome|wow|hmm|sorry|hi|hello|hey|please',
  'thanks(?: a lot)?|thank you(?: (?:so|very) much)?|i see|got it|i understand|understood|interesting|makes sense',
  "yes,? i do|no problem|don[’']t worry|never ?mind|wait(?: a (?:second|minute|moment))?",
  "(?:that|it|this)(?:[’']s| is| was| sounds) (?:fine|ok|okay|great|good|right|interesting|helpful|clear|true|nice|cool|enough)",
].join('|');
const LEADING = new RegExp(`^(?:(?:${ACKNOWLEDGEMENT})(?:[\\s,.!;:]+|$))+`, 'iu');

/** What a reader asks behind "Thanks, that is clear!"; `''` when that is all. Such words name nothing. */
export function withoutAcknowledgement(text: string): string {
  return text.trim().replace(LEADING, '');
}
