/**
 * Words that may stand for something said before. A model that is asked in vain costs one small call, a question that is searched for as
 * it stands costs the answer; so what is not plainly answered inside the question counts, other than for the rules, which would put
 * wrong words in.
 */
import type { Word } from '../follow-up/read-words.ts';
import { wordClass } from '../follow-up/word-class.ts';
import { isAnsweredBefore } from './is-answered-before.ts';

const setOf = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/u));

const PRONOUNS = setOf(`it its itself it's it'll they them their theirs themselves they're they've they'll
he him his himself he's she her hers herself she's`);
const IDLE_SUBJECTS = setOf("it it's");
const JUDGEMENTS =
  setOf(`possible safe safer ok okay true necessary required recommended better best worth good bad important mandatory
legal allowed normal common easy easier hard harder difficult faster cheaper simpler advisable likely enough too time fine wise useful sure`);
const IDLE_VERBS = setOf('take takes took cost costs matter matters mean means seem seems happen happens');
const PURPOSE = setOf('to that for if when whether which how what');
/** "this …" of these is what the reader has before the eyes, or when the question is asked. */
const IN_VIEW =
  setOf(`page site website chapter book section doc docs documentation document project library framework product app tool package
guide tutorial chat conversation year month week morning day time way`);
const AUXILIARIES =
  setOf(`is are was were be do does did can could will would should shall may might must has have had why how
isn't aren't wasn't doesn't don't didn't can't`);
const PREPOSITIONS = setOf(
  'about after against at before behind by for from in into like of on than to under via with without',
);
/** Behind these, "that" begins what is thought or said. */
const SAYING =
  setOf(`say says said think thinks thought know knows knew believe hear heard mean means sure guess hope see ensure check
understand told tell shows show assume so such`);
/** Beside these "there" is no place. */
const NO_PLACE = setOf(
  `is are was were be been has have will would can could should may might must do does isn't aren't any a an hi hello hey`,
);
const BEFORE_ONE = setOf('the this that which another other these those');
const BEFORE_OTHER = setOf('what which any some the no many are who how');
const APART = setOf('than besides except apart aside');
const BEFORE_ELSE = setOf('what who where how anything something anyone someone anybody nothing when why anywhere');

const isParted = (word: Word | undefined): boolean => word === undefined || word.border !== 'none';
const isGrammar = (word: Word): boolean => wordClass(word) === 'function';
const endsHere = (next: Word | undefined): boolean => next === undefined || isParted(next) || isGrammar(next);
const singular = (lower: string): string => lower.replace(/s$/u, '');

/** "is it possible to run …", "how long does it take to compile …"; not "is it possible to upgrade?", of what? */
function isIdle(words: readonly Word[], at: number): boolean {
  const next = words.slice(at + 1, at + 7);
  const cue = next.findIndex(({ lower }, i) => IDLE_VERBS.has(lower) || (i < 4 && JUDGEMENTS.has(lower)));
  if (cue < 0) return false;
  const purpose = next.findIndex(({ lower }, i) => i > cue && PURPOSE.has(lower));
  return purpose >= 0 && words.length > at + 1 + purpose + 2;
}

function isInView(words: readonly Word[], from: number): boolean {
  const end = words.findIndex((word, at) => at >= from && (isParted(word) || isGrammar(word)));
  return words
    .slice(from, Math.min(from + 3, end < 0 ? words.length : end))
    .some(({ lower }) => IN_VIEW.has(singular(lower)) || IN_VIEW.has(lower));
}

/** "that" opens a clause more often than it points: "a file that …", "I heard that …". */
function isThat(words: readonly Word[], at: number): boolean {
  const before = words[at - 1];
  const next = words[at + 1];
  if (next === undefined || isParted(next) || words[at]!.lower === "that's") return true;
  if (before === undefined || isParted(words[at]) || AUXILIARIES.has(before.lower) || PREPOSITIONS.has(before.lower))
    return true;
  if (SAYING.has(before.lower)) return false;
  const isNoun = wordClass(before) === 'specific' || isGrammar(before);
  // "a file that contains": no verb of two words stands behind a noun; "turn that off", "use that option".
  return !isNoun && !/^\p{Lu}|s$/u.test(next.text);
}

function isDemonstrative(words: readonly Word[], at: number): boolean {
  const next = words[at + 1];
  if (words[at]!.lower.startsWith('that')) return isThat(words, at) && !isInView(words, at + 1);
  if (words[at]!.lower === 'those' && /^(?:who|that|which|whose)$/u.test(next?.lower ?? '')) return false;
  return !isInView(words, at + 1);
}

function points(words: readonly Word[], at: number): boolean {
  const { lower, text } = words[at]!;
  const before = words[at - 1]?.lower ?? '';
  const next = words[at + 1];
  // "Formula One", "the IT department"
  if (/^\p{Lu}/u.test(text) && !isParted(words[at])) return false;
  if (PRONOUNS.has(lower)) return !IDLE_SUBJECTS.has(lower) || !isIdle(words, at);
  switch (lower) {
    case 'this':
    case 'that':
    case "that's":
    case 'these':
    case 'those':
      return isDemonstrative(words, at);
    case 'one':
    case 'ones':
      return (
        before !== '' &&
        endsHere(next) &&
        next?.lower !== 'of' &&
        (BEFORE_ONE.has(before) || !isGrammar(words[at - 1]!))
      );
    case 'there':
      return !NO_PLACE.has(before) && !NO_PLACE.has(next?.lower ?? '');
    case 'then':
      return before !== 'and' && !words.slice(0, at).some((word) => word.lower === 'if' || word.lower === 'when');
    case 'former':
    case 'latter':
    case 'aforementioned':
      return true;
    case 'both':
    case 'neither':
      return endsHere(next);
    case 'others':
      return true;
    case 'other':
      return BEFORE_OTHER.has(before) && !words.some((word) => APART.has(word.lower));
    case 'another':
      return endsHere(next);
    case 'else':
      return BEFORE_ELSE.has(before);
    case 'such':
      return next !== undefined && !isParted(next) && next.lower !== 'as' && next.lower !== 'that';
    case 'same':
      return (
        before === 'the' &&
        next?.lower !== 'as' &&
        next?.lower !== 'time' &&
        !words.slice(at).some((word) => word.lower === 'as')
      );
    case 'too':
    case 'instead':
      return isParted(next);
    case 'well':
      return before === 'as' && isParted(next);
    default:
      return false;
  }
}

/** Whether a word of the question may stand for something that the question itself does not name. */
export function mayPoint(words: readonly Word[]): boolean {
  return words.some((_, at) => points(words, at) && !isAnsweredBefore(words, at));
}
