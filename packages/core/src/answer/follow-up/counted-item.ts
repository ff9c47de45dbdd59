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

/**
 * Which item of a list "the second one", "step 3" or "the latter" means: its place from 0, −1 for the last; `undefined` when
 * the question counts nothing.
 */
export function countedItem(words: readonly Word[], heard: Heard): number | undefined {
  for (const [at, { lower }] of words.entries()) {
    const next = words[at + 1];
    if (NUMBERED.has(lower)) {
      const place = numeral(next);
      if (place !== undefined) return place;
      continue;
    }
    const place = ordinal(lower);
    if (place === undefined || (at > 0 && words[at - 1]!.lower !== 'the')) continue;
    if (endsHere(next) || COUNTED.has(next!.lower)) return place;
    if (heard(stemWord(next!.lower)) && endsHere(words[at + 2])) return place;
  }
  return undefined;
}
