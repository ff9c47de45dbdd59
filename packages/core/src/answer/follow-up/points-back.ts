/**
 * Words that stand for something said before: pronouns, "this command", "the other one", "there"; and places where a noun was
 * left out. Each has uses that stand for
 * nothing ("is it possible to …", "a file that …", "one of …"), and may be answered by the question itself ("if the port is
 * taken, how do I change it?"); those do not count.
 */
import { stemWord } from '../../text/stem-word.ts';
import { isName } from './is-name.ts';
import { isVerb } from './is-verb.ts';
import type { Word } from './read-words.ts';
import { wordClass } from './word-class.ts';

const setOf = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/u));

const PRONOUNS = setOf(`it its itself it's it'll they them their theirs themselves they're they've they'll
he him his himself he's she her hers herself she's`);
const DEMONSTRATIVES = setOf("this that these those that's");
const OWNERS = setOf('its their his her itself themselves himself herself');
const AUXILIARIES =
  setOf(`is are was were be do does did can could will would should shall may might must has have had why how
isn't aren't wasn't doesn't don't didn't can't`);
const BE = setOf('is are was were');
const PREPOSITIONS = setOf(
  'about after against at before behind by for from in into like of on than to under via with without',
);
const CLAUSE_OPENERS = setOf(
  `and but or if when while because so then though although since whereas unless until once which who what how why where that`,
);
const BEFORE_ONE = setOf('the this that which another other these those');
/** Beside these "there" is no place, as in "is there", "there are". */
const NO_PLACE =
  setOf(`is are was were be been has have will would can could should may might must do does isn't aren't any a an
hi hello hey`);
const JUDGEMENTS =
  setOf(`possible safe safer ok okay true necessary required recommended better best worth good bad important mandatory
legal allowed normal common easy easier hard harder difficult faster cheaper simpler advisable likely enough too time fine wise useful`);
const PURPOSE = setOf('to that for if when');
/** What "this …" names because it stands in the answer, whether as a word or not. */
const SHOWN =
  setOf(`command code error message warning function method flag call line script output class module component field block file
query pattern technique result`);
/** What "this …" names because the reader has it before the eyes, not because it was spoken of. */
const IN_VIEW =
  setOf(`page site website chapter book doc docs documentation document project library framework product app tool package
guide tutorial chat conversation year month week morning`);

const SOMEONE = setOf('someone somebody anyone anybody everyone everybody people');
const SEVERAL = 2;

/** Whether a stem is among what was said last. */
export type Heard = (stem: string) => boolean;

const singular = (word: string): string => word.replace(/s$/u, '');
const isParted = (word: Word | undefined): boolean => word === undefined || word.border !== 'none';
const isGrammar = (word: Word): boolean => wordClass(word) === 'function';
const isTopic = (word: Word): boolean => wordClass(word) === 'specific';
const endsHere = (next: Word | undefined): boolean => next === undefined || isParted(next) || isGrammar(next);

const isNaming = (word: Word): boolean => isName(word) || /^\d/u.test(word.text);

/** How many things are named; neighbouring names, and a number behind a name, are one. */
function thingsIn(words: readonly Word[]): number {
  const goesOn = (at: number): boolean =>
    at > 0 && !isParted(words[at]) && isNaming(words[at]!) && isName(words[at - 1]!);
  return words.filter((word, at) => isTopic(word) && !goesOn(at) && !isVerb(words, at)).length;
}

/** "is it possible to …", "how long does it take to …", "it is recommended that …". */
function isExpletive(words: readonly Word[], at: number): boolean {
  const next = words.slice(at + 1, at + 5).map(({ lower }) => lower);
  const isIdle = ['take', 'takes', 'matter', 'mean'].includes(next[0] ?? '');
  const judged = isIdle ? 0 : next.slice(0, 3).findIndex((lower) => JUDGEMENTS.has(lower));
  return judged >= 0 && next.slice(judged + 1).some((lower) => PURPOSE.has(lower));
}

/** A noun that was used before, or one that says nothing by itself. */
function isKnownNoun(words: readonly Word[], from: number, heard: Heard): boolean {
  const end = words.findIndex((word, at) => at >= from && (isParted(word) || isGrammar(word)));
  const noun = words.slice(from, Math.min(from + 3, end < 0 ? words.length : end));
  if (noun.some(({ lower }) => IN_VIEW.has(singular(lower)))) return false;
  const [first] = noun;
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
  const leads =
    before === undefined || isParted(words[at]) || AUXILIARIES.has(before.lower) || PREPOSITIONS.has(before.lower);
  const isSingular = before !== undefined && wordClass(before) === 'light' && !next.lower.endsWith('s');
  if (!stands) return (leads || isSingular) && isKnownNoun(words, at + 1, heard);
  return leads || (!isTopic(before) && PREPOSITIONS.has(next.lower));
}

function isOne(words: readonly Word[], at: number): boolean {
  const before = words[at - 1];
  const next = words[at + 1];
  if (before === undefined || isParted(words[at]) || !endsHere(next) || (next?.lower === 'of' && !isParted(next))) {
    return false;
  }
  return !isGrammar(before) || BEFORE_ONE.has(before.lower);
}

/** "which is faster?", "how many can I have?": no noun says of what. */
function isBare(words: readonly Word[], at: number): boolean {
  const next = words[at + 1];
  if (next === undefined || isParted(next) || !AUXILIARIES.has(next.lower)) return false;
  return !BE.has(next.lower) || words[at + 2]?.lower !== 'the';
}

function pointsAt(words: readonly Word[], at: number, heard: Heard): boolean {
  const { lower, text } = words[at]!;
  const before = words[at - 1]?.lower ?? '';
  const next = words[at + 1];
  // "Formula One"
  if (/^\p{Lu}\p{Ll}/u.test(text) && !isParted(words[at])) return false;
  if (PRONOUNS.has(lower)) return (lower !== 'it' && lower !== "it's") || !isExpletive(words, at);
  if (DEMONSTRATIVES.has(lower)) return isDemonstrative(words, at, heard);
  switch (lower) {
    case 'one':
    case 'ones':
      return isOne(words, at);
    case 'there':
      return !NO_PLACE.has(before) && !NO_PLACE.has(next?.lower ?? '');
    case 'both':
      return endsHere(next);
    case 'two':
    case 'others':
    case 'rest':
      return before === 'the' && endsHere(next);
    case 'same':
      return before === 'the' && next?.lower !== 'as' && (next === undefined || !isTopic(next));
    case 'which':
      return isBare(words, at) && thingsIn(words) < SEVERAL;
    case 'many':
      return before === 'how' && isBare(words, at) && thingsIn(words) < SEVERAL;
    default:
      // "the fastest for large files"
      return before === 'the' && /(?:est|worst)$/u.test(lower) && wordClass(words[at]!) === 'light' && endsHere(next);
  }
}

/**
 * The question itself names what the word stands for: as the owner before "its", in an earlier clause, or as one of several
 * things that stand before a pronoun.
 */
function isAnsweredInside(words: readonly Word[], at: number): boolean {
  const { lower } = words[at]!;
  if (OWNERS.has(lower)) {
    const isOwner = (word: Word): boolean =>
      SOMEONE.has(word.lower) || (isTopic(word) && (!lower.startsWith('the') || word.lower.endsWith('s')));
    // Right before it stands a verb: "enhance its …".
    if (words.slice(0, Math.max(0, at - 1)).some(isOwner)) return true;
  }
  if (!DEMONSTRATIVES.has(lower) && thingsIn(words.slice(0, at)) >= SEVERAL) return true;
  const opener = words.findLastIndex(
    (word, i) => i > 0 && i <= at && (isParted(word) || CLAUSE_OPENERS.has(word.lower)),
  );
  return opener > 0 && words.slice(0, opener).some(isTopic);
}

/** Whether a word of the question stands for something said before. */
export function pointsBack(words: readonly Word[], heard: Heard): boolean {
  return words.some((_, at) => pointsAt(words, at, heard) && !isAnsweredInside(words, at));
}
