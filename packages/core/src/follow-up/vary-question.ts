import { readWords, type Word } from '../question/read-words.ts';
import { isName, setOf, wordClass } from '../question/word-class.ts';
import { stemWord } from '../text/word-tokens.ts';
import { PREPOSITIONS } from './points-back.ts';

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
export function varyQuestion(question: string, contrast: string): string | undefined {
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
