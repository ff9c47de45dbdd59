import { stemWord } from '../../text/stem-word.ts';
import type { Heard } from './points-back.ts';
import type { Word } from './read-words.ts';
import { wordClass } from './word-class.ts';

const listOf = (list: string): readonly string[] => list.trim().split(/\s+/u);
const ORDINALS = listOf('first second third fourth fifth sixth seventh eighth ninth tenth');
const NUMBERS = listOf('one two three four five six seven eight nine ten');
const LAST = new Set(['last', 'final', 'latter']);
const NUMBERED = new Set(listOf('step option number point item method way choice'));
/** What may be counted without having been named. */
const COUNTED = new Set(
  listOf(`one ones step option way method approach choice type kind item point example command alternative case solution rule thing
part reason feature`),
);

function ordinal(lower: string): number | undefined {
  if (LAST.has(lower)) return -1;
  const place = lower === 'former' ? 0 : ORDINALS.indexOf(lower);
  return place < 0 ? undefined : place;
}

function numeral(word: Word | undefined): number | undefined {
  if (word === undefined || word.border !== 'none') return undefined;
  const place = /^[1-9]\d?$/u.test(word.lower) ? Number(word.lower) - 1 : NUMBERS.indexOf(word.lower);
  return place < 0 ? undefined : place;
}

function endsHere(next: Word | undefined): boolean {
  return next === undefined || next.border !== 'none' || wordClass(next) === 'function';
}

export interface CountedItem {
  /** From 0; −1 for the last. */
  readonly place: number;
  /** The words that count, UTF-16 units, end exclusive. */
  readonly start: number;
  readonly end: number;
}

/** Which item of a list "the second one", "step 3" or "the latter" means; `undefined` when the question counts nothing. */
export function countedItem(words: readonly Word[], heard: Heard): CountedItem | undefined {
  for (const [at, word] of words.entries()) {
    const next = words[at + 1];
    const number = NUMBERED.has(word.lower) ? numeral(next) : undefined;
    if (number !== undefined) return { place: number, start: word.start, end: next!.end };
    const place = ordinal(word.lower);
    const before = words[at - 1];
    if (place === undefined || (before !== undefined && before.lower !== 'the')) continue;
    const start = (before ?? word).start;
    const isNoun = next?.border === 'none' && COUNTED.has(next.lower);
    const isHeard = !endsHere(next) && heard(stemWord(next!.lower)) && endsHere(words[at + 2]);
    if (isNoun || isHeard) return { place, start, end: next!.end };
    if (endsHere(next)) return { place, start, end: word.end };
  }
  return undefined;
}
