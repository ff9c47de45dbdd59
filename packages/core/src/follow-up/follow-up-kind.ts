import { isVerb } from './topic-phrases.ts';
import { analyseQuestion } from '../question/analyse-question.ts';
import { readWords, type Word } from '../question/read-words.ts';
import { isName, LIGHT_NOUNS, setOf, wordClass } from '../question/word-class.ts';
import { stemWord } from '../text/word-tokens.ts';

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

/**
 * Finds words that refer to something said before: pronouns, "this command", "the other one", "there"; and places with a missing noun,
 * "which is faster?". Uses without reference ("is it possible to …", "a file that …") and words that the question itself explains ("if the
 * port is taken, how do I change it?") do not count.
 */

/** Tells whether a stem was said before. */
type Heard = (stem: string) => boolean;

const PRONOUNS = setOf(`it its itself it's it'll they them their theirs themselves they're they've they'll
he him his himself he's she her hers herself she's`);
const DEMONSTRATIVES = setOf("this that these those that's");
const OWNERS = setOf('its their his her itself themselves himself herself');
const AUXILIARIES =
  setOf(`is are was were be do does did can could will would should shall may might must has have had why how
isn't aren't wasn't doesn't don't didn't can't`);
export const PREPOSITIONS: ReadonlySet<string> = setOf(
  `about after against at before behind between by during for from in inside into like of on than to under using via with without`,
);
const CLAUSE_OPENERS = setOf(
  `and but or if when while because so then though although since whereas unless until once which who what how why where that`,
);
/** Next to these words "there" is not a place, as in "is there", "there are". */
const NO_PLACE =
  setOf(`is are was were be been has have will would can could should may might must do does isn't aren't any a an
hi hello hey`);
const JUDGEMENTS =
  setOf(`possible safe safer ok okay true necessary required recommended better best worth good bad important mandatory
legal allowed normal common easy easier hard harder difficult faster cheaper simpler advisable likely enough too time fine wise useful
sure`);
const IDLE = setOf('take takes matter matters mean means');
const PURPOSE = setOf('to that for if when');
/** Nouns that "this …" may refer to because the answer shows such a thing, even if it does not use the word. */
const SHOWN =
  setOf(`command code error message warning function method flag call line script output class module component field block file
query pattern technique result`);
/** Nouns that "this …" refers to because the reader is looking at the thing, not because it was mentioned. */
const IN_VIEW =
  setOf(`page site website chapter book doc docs documentation document project library framework product app tool package
guide tutorial chat conversation year month week morning`);
const SOMEONE = setOf('someone somebody anyone anybody everyone everybody people');
const SEVERAL = 2;

const singular = (word: string): string => word.replace(/s$/u, '');
const isParted = (word: Word | undefined): boolean => word === undefined || word.border !== 'none';
const isGrammar = (word: Word): boolean => wordClass(word) === 'function';
const isTopic = (word: Word): boolean => wordClass(word) === 'specific';
const endsHere = (next: Word | undefined): boolean => next === undefined || isParted(next) || isGrammar(next);

const isNaming = (word: Word): boolean => isName(word) || /^\d/u.test(word.text);

/** Number of things named. Neighbouring names, and a name with a number, count as one. */
function thingsIn(words: readonly Word[]): number {
  const goesOn = (at: number): boolean =>
    at > 0 && !isParted(words[at]) && isNaming(words[at]!) && isName(words[at - 1]!);
  return words.filter((word, at) => isTopic(word) && !goesOn(at) && !isVerb(words, at)).length;
}

/** True for "it" without reference: "is it possible to …", "how long does it take to …", "it is recommended that …". */
function isExpletive(words: readonly Word[], at: number): boolean {
  const next = words.slice(at + 1, at + 6).map(({ lower }) => lower);
  const cue = next.findIndex((lower, i) => (i === 0 && IDLE.has(lower)) || (i < 3 && JUDGEMENTS.has(lower)));
  return cue >= 0 && next.slice(cue + 1).some((lower) => PURPOSE.has(lower));
}

/** True for a noun that was mentioned before or that says nothing by itself. */
function isKnownNoun(words: readonly Word[], from: number, heard: Heard): boolean {
  const end = words.findIndex((word, at) => at >= from && (isParted(word) || isGrammar(word)));
  const noun = words.slice(from, Math.min(from + 3, end < 0 ? words.length : end));
  const [first] = noun;
  if (noun.some(({ lower }) => IN_VIEW.has(singular(lower)))) return false;
  if (first !== undefined && (!isTopic(first) || SHOWN.has(singular(first.lower)))) return true;
  return noun.some(({ lower }) => heard(stemWord(lower)));
}

function isDemonstrative(words: readonly Word[], at: number, heard: Heard): boolean {
  const before = words[at - 1];
  const next = words[at + 1];
  if (next === undefined || isParted(next)) return true;
  // "can I do this offline", "fix that quickly"
  const isObject = /^d(?:o|oing|one) (?:i|we|you|they|one|to)$/u.test(`${before?.lower} ${words[at - 2]?.lower}`);
  const stands = isGrammar(next) || wordClass(next) === 'form' || isObject || next.lower.endsWith('ly');
  if (!words[at]!.lower.startsWith('that')) return stands || isKnownNoun(words, at + 1, heard);
  // Elsewhere "that" opens a clause: "a file that …", "I heard that …".
  const leads = isParted(words[at]) || AUXILIARIES.has(before!.lower) || PREPOSITIONS.has(before!.lower);
  if (stands) return leads || (!isTopic(before!) && PREPOSITIONS.has(next.lower));
  const isLed = leads || (wordClass(before!) === 'light' && !next.lower.endsWith('s'));
  return isLed && isKnownNoun(words, at + 1, heard);
}

function pointsAt(words: readonly Word[], at: number, heard: Heard): boolean {
  const { lower, text } = words[at]!;
  const before = at > 0 && !isParted(words[at]) ? words[at - 1] : undefined;
  const next = words[at + 1];
  // "which is faster?", "how many can I have?": the noun is missing.
  const isBare =
    !isParted(next) && AUXILIARIES.has(next!.lower) && words[at + 2]?.lower !== 'the' && thingsIn(words) < SEVERAL;
  // "Formula One"
  if (/^\p{Lu}\p{Ll}/u.test(text) && before !== undefined) return false;
  if (PRONOUNS.has(lower)) return !/^it(?:'s)?$/u.test(lower) || !isExpletive(words, at);
  if (DEMONSTRATIVES.has(lower)) return isDemonstrative(words, at, heard);
  switch (lower) {
    case 'one':
    case 'ones': {
      if (before === undefined || !endsHere(next) || (next?.lower === 'of' && !isParted(next))) return false;
      return !isGrammar(before) || /^(?:the|this|that|which|another|other|these|those)$/u.test(before.lower);
    }
    case 'there':
      return !NO_PLACE.has(before?.lower ?? '') && !NO_PLACE.has(next?.lower ?? '');
    case 'both':
      return endsHere(next);
    case 'two':
    case 'others':
    case 'rest':
      return before?.lower === 'the' && endsHere(next);
    case 'same':
      return before?.lower === 'the' && next?.lower !== 'as' && (next === undefined || !isTopic(next));
    case 'which':
      return isBare;
    case 'many':
      return before?.lower === 'how' && isBare;
    default:
      // "the fastest for large files"
      return (
        before?.lower === 'the' && /(?:est|worst)$/u.test(lower) && wordClass(words[at]!) === 'light' && endsHere(next)
      );
  }
}

/** True if the question itself names what the word refers to: the owner before "its", or something in an earlier clause. */
function isAnsweredInside(words: readonly Word[], at: number): boolean {
  const { lower } = words[at]!;
  const isOwner = (word: Word): boolean =>
    SOMEONE.has(word.lower) || (isTopic(word) && (!lower.startsWith('the') || word.lower.endsWith('s')));
  // The word directly before is a verb: "enhance its …".
  if (OWNERS.has(lower) && words.slice(0, Math.max(0, at - 1)).some(isOwner)) return true;
  const opener = words.findLastIndex(
    (word, i) => i > 0 && i <= at && (isParted(word) || CLAUSE_OPENERS.has(word.lower)),
  );
  return opener > 0 && words.slice(0, opener).some(isTopic);
}

/** True if a word of the question may refer to something that the question does not name. */
export function mayPointBack(words: readonly Word[], heard: Heard): boolean {
  return words.some((_, at) => pointsAt(words, at, heard) && !isAnsweredInside(words, at));
}

/** Stricter `mayPointBack`: a pronoun after several named things does not count, because it may refer to one of them. */
function pointsBack(words: readonly Word[], heard: Heard): boolean {
  const isSure = ({ lower }: Word, at: number): boolean =>
    DEMONSTRATIVES.has(lower) || thingsIn(words.slice(0, at)) < SEVERAL;
  return words.some((word, at) => isSure(word, at) && pointsAt(words, at, heard) && !isAnsweredInside(words, at));
}
