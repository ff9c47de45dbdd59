/** Stands before the subject of a definition, in lower case: "A …", "In Rust, the …". */
const LEADS_IN = /^(?:(?:in|with|for) [^,.]{2,40}, )?(an? |the )?(?:term )?\W*$/u;
const PLURAL_OR_ASIDE = /^(?:e?s\b)?[^\w(,]*(?:\([^)]*\)\s*)?(?:,[^,]*,\s*)?/u;
const IS_A =
  /^(?:(?:is|are) (?:(?:simply|just|also|usually) )?(?:an?|the|one|our)\b|(?:means?|refers? to|stands? for|consists? of|represents?)\b)/u;
/** After "a" or "an", any verb in the present tense says what all of them do. */
const DOES = /^[a-z]+s\b/u;

/** Returns true if a sentence says what `subject` (lower case) is: "A topic is a channel …", "A planner finds …"; false for `''`. */
export function defines(sentence: string, subject: string): boolean {
  if (subject === '') return false;
  const lower = sentence.toLowerCase();
  const place = lower.indexOf(subject);
  const lead = place < 0 ? null : LEADS_IN.exec(lower.slice(0, place));
  if (lead === null) return false;
  const rest = lower.slice(place + subject.length).replace(PLURAL_OR_ASIDE, '');
  return IS_A.test(rest) || (lead[1]?.startsWith('a') === true && DOES.test(rest));
}
