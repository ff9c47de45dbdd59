import type { Passage } from '../../spec/answer.ts';
import { findQuote, type QuoteRange } from '../find-quote.ts';
import { standsFree } from './find-code.ts';
import { readPassage, type Place } from './read-passage.ts';
import { readWords, type Word } from './read-words.ts';

/** Binds what stands beside it to a condition, also across a comma. */
const BINDERS = new Set('if unless only except until without solely provided avoid instead'.split(' '));
const CLOSING = /[.!?\u2026]+$/u;

/**
 * Whether a statement is a part of a sentence that says something else as a whole: it begins or ends in the middle of a word, or what
 * denies or binds it there is left out. One that stands somewhere as a sentence of its own, or harmlessly, is not cut.
 */
export function isCut(statement: string, passages: readonly Passage[]): boolean {
  const bare = statement.trim().replace(CLOSING, '');
  if (bare === '') return false;
  const turned = bare.charAt(0) === bare.charAt(0).toLowerCase() ? bare.charAt(0).toUpperCase() : bare.charAt(0).toLowerCase();
  const spellings = [bare, `${turned}${bare.slice(1)}`];
  const found = passages.flatMap((passage) =>
    readPassage(passage).places.flatMap((place) => {
      const { text } = passage.chunk;
      const ranges = spellings.flatMap((spelling) => findQuote(text, spelling, place) ?? []);
      return ranges.map((range) => losesSense(text, place, range));
    }),
  );
  return found.length > 0 && found.every(Boolean);
}

function losesSense(text: string, place: Place, range: QuoteRange): boolean {
  if (!standsFree(text, range)) return true;
  const before = readWords(text.slice(place.start, range.start));
  const behind = readWords(text.slice(range.end, place.end));
  const last = before.at(-1)?.clause ?? 0;
  const first = behind[0]?.clause ?? 0;
  return (
    before.some((word) => turns(word, word.clause === last, last - word.clause <= 1)) ||
    behind.some((word) => turns(word, word.clause === first, word.clause - first <= 1))
  );
}

function turns({ kind, lower }: Word, isSame: boolean, isBeside: boolean): boolean {
  return (kind === 'negator' && isSame) || (BINDERS.has(lower) && isBeside);
}
