/**
 * Finds words that refer to something said before: pronouns, "this command", "the other one", "there"; and places with a missing noun,
 * "which is faster?". Uses without reference ("is it possible to …", "a file that …") and words that the question itself explains ("if the
 * port is taken, how do I change it?") do not count.
 */
import type { Word } from '../question/read-words.ts';
import { isName, setOf, wordClass } from '../question/word-class.ts';
import { stemWord } from '../text/word-tokens.ts';
import { isVerb } from './topic-phrases.ts';

/** Tells whether a stem was said before. */
export type Heard = (stem: string) => boolean;

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
export function pointsBack(words: readonly Word[], heard: Heard): boolean {
  const isSure = ({ lower }: Word, at: number): boolean =>
    DEMONSTRATIVES.has(lower) || thingsIn(words.slice(0, at)) < SEVERAL;
  return words.some((word, at) => isSure(word, at) && pointsAt(words, at, heard) && !isAnsweredInside(words, at));
}
