/** How far from the beginning of a sentence its subject may stand: "The term …", "In short, a …". */
const NEAR_START = 24;
const DEFINES =
  /^s?\W*(?:\([^)]*\)\s*)?(?:,[^,]*,\s*)?(?:is|are|was|were|means|refers|stands|describes|provides|consists|represents)\b/u;

/** Whether a sentence says what `subject`, in lower case, is; `''` is defined by nothing. */
export function isDefinitionOf(subject: string, sentence: string): boolean {
  if (subject === '') return false;
  const lower = sentence.slice(0, NEAR_START + subject.length + 200).toLowerCase();
  const place = lower.indexOf(subject);
  return place >= 0 && place <= NEAR_START && DEFINES.test(lower.slice(place + subject.length).trimStart());
}
