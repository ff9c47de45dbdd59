import { readWords, type Word } from '../question/read-words.ts';
import { isName, setOf, wordClass } from '../question/word-class.ts';
import { stemWord } from '../text/word-tokens.ts';
import { ASKS_WHAT, followUpKind, type FollowUpKind, PREPOSITIONS } from './follow-up-kind.ts';
import type { Turn } from '../types/answer.ts';
import { analyseQuestion } from '../question/analyse-question.ts';
import { smallTalk } from '../question/small-talk.ts';
import { behindShift, plainAnswer, withoutAcknowledgement } from './asides.ts';
import { choosePhrases, countedItem, listedItems, type Phrase, stemsOf, topicPhrases } from './topic-phrases.ts';

const TURNS_READ = 20;
const CHARACTERS_READ = 4000;
/** Limits in words: more would outweigh the reader's own. */
const MOST_CARRIED = 6;
const MOST_BESIDE = 4;
const MOST_REMEMBERED = 10;
/** Longest question that is carried over whole, in UTF-16 units. */
const LONGEST_CARRIED = 300;
/** Begins with "and" or similar, or asks about "that" or "one" without a noun. */
const GOES_ON =
  /^(?:and|but|so|also)\b(?! (?:what|how) about)|^(?:does|do|can|could|will|would|should) (?:that|it|they)\b|\b(?:for|with|of|about|from|in|inside|to|like) (?:that|it|this|them|one)\b\s*[?.!]*$/iu;

/** State of a conversation. Text of earlier turns is only matched, never followed as an instruction. */
interface Context {
  /** Last question that said what is wanted; `''` at the beginning. */
  readonly question: string;
  /** Topic, most recent phrase first. */
  readonly topic: readonly Phrase[];
  /** Last answer; `''` if it said nothing from the pages. */
  readonly answer: string;
  /** Items last listed on this topic, for "the second one". */
  readonly items: readonly string[];
}

const NOTHING: Context = { question: '', topic: [], answer: '', items: [] };

interface Resolved {
  readonly kind: FollowUpKind;
  /** The question with its references replaced. */
  readonly question: string;
  /** Phrases of the conversation to add. */
  readonly carried: readonly Phrase[];
  /** Text to search for. */
  readonly text: string;
}

const stemsOfAll = (phrases: readonly Phrase[]): readonly string[] => phrases.flatMap(({ stems }) => stems);
const namesOf = (items: readonly string[]): readonly Phrase[] =>
  items.flatMap((item) => topicPhrases(item, true).slice(0, 3));

function composed(question: string, carried: readonly Phrase[]): string {
  const [, opening, ending = ''] = ASKS_WHAT.exec(question) ?? [];
  if (carried.length === 0) return question;
  if (opening !== undefined && carried.length === 1) return `${opening} ${carried[0]!.text}${ending}?`;
  return `${question} (${carried.map(({ text }) => text).join(', ')})`;
}

/** Resolves a reader's question in its context. */
function resolve(context: Context, asked: string): Resolved {
  const { question, topic, answer, items } = context;
  const words = readWords(asked);
  const isShort = question !== '' && question.length <= LONGEST_CARRIED;
  if (topic.length === 0) return { kind: 'alone', question: asked, carried: [], text: asked };
  // Only short questions are compared with what was said.
  let askedStems: ReadonlySet<string> | undefined;
  let answerStems: ReadonlySet<string> | undefined;
  const isAsked = (stem: string): boolean =>
    (askedStems ??= new Set([...stemsOf(readWords(question)), ...stemsOfAll(topic)])).has(stem);
  const isAnswered = (stem: string): boolean => (answerStems ??= new Set(stemsOf(readWords(answer)))).has(stem);
  const kind = followUpKind(asked, (stem) => isAsked(stem) || isAnswered(stem), isAsked);
  const carrying = (
    phrases: readonly Phrase[],
    text = asked,
    most = MOST_CARRIED,
    known: readonly string[] = [],
  ): Resolved => {
    const carried = choosePhrases(phrases, [...stemsOf(readWords(text)), ...known], most);
    return { kind, question: text, carried, text: composed(text, carried) };
  };

  const counted = countedItem(words);
  const item = counted === undefined ? undefined : namesOf(items.slice(counted.place).slice(0, 1));
  if (counted !== undefined && item !== undefined && item.length > 0) {
    const named = item.map(({ text }) => text).join(' ');
    const text = `${asked.slice(0, counted.start)}${named}${asked.slice(counted.end)}`;
    const listed = new Set(stemsOfAll(namesOf(items)));
    const others = topic.filter(({ stems }) => !stems.every((stem) => listed.has(stem)));
    return { ...carrying(others, text, MOST_BESIDE), kind: 'topic' };
  }
  const wanted = choosePhrases([...topicPhrases(question, true), ...topic], [], MOST_REMEMBERED);
  switch (kind) {
    case 'alone': {
      const text = isShort && GOES_ON.test(asked) ? `${question} ${asked}` : asked;
      return { kind, question: asked, carried: [], text };
    }
    case 'request':
      return carrying(wanted);
    case 'topic':
      return carrying(topic);
    case 'contrast': {
      if (!isShort) return carrying(wanted);
      const varied = varyQuestion(question, asked);
      if (varied === undefined) return { ...carrying([]), text: `${question} ${asked}` };
      return carrying(topic, varied, MOST_BESIDE, stemsOf(readWords(question)));
    }
  }
}

/** Returns the context after the reader's turn. An independent question sets a new topic; other questions add to it. */
function afterReader(context: Context, asked: string): Context {
  const { kind, question, carried } = resolve(context, asked);
  const own = topicPhrases(question);
  const answered = { ...context, answer: '' };
  if (kind === 'request') return answered;
  if (kind === 'alone') {
    const isAside =
      own.length > 0 &&
      own.length <= 2 &&
      !readWords(question).some(isName) &&
      analyseQuestion(question).kind !== 'definition';
    const topic = [
      ...(own.length > 0 ? own : topicPhrases(question, true)),
      ...(isAside ? context.topic.slice(0, 3) : []),
    ];
    return own.length === 0 && analyseQuestion(question).kind === 'open'
      ? answered
      : { question, topic, answer: '', items: [] };
  }
  const isVaried = kind === 'contrast' && question !== asked;
  const past = new Set(isVaried ? stemsOf(readWords(context.question)) : []);
  const before = context.topic.filter(({ stems }) => !stems.some((stem) => past.has(stem)));
  const topic = choosePhrases([...own, ...carried, ...before], [], MOST_REMEMBERED);
  return { ...answered, topic, question: kind === 'contrast' && !isVaried ? context.question : question };
}

/** Cuts at a word border, so that no part of a word is taken for a word. */
function cut(text: string): string {
  return text.length <= CHARACTERS_READ ? text : text.slice(0, CHARACTERS_READ).replace(/\S*$/u, '');
}

function contextOf(history: readonly Turn[]): Context {
  let context = NOTHING;
  for (const { role, text } of history.slice(-TURNS_READ)) {
    const said = cut(text.trim());
    if (role === 'assistant') {
      const answer = plainAnswer(said);
      const items = listedItems(answer);
      context = { ...context, answer, items: items.length > 0 ? items : context.items };
    } else if (smallTalk(said) === undefined) {
      const asked = withoutAcknowledgement(said);
      const shifted = behindShift(asked);
      context = shifted === undefined ? afterReader(context, asked) : afterReader(NOTHING, shifted);
    }
  }
  return context;
}

/**
 * Completes a question so that it can be searched for without the conversation: the reader's words, then the added phrases, in parentheses.
 * "The second one" and the "it" of "what is it?" are replaced by what they refer to, and "and on Windows?" is inserted into the previous
 * question. A complete question, or one that the rules do not understand, is returned byte for byte. Uses only the last 20 turns of
 * the history, and the first 4,000 characters of each.
 */
export function standaloneQuestion(question: string, history: readonly Turn[]): string {
  const asked = withoutAcknowledgement(question);
  if (history.length === 0 || asked === '' || smallTalk(question) !== undefined) return question;
  const shifted = behindShift(asked);
  if (shifted !== undefined) return shifted === '' ? question : shifted;
  const { text } = resolve(contextOf(history), asked);
  return text === asked ? question : text;
}

/** The last question of a conversation, completed; `''` if there is none. */
export function previousQuestion(history: readonly Turn[]): string {
  const at = history.findLastIndex(({ role, text }) => role === 'reader' && smallTalk(text) === undefined);
  return at < 0 ? '' : standaloneQuestion(history[at]!.text, history.slice(0, at));
}

/** The words of a question that are not of grammar only. */
export function ownWords(question: string): string {
  const words = readWords(question).filter((word) => wordClass(word) !== 'function');
  return words.map(({ text }) => text).join(' ');
}

const DETERMINERS = setOf('the a an my our your');
const LEADS = setOf('and or but so also then well what how about');

const isTopic = (word: Word): boolean => wordClass(word) === 'specific' || wordClass(word) === 'light';
/** `v1` and `v2` have the same shape, and so do `3.11` and `3.12`. */
const shapeOf = ({ lower }: Word): string => lower.replaceAll(/\d+(?:\.\d+)*/gu, '0');

/** End of the part that contains `from`: the next preposition or border. */
function endOfPart(words: readonly Word[], from: number): number {
  const end = words.findIndex(({ border, lower }, at) => at >= from && (border !== 'none' || PREPOSITIONS.has(lower)));
  return end < 0 ? words.length : end;
}

/** Returns the range of words in the question that `part` replaces, or `undefined` if none are of the same kind. */
function slotOf(words: readonly Word[], part: readonly Word[]): readonly [start: number, end: number] | undefined {
  const opener = part[0]!.lower;
  if (PREPOSITIONS.has(opener)) {
    const alike = words.findLastIndex(({ lower }, at) => at > 0 && lower === opener);
    return alike > 0 ? [alike, endOfPart(words, alike + 1)] : [words.length, words.length];
  }
  const shapes = new Set(part.filter(({ text }) => /\d/u.test(text)).map(shapeOf));
  const numbered = words.findLastIndex((word) => shapes.has(shapeOf(word)));
  if (numbered >= 0) return [numbered, numbered + 1];
  const known = new Set(part.map(({ lower }) => stemWord(lower)));
  const found = words.findLastIndex((word, at) => {
    const before = words[at - 1]?.lower ?? '';
    const fits = part.some(isName)
      ? isName(word) && (PREPOSITIONS.has(before) || DETERMINERS.has(before))
      : DETERMINERS.has(opener) && before === opener;
    return fits && isTopic(word) && !known.has(stemWord(word.lower));
  });
  if (found < 0) return undefined;
  return [DETERMINERS.has(opener) ? found - 1 : found, endOfPart(words, found + 1)];
}

/**
 * Returns the last sentence of `question` with a similar part replaced by the one in `contrast`: "and on Windows?" replaces "on Ubuntu".
 * Returns `undefined` if the sentence has no similar part.
 */
function varyQuestion(question: string, contrast: string): string | undefined {
  const said = readWords(contrast);
  const lead = said.findIndex(({ lower }) => !LEADS.has(lower));
  const part = lead < 0 ? [] : said.slice(lead);
  const all = readWords(question);
  const words = all.slice(
    Math.max(
      0,
      all.findLastIndex((word, at) => word.border === 'sentence' && all.slice(at).some(isTopic)),
    ),
  );
  const slot = part.length === 0 || words.length === 0 ? undefined : slotOf(words, part);
  if (slot === undefined) return undefined;
  const [start, end] = slot;
  const from = words[start]?.start ?? words.at(-1)!.end;
  const to = end > start ? words[end - 1]!.end : from;
  const named = contrast.slice(part[0]!.start, part.at(-1)!.end);
  const rest = question.slice(to);
  return `${question.slice(words[0]!.start, from).trimEnd()} ${named}${/^[\s\p{P}]|^$/u.test(rest) ? '' : ' '}${rest}`;
}
