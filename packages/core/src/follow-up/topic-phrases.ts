import { splitSentences } from '../text/split-sentences.ts';
import { readWords, type Word } from '../question/read-words.ts';
import { isName, LIGHT_NOUNS, wordClass } from '../question/word-class.ts';
import { stemWord } from '../text/word-tokens.ts';

/** Neighbouring words that name a topic. */
export interface Phrase {
  /** As written, with single spaces. */
  readonly text: string;
  /** Stems of its words, without words of grammar. */
  readonly stems: readonly string[];
}

const LONGEST_PHRASE = 6;
/** Nouns that form one term with the noun before them: "machine learning", "capture point". */
const HEADS = new Set(
  'learning point points argument arguments parameter parameters setting settings step size'.split(' '),
);
/** A word directly after one of these is usually a verb, not a topic. */
const SUBJECTS = new Set(['i', 'we', 'you', 'they', 'it', 'he', 'she', 'not']);

/** Stems of all words except grammar, in order, with repeats. */
export function stemsOf(words: readonly Word[]): readonly string[] {
  return words.filter((word) => wordClass(word) !== 'function').map(({ lower }) => stemWord(lower));
}

/** Makes one phrase of the words; an empty list if they have no stems. */
function asPhrase(words: readonly Word[]): readonly Phrase[] {
  const stems = stemsOf(words);
  return stems.length === 0 ? [] : [{ text: words.map(({ text }) => text).join(' '), stems }];
}

/** True for a verb after its subject: "I install", "they run". */
export function isVerb(words: readonly Word[], at: number): boolean {
  const word = words[at]!;
  return word.border === 'none' && SUBJECTS.has(words[at - 1]?.lower ?? '') && !isName(word);
}

/**
 * Returns the phrases of a text that can be a topic, in order and without repeats. With `whole`, a phrase also includes what is wanted of
 * the topic ("configure retries"); otherwise only the topic ("retries"), or the verb if there is no topic.
 */
export function topicPhrases(text: string | readonly Word[], whole = false): readonly Phrase[] {
  const words = typeof text === 'string' ? readWords(text) : text;
  const isSpecific = (at: number): boolean => wordClass(words[at]!) === 'specific';
  const runs = runsOf(words);
  const phrases = (isEdge: (at: number) => boolean): readonly Phrase[] =>
    runs.flatMap((run) => {
      const from = run.findIndex(isEdge);
      const to = run.findLastIndex(isEdge);
      if (from < 0) return [];
      const next = words[run[to + 1] ?? -1]?.lower ?? '';
      // Keep "version 2" and "machine learning" whole.
      const start = from > 0 && /^\d/u.test(words[run[from]!]!.text) ? from - 1 : from;
      const end = HEADS.has(next) ? to + 2 : to + 1;
      return asPhrase(
        run
          .slice(start, end)
          .map((at) => words[at]!)
          .slice(0, LONGEST_PHRASE),
      );
    });
  // "How do I set a parameter?" is about the parameter only if nothing else is named.
  const ways = [
    (at: number): boolean => isSpecific(at) && !isVerb(words, at),
    isSpecific,
    (at: number): boolean => isLedNoun(words, at),
  ];
  for (const way of whole ? [() => true] : ways) {
    const found = phrases(way);
    if (found.length > 0) return choosePhrases(found, [], Infinity);
  }
  return [];
}

/** True for a noun with an indefinite article: "a parameter". */
function isLedNoun(words: readonly Word[], at: number): boolean {
  return LIGHT_NOUNS.has(words[at]!.lower) && /^an?$/u.test(words[at - 1]?.lower ?? '');
}

/** Positions of neighbouring words that are neither grammar nor ask for a form of answer; `of` joins two runs. */
function runsOf(words: readonly Word[]): readonly (readonly number[])[] {
  const runs: number[][] = [];
  const isContent = (at: number): boolean =>
    /^(?:specific|light)$/u.test(at < words.length ? wordClass(words[at]!) : '');
  let run: number[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const { border, lower } = words[at]!;
    const before = words[run.at(-1) ?? -1];
    // A verb before a name is not part of it: "donated | Kolb House".
    const isApart = before !== undefined && isName(words[at]!) && !/^[\p{Lu}\p{N}]/u.test(before.text);
    const behind = words[at + 1]?.lower === 'the' ? at + 2 : at + 1;
    if (border !== 'none' || isApart) run = [];
    if (isContent(at)) {
      if (run.length === 0) runs.push(run);
      run.push(at);
    } else if (lower === 'of' && run.length > 0 && isContent(behind) && words[behind]!.border === 'none') {
      for (; at < behind; at += 1) run.push(at);
      run.push(behind);
    } else run = [];
  }
  return runs;
}

/** Returns the first phrases with a stem not in `known`, with at most `most` stems in total, in the same order. */
export function choosePhrases(phrases: readonly Phrase[], known: readonly string[], most: number): readonly Phrase[] {
  const seen = new Set(known);
  let room = most;
  return phrases.filter(({ stems }) => {
    if (stems.length > room || stems.every((stem) => seen.has(stem))) return false;
    room -= stems.length;
    for (const stem of stems) seen.add(stem);
    return true;
  });
}

const LINE_ITEM = /^\s*(?:[-*•]|\(?\d{1,2}[.)])\s+(\S.*)$/u;
const ROW = /^\s*\|\s*([^|]*?)\s*\|/u;
const RULE = /^[\s|:-]+$/u;
const LONGEST_LINE = 300;
const MOST_ITEMS = 50;

const isRule = (line = ''): boolean => line.includes('|') && RULE.test(line);

/** Items of a list, or the first cells of a table below its header. */
function lines(text: string): readonly string[] {
  const all = text.split('\n');
  const items = all.flatMap((line) => LINE_ITEM.exec(line)?.[1] ?? []);
  if (items.length > 0) return items;
  return all.flatMap((line, at) => (isRule(line) || isRule(all[at + 1]) ? [] : (ROW.exec(line)?.[1] ?? [])));
}

/** Name of an item: the text before a colon or a dash, otherwise its first sentence. */
function nameOf(item: string): string {
  const text = item.slice(0, LONGEST_LINE);
  const first = splitSentences(text)[0];
  return /^(.{2,80}?)(?::\s|\s[-–—]\s)/u.exec(text)?.[1] ?? text.slice(first?.start, first?.end);
}

/** Returns the names of the items that "the second one" may refer to: those of a list or table. Empty if there are fewer than two. */
export function listedItems(answer: string): readonly string[] {
  const items = lines(answer);
  return items.length < 2 ? [] : items.slice(0, MOST_ITEMS).map(nameOf);
}

const listOf = (list: string): readonly string[] => list.trim().split(/\s+/u);
const ORDINALS = listOf('first second third fourth fifth sixth seventh eighth ninth tenth');
const NUMBERS = listOf('one two three four five six seven eight nine ten');
const NUMBERED = new Set(listOf('step option number point item method way choice'));
/** Nouns that an ordinal may count without an earlier mention. */
const COUNTED = new Set(
  listOf(`one ones step option way method approach choice type kind item point example command alternative case solution rule thing
part reason feature`),
);

function ordinal(lower: string): number | undefined {
  if (/^(?:last|final|latter)$/u.test(lower)) return -1;
  const place = lower === 'former' ? 0 : ORDINALS.indexOf(lower);
  return place < 0 ? undefined : place;
}

function numeral(word: Word | undefined): number | undefined {
  if (word === undefined || word.border !== 'none') return undefined;
  const place = /^[1-9]\d?$/u.test(word.lower) ? Number(word.lower) - 1 : NUMBERS.indexOf(word.lower);
  return place < 0 ? undefined : place;
}

interface CountedItem {
  /** From 0; −1 for the last. */
  readonly place: number;
  /** Range of the counting words, in UTF-16 units, end exclusive. */
  readonly start: number;
  readonly end: number;
}

/** Returns the list position that "the second one", "step 3" or "the latter" refers to, or `undefined` if the question counts nothing. */
export function countedItem(words: readonly Word[]): CountedItem | undefined {
  const endsAt = (at: number): boolean => {
    const next = words[at];
    return next === undefined || next.border !== 'none' || wordClass(next) === 'function';
  };
  for (const [at, word] of words.entries()) {
    const next = words[at + 1];
    const number = NUMBERED.has(word.lower) ? numeral(next) : undefined;
    if (number !== undefined) return { place: number, start: word.start, end: next!.end };
    const place = ordinal(word.lower);
    const before = words[at - 1];
    if (place === undefined || (before !== undefined && before.lower !== 'the')) continue;
    const start = (before ?? word).start;
    if (next?.border === 'none' && COUNTED.has(next.lower)) return { place, start, end: next.end };
    if (endsAt(at + 1)) return { place, start, end: word.end };
  }
  return undefined;
}
