import { analyseQuestion } from '../question/analyse-question.ts';
import { readWords, type Word } from '../question/read-words.ts';
import { isName, LIGHT_NOUNS, setOf, wordClass } from '../question/word-class.ts';
import { stemWord } from '../text/word-tokens.ts';
import { pointsBack, type Heard } from './points-back.ts';

/**
 * How a question depends on the conversation.
 * - `alone`: not at all.
 * - `topic`: on its topic ("how do I install it?").
 * - `request`: also on what was wanted ("why?", "show me an example").
 * - `contrast`: the last question, asked about something else ("and on Windows?").
 */
export type FollowUpKind = 'alone' | 'topic' | 'request' | 'contrast';

/**
 * Matches "What is it?", "How does it differ from …?", where the topic can replace the pronoun. Groups: the text before the pronoun, and
 * the text after it.
 */
export const ASKS_WHAT: RegExp =
  /^((?:what|who)(?:['’]s| is| are| was| were| do| does)|how (?:do|does|is|are)) (?:it|this|that|these|those|they|he|she)( mean| stand for| do| differ(?:ent)? from [^?]+)?[\s?.!]*$/iu;

/** A question with this many topics needs none from the conversation. */
const ENOUGH_TOPICS = 5;
/** A question with at most this many topics may continue the last one. */
const FEW_TOPICS = 3;
/** A longer text explains itself. */
const LONGEST_FOLLOW_UP = 60;
const LONGEST_FRAGMENT = 6;
/** Longest place ("on Windows") that counts without a question mark; it must be a preposition and a name only. */
const LONGEST_PLACE = 3;

const CONTRAST = /^(?:(?:and|or|but|so|also|then|well)[\s,]+)*(?:what|how) about\b/iu;
const COORDINATED = /^(?:and|or)\b/iu;
const PLACED =
  /^(?:in|on|for|with|without|from|to|at|by|under|using|via|inside|between|after|before|during)\b.*\?[\s"')]*$/iu;
const PLACE = /^(?:in|on|for|with|without|under|using|via|inside)\b/iu;
const CORRECTION = /^i meant?\b/iu;
/** "what are the rules?" asks for the rules of something. */
const BARE_PLURAL = /^[Ww]hat(?:['’]re| are| were) the (?:[a-z-]+ )?[a-z-]+s[\s?.!]*$/u;
/** Questions worded like this have a page of their own. */
const OWN_PAGE = /\bget(?:ting)? started\b|^what(?:['’]s| is) new\b/iu;
const ASKS_FOR_NOUN = /^(?:(?:and|so|now|then|ok|okay) )?(?:what (?:is|was)|what's) an? (.+)$/u;

const INSIDE = setOf('in on with without using');
const VERBS =
  setOf(`is are was were do does did can could will would should has have had may might must what why how when where who
which whose whom i we you`);
/** English words that few other languages have. Without one of them, "he", "her" or "one" may be a word of another language. */
export const ENGLISH: RegExp =
  /\b(?:the|is|are|was|were|does|did|can|could|should|will|would|what|why|how|when|where|who|which|with|from|about|this|that|these|those|there|its?|they|them|their|show|tell|give|more|another|please|any|other|if|and|you|your|my)\b/iu;

/** True for a question that is too long to depend on the conversation, or that usually has a page of its own. */
export function standsAlone(text: string, words: readonly Word[]): boolean {
  return words.length > LONGEST_FOLLOW_UP || OWN_PAGE.test(text);
}

/** True for a question for a definition, such as "What is a parameter?"; "what is the default?" asks about the topic of the conversation. */
function definesNoun(words: readonly Word[]): boolean {
  const noun = ASKS_FOR_NOUN.exec(words.map(({ lower }) => lower).join(' '))?.[1]?.split(' ');
  return noun !== undefined && noun.length <= 3 && noun.every((word) => LIGHT_NOUNS.has(word));
}

/** True for "show me an example in Python": it asks for a form of answer and names nothing before the place. */
function isRequestInside(words: readonly Word[]): boolean {
  const place = words.findIndex(({ lower }) => INSIDE.has(lower));
  const request = words.slice(0, Math.max(0, place)).map(wordClass);
  const isNamed = request.includes('specific') || request.includes('light');
  return request.includes('form') && !isNamed && words.length - place <= 4;
}

/** Classifies a question. `heard` tests for stems said recently, `asked` for stems from the reader's own last question and its topic. */
export function followUpKind(text: string, heard: Heard, asked: Heard): FollowUpKind {
  const words = readWords(text);
  if (words.length === 0 || standsAlone(text, words)) return 'alone';
  const holds = (list: ReadonlySet<string>): boolean => words.some(({ lower }) => list.has(lower));
  const isFragment = words.length <= LONGEST_FRAGMENT && !holds(VERBS);
  const isPlace = words.length <= LONGEST_PLACE && PLACE.test(text) && words.slice(1).some(isName);
  const isPlaced = PLACED.test(text) || isPlace;
  if (CONTRAST.test(text) || (isFragment && (COORDINATED.test(text) || isPlaced))) return 'contrast';
  if (ASKS_WHAT.test(text)) return 'topic';
  if (definesNoun(words)) return 'alone';
  const topics = words.filter((word) => wordClass(word) === 'specific');
  if (topics.length === 0) return words.some((word) => wordClass(word) === 'light') ? 'topic' : 'request';
  if (isRequestInside(words)) return 'request';
  if (topics.length >= ENOUGH_TOPICS || !ENGLISH.test(text)) return 'alone';
  if (CORRECTION.test(text) || BARE_PLURAL.test(text) || pointsBack(words, heard)) return 'topic';
  const goesOn =
    topics.length <= FEW_TOPICS &&
    topics.every((word) => !isName(word) && asked(stemWord(word.lower))) &&
    holds(VERBS) &&
    (words.some(({ lower }) => lower === 'the') || analyseQuestion(text).kind !== 'definition');
  return goesOn ? 'topic' : 'alone';
}
