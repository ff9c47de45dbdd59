import { stemWord } from '../../text/stem-word.ts';
import { isName } from './is-name.ts';
import { isVerb } from './is-verb.ts';
import { plurals } from './plurals.ts';
import type { Word } from './read-words.ts';
import { wordClass } from './word-class.ts';

/** Neighbouring words that a text speaks about. */
export interface Phrase {
  /** As written, with single spaces. */
  readonly text: string;
  /** Stems of its words, grammar left out. */
  readonly stems: readonly string[];
}

const LONGEST_PHRASE = 6;
/** Right behind a noun they make one thing with it: "machine learning", "capture point". */
const HEADS: ReadonlySet<string> = new Set([
  'learning',
  ...plurals('point argument parameter setting step type value size'),
]);
const isOf = (word: Word | undefined): boolean => word?.lower === 'of' && word.border === 'none';

/** Where the run of `of the` that begins at `at` ends. */
function behindOf(words: readonly Word[], at: number): number {
  return words[at + 1]?.lower === 'the' && words[at + 1]!.border === 'none' ? at + 2 : at + 1;
}

const isGrammar = (word: Word): boolean => wordClass(word) === 'function';

function isContent(word: Word | undefined): word is Word {
  return word !== undefined && wordClass(word) !== 'function' && wordClass(word) !== 'form';
}

/** Runs of words that are neither grammar nor ask for a form of answer; `of` joins two of them. */
function runsOf(words: readonly Word[]): Word[][] {
  const runs: Word[][] = [];
  let run: Word[] = [];
  const close = (): void => {
    if (run.length > 0) runs.push(run);
    run = [];
  };
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at]!;
    const before = run.at(-1);
    // A verb before a name is not part of it: "donated | Kolb House".
    if (word.border !== 'none' || (before !== undefined && isName(word) && !/^[\p{Lu}\p{N}]/u.test(before.text)))
      close();
    const next = behindOf(words, at);
    if (isContent(word)) {
      run.push(word);
    } else if (run.length > 0 && isOf(word) && isContent(words[next]) && words[next].border === 'none') {
      run.push(...words.slice(at, next + 1));
      at = next;
    } else {
      close();
    }
  }
  close();
  return runs;
}

function phrasesOf(runs: readonly (readonly Word[])[], isEdge: (word: Word) => boolean): readonly Phrase[] {
  const phrases = new Map<string, Phrase>();
  for (const run of runs) {
    // "version 2" stays whole.
    const isOuter = (word: Word, at: number): boolean => isEdge(word) && !/^\d/u.test(run[at + 1]?.text ?? '');
    const from = run.findIndex((word, at) => !isOuter(word, at));
    if (from < 0) continue;
    const last = run.findLastIndex((word, at) => !isOuter(word, at));
    const isHeaded = HEADS.has(run[last + 1]?.lower ?? '') && wordClass(run[last]!) === 'specific';
    const kept = run.slice(from, last + (isHeaded ? 2 : 1)).slice(0, LONGEST_PHRASE);
    const content = kept.filter((word) => wordClass(word) !== 'function');
    const stems = content.map(({ lower }) => stemWord(lower));
    const text = kept.map((word) => word.text).join(' ');
    if (!phrases.has(stems.join(' '))) phrases.set(stems.join(' '), { text, stems });
  }
  return [...phrases.values()];
}

/**
 * The phrases of a text that can be a topic, in order and without repeats. With `whole`, what is wanted of the topic stays in
 * them ("configure retries"), else only what can be one ("retries"), and what is done where nothing else is named.
 */
export function topicPhrases(words: readonly Word[], whole = false): readonly Phrase[] {
  const runs = runsOf(words);
  if (whole) return phrasesOf(runs, isGrammar);
  const isWanted = (word: Word): boolean => isGrammar(word) || wordClass(word) === 'light';
  const verbs = new Set(words.filter((_, at) => isVerb(words, at)));
  const things = phrasesOf(runs, (word) => isWanted(word) || verbs.has(word));
  return things.length > 0 ? things : phrasesOf(runs, isWanted);
}
