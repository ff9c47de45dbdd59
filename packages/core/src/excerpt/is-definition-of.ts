/** Maximum offset of the subject in a sentence: "The term …", "In short, a …". */
const NEAR_START = 24;
const DEFINES =
  /^s?\W*(?:\([^)]*\)\s*)?(?:,[^,]*,\s*)?(?:is|are|was|were|means|refers|stands|describes|provides|consists|represents)\b/u;

/** Returns true if a sentence defines `subject` (lower case); false for `''`. */
export function isDefinitionOf(subject: string, sentence: string): boolean {
  if (subject === '') return false;
  const lower = sentence.slice(0, NEAR_START + subject.length + 200).toLowerCase();
  const place = lower.indexOf(subject);
  return place >= 0 && place <= NEAR_START && DEFINES.test(lower.slice(place + subject.length).trimStart());
}
