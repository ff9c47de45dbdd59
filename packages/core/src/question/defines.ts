/** Stands before the subject of a definition, in lower case: "A …", "In Rust, the …", "A Rust …". */
const LEADS_IN = /^(?:(?:[Ii]n|[Ww]ith|[Ff]or) [^,.]{2,40}, )?(?:([Aa]n? |[Tt]he )(?:\p{Lu}\w+ )?)?(?:term )?\W*$/u;
const PLURAL_OR_ASIDE = /^(?:e?s\b)?[^\w(,]*(?:\([^)]*\)\s*)?(?:,[^,]*,\s*)?/u;
const IS_A =
  /^(?:(?:is|are) (?:(?:simply|just|also|usually) )?(?:either )?(?:an?|the|one|our|when)\b|(?:is|are) not (?:simply|just|merely|only) (?:an?|the)\b.{1,80}\bbut\b|(?:means?|refers? to|stands? for|consists? of|represents?)\b)/u;
/** Stands before another name: "Mock functions are also known as spies". */
const CALLED =
  /\b(?:abbreviated(?: as)?|(?:also|otherwise|commonly) (?:known as|called)|a\.?k\.?a\.?) (?:an? |the )?\W*$/u;
/** After "a" or "an", a verb in the present tense says what all of them do; "a pod is similar to a host" defines nothing. */
const DOES = /^(?!(?:is|was|has|does)\b)[a-z]+s\b/u;

/** Stands before and behind an abbreviation of the words before it: "Quality of service (QoS) says …". */
const LONG_FORM = /^(?:an? |the )?([^.,:;()]{3,60}) \($/u;
const SAYS_ABOUT_IT = /^\)(?::| (?:is|are|[a-z]+s)\b)/u;

/** Between a name and its number: "ROS 2" and "ROS2" are one name. */
const BEFORE_NUMBER = /(?<=\p{L}{2})[ -]?(?=\d)/u;

/** Returns true if a sentence says what `subject` (lower case) is: "A topic is a channel …", "A planner finds …"; false for `''`. */
export function defines(sentence: string, subject: string): boolean {
  const names = ['', ' ', '-'].map((join) => subject.replace(BEFORE_NUMBER, join));
  return subject !== '' && [...new Set(names)].some((name) => isDefinedAs(sentence, name));
}

/** Returns true for two ways to write one name, in lower case: "ros 2" and "ros2". */
export function isSameName(one: string, other: string): boolean {
  return one.replace(BEFORE_NUMBER, ' ') === other.replace(BEFORE_NUMBER, ' ');
}

function isDefinedAs(sentence: string, subject: string): boolean {
  const lower = sentence.toLowerCase();
  const place = lower.indexOf(subject);
  if (place < 0) return false;
  const before = lower.slice(0, place);
  if (CALLED.test(before)) return true;
  const [, long] = LONG_FORM.exec(before) ?? [];
  if (long !== undefined && SAYS_ABOUT_IT.test(lower.slice(place + subject.length))) return isShortFor(subject, long);
  const lead = LEADS_IN.exec(sentence.slice(0, place));
  if (lead === null) return false;
  const rest = lower.slice(place + subject.length).replace(PLURAL_OR_ASIDE, '');
  return IS_A.test(rest) || (lead[1]?.toLowerCase().startsWith('a') === true && DOES.test(rest));
}

/** True if the letters of the abbreviation begin words of its long form, in this order. */
function isShortFor(short: string, long: string): boolean {
  let left = [...short];
  for (const [initial] of long.match(/[\p{L}\p{N}]+/gu) ?? []) if (initial === left[0]) left = left.slice(1);
  return left.length === 0;
}
