import type { Passage } from '../../spec/answer.ts';
import { findQuote } from '../find-quote.ts';
import { standsFree } from './find-code.ts';
import { plainText } from './plain-text.ts';
import { readPassage } from './read-passage.ts';
import { readWords } from './read-words.ts';
import { turns } from './turning-words.ts';

const CLOSING = /[.!?\u2026]+$/u;

/** Whether a statement stands in sentences as it is, but only where it begins or ends in a word, or loses what denies or binds it. */
export function isTornOut(statement: string, passages: readonly Passage[]): boolean {
  const bare = statement.trim().replace(CLOSING, '');
  const plain = plainText(bare);
  const places = passages.flatMap((passage) =>
    readPassage(passage).places.flatMap(({ start, end }, place) => {
      if (!readPassage(passage).plain[place]!.includes(plain)) return [];
      const { text } = passage.chunk;
      const range = findQuote(text, bare, { start, end });
      if (range === undefined) return [];
      const sentence = readWords(text.slice(start, end));
      const ahead = readWords(text.slice(start, range.start)).length;
      const inside = readWords(text.slice(range.start, range.end)).length;
      const first = sentence[ahead]?.clause ?? 0;
      const last = sentence[ahead + inside - 1]?.clause ?? first;
      const but = sentence.slice(0, ahead).findLastIndex(({ lower }, index) => lower === 'but' && index > 0);
      const isTurned = sentence.some(
        (_, index) =>
          (index > but && index < ahead && turns(sentence, index, first)) ||
          (index >= ahead + inside && turns(sentence, index, last)),
      );
      return [isTurned || !standsFree(text, range)];
    }),
  );
  return places.length > 0 && places.every(Boolean);
}
