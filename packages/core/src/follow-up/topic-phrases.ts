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
export function asPhrase(words: readonly Word[]): readonly Phrase[] {
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
