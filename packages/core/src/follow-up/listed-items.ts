import { splitSentences } from '../text/split-sentences.ts';
import type { Word } from '../question/read-words.ts';
import { wordClass } from '../question/word-class.ts';

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

export interface CountedItem {
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
