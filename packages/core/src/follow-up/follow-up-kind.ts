import { analyseQuestion } from '../question/analyse-question.ts';
import { readWords, type Word } from '../question/read-words.ts';
import { isName, LIGHT_NOUNS, wordClass } from '../question/word-class.ts';
import { stemWord } from '../text/word-tokens.ts';
import { pointsBack, type Heard } from './points-back.ts';

/**
 * What a question takes from the conversation. `alone`: nothing. `topic`: what was spoken of ("how do I install it?").
 * `request`: also what was wanted of it ("why?", "show me an example"). `contrast`: the last question, asked of something
 * else ("and on Windows?").
 */
export type FollowUpKind = 'alone' | 'topic' | 'request' | 'contrast';

/**
 * "What is it?", "How does it differ from …?": here the topic can stand for the pronoun. Groups: what stands before the pronoun,
 * and behind it.
 */
export const ASKS_WHAT: RegExp =
  /^((?:what|who)(?:['’]s| is| are| was| were| do| does)|how (?:do|does|is|are)) (?:it|this|that|these|those|they|he|she)( mean| stand for| do| differ(?:ent)? from [^?]+)?[\s?.!]*$/iu;

/** A question that names so many things says itself what it is about. */
const ENOUGH_TOPICS = 5;
/** One that names so few may go on with what was asked last. */
const FEW_TOPICS = 3;
const LONGEST_FOLLOW_UP = 60;
const LONGEST_FRAGMENT = 6;
/** "on Windows", without a question mark: a place that has a name, and nothing else. */
const LONGEST_PLACE = 3;

const CONTRAST = /^(?:(?:and|or|but|so|also|then|well)[\s,]+)*(?:what|how) about\b/iu;
const COORDINATED = /^(?:and|or)\b/iu;
const PLACED =
  /^(?:in|on|for|with|without|from|to|at|by|under|using|via|inside|between|after|before|during)\b.*\?[\s"')]*$/iu;
const PLACE = /^(?:in|on|for|with|without|under|using|via|inside)\b/iu;
const CORRECTION = /^i meant?\b/iu;
/** "what are the rules?" asks for the rules of something. */
const BARE_PLURAL = /^[Ww]hat(?:['’]re| are| were) the (?:[a-z-]+ )?[a-z-]+s[\s?.!]*$/u;
/** Asked so, a page of its own is wanted. */
const OWN_PAGE = /\bget(?:ting)? started\b|^what(?:['’]s| is) new\b/iu;
const ASKS_FOR_NOUN = /^(?:(?:and|so|now|then|ok|okay) )?(?:what (?:is|was)|what's) an? (.+)$/u;

const setOf = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/u));
const INSIDE = setOf('in on with without using');
const VERBS =
  setOf(`is are was were do does did can could will would should has have had may might must what why how when where who
which whose whom i we you`);
/** Words of English that few languages write alike; without one, "he" or "her" may be anything. */
const ENGLISH =
  setOf(`the is are was were does did can could should would what why how when where who which with from about this that
these those there it its them they their show tell give more another please any other and you your my`);

/** "What is a parameter?" asks for a thing of that name, where "what is the default?" asks for that of what is spoken of. */
function definesNoun(words: readonly Word[]): boolean {
  const noun = ASKS_FOR_NOUN.exec(words.map(({ lower }) => lower).join(' '))?.[1]?.split(' ');
  return noun !== undefined && noun.length <= 3 && noun.every((word) => LIGHT_NOUNS.has(word));
}

/** "show me an example in Python": before the place nothing is named, and something is asked for. */
function isRequestInside(words: readonly Word[]): boolean {
  const place = words.findIndex(({ lower }) => INSIDE.has(lower));
  const request = words.slice(0, Math.max(0, place)).map(wordClass);
  const isNamed = request.includes('specific') || request.includes('light');
  return request.includes('form') && !isNamed && words.length - place <= 4;
}

/** `heard`: what was said last; `asked`: what the reader said of it. */
export function followUpKind(text: string, heard: Heard, asked: Heard): FollowUpKind {
  const words = readWords(text);
  if (words.length === 0 || words.length > LONGEST_FOLLOW_UP || OWN_PAGE.test(text)) return 'alone';
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
  if (topics.length >= ENOUGH_TOPICS || !holds(ENGLISH)) return 'alone';
  if (CORRECTION.test(text) || BARE_PLURAL.test(text) || pointsBack(words, heard)) return 'topic';
  const goesOn =
    topics.length <= FEW_TOPICS &&
    topics.every((word) => !isName(word) && asked(stemWord(word.lower))) &&
    holds(VERBS) &&
    (words.some(({ lower }) => lower === 'the') || analyseQuestion(text).kind !== 'definition');
  return goesOn ? 'topic' : 'alone';
}
