import { isName } from '../follow-up/is-name.ts';
import type { Word } from '../follow-up/read-words.ts';
import { wordClass } from '../follow-up/word-class.ts';

const setOf = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/u));

const THINGS = setOf("it its itself it's it'll");
const SEVERAL = setOf("they them their theirs themselves they're they've they'll");
const PERSONS = setOf("he him his himself he's she her hers herself she's");
/** These go with whoever does something in the same clause. */
const OWN = setOf('its itself their theirs themselves his himself her herself');
const SOMEBODY = setOf('someone somebody anyone anybody everyone everybody people user person who');
const SUBORDINATORS = setOf('if when while because though although since whereas unless until once as');
/** "after creating it" */
const BEFORE_DOING = setOf('after before by without');
const COORDINATORS = setOf('and but or so');
const AUXILIARIES = setOf(
  `do does did can could will would should may might must has have had doesn't don't didn't can't won't`,
);
const BE = setOf('is are was were');
const ASKING = setOf('what which how why when where who');
const DETERMINERS = setOf('a an the each every all any no my our your some most two three which what this');
const PREPOSITIONS = setOf(
  'about after against at before behind by for from in into like of on than to under via with without',
);
const LONGEST_NOUN = 4;

/** "status", "class" and "analysis" are one thing. */
const isPlural = (lower: string): boolean => /[^siu]s$/u.test(lower);
const isNoun = (word: Word): boolean => wordClass(word) === 'specific' || wordClass(word) === 'light';

/** Behind an article, as one thing stands: without one it is more likely a verb. */
function isLed(words: readonly Word[], at: number): boolean {
  for (let i = at - 1; i >= 0 && at - i <= LONGEST_NOUN; i--) {
    if (DETERMINERS.has(words[i]!.lower)) return true;
    if (!isNoun(words[i]!)) return false;
  }
  return false;
}

/** Whether a word names one or as many as the pronoun says. */
function agrees(pronoun: string, words: readonly Word[], at: number): boolean {
  const word = words[at]!;
  if (SOMEBODY.has(word.lower)) return !THINGS.has(pronoun);
  if (PERSONS.has(pronoun)) return isName(word);
  if (isName(word)) return true;
  if (!isNoun(word)) return false;
  return SEVERAL.has(pronoun) ? isPlural(word.lower) : !isPlural(word.lower) && isLed(words, at);
}

const someAgrees = (pronoun: string, words: readonly Word[], from: number, to: number): boolean =>
  words.some((_, i) => i >= from && i < to && agrees(pronoun, words, i));

/** Where the clause of a word begins: at a comma, at "when", or at an "and" with a verb of its own. */
function clauseStart(words: readonly Word[], at: number): number {
  return words.findLastIndex(({ border, lower }, i) => {
    if (i > at) return false;
    if (border !== 'none' || SUBORDINATORS.has(lower)) return true;
    if (BEFORE_DOING.has(lower)) return words[i + 1]?.lower.endsWith('ing') === true;
    if (!COORDINATORS.has(lower)) return false;
    return (
      i + 1 === at ||
      words.slice(i + 1, at).some((word) => [AUXILIARIES, BE, ASKING].some((set) => set.has(word.lower)))
    );
  });
}

/** Whether what is done before the pronoun is done by something that is named: "does the web server …", "how do nodes …", "which nodes can …". */
function isDoneByNamed(pronoun: string, words: readonly Word[], at: number): boolean {
  const verb = words.findIndex(({ lower }) => AUXILIARIES.has(lower));
  if (verb < 0 || verb >= at) return false;
  return (
    someAgrees(pronoun, words, 0, verb) ||
    agrees(pronoun, words, verb + 1) ||
    (DETERMINERS.has(words[verb + 1]!.lower) &&
      someAgrees(pronoun, words, verb + 2, Math.min(at - 1, verb + 2 + LONGEST_NOUN)))
  );
}

/**
 * Whether the question plainly names what a pronoun stands for: in an earlier clause of the same sentence, one or several as the pronoun
 * says, or as who does something with its own. Of other words that point, none is.
 */
export function isAnsweredBefore(words: readonly Word[], at: number): boolean {
  const { lower } = words[at]!;
  if (!THINGS.has(lower) && !SEVERAL.has(lower) && !PERSONS.has(lower)) return false;
  const start = words.findLastIndex(({ border }, i) => i <= at && border === 'sentence');
  const sentence = words.slice(start);
  const place = at - start;
  if (someAgrees(lower, sentence, 0, clauseStart(sentence, place))) return true;
  // "log its requests", "listen to its own topic"; but "fit to its housing" may be that of anything.
  const isOwn =
    OWN.has(lower) && (!PREPOSITIONS.has(sentence[place - 1]?.lower ?? '') || sentence[place + 1]?.lower === 'own');
  return isOwn && isDoneByNamed(lower, sentence, place);
}
