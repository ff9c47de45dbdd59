import type { Passage } from '../../types/answer.ts';
import { findQuote } from '../find-quote.ts';
import { standsFree } from './find-code.ts';
import { plainText } from './plain-text.ts';
import { readPassage } from './read-passage.ts';
import { readWords, type Word } from './read-words.ts';
import { TURNING, turns } from './turning-words.ts';

const CLOSING = /(?<![.!?\u2026])[.!?\u2026]+$/u;
/** Between sentences that lost the space that parts them. */
const GLUED = /(?<=[\p{Ll}\p{N}])\.(?=\p{Lu}\p{Ll}*\s)/gu;
const JOINS = new Set('and or but so then while whereas'.split(' '));

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
      const sentence = read(text.slice(start, end));
      const ahead = read(text.slice(start, range.start)).length;
      const inside = read(text.slice(range.start, range.end)).length;
      const first = sentence[ahead]?.clause ?? 0;
      const last = sentence[ahead + inside - 1]?.clause ?? first;
      const but = sentence.slice(0, ahead).findLastIndex(({ lower }, index) => lower === 'but' && index > 0);
      const before = sentence[ahead - 1];
      // What begins in the middle of a clause is bound by all before it.
      const isInside = before?.clause === first && !JOINS.has(before.lower);
      const isTurned = sentence.some(
        (_, index) =>
          (index > but &&
            index < ahead &&
            (isInside || turns(sentence, index, first)) &&
            TURNING.has(sentence[index]!.lower)) ||
          (index >= ahead + inside && turns(sentence, index, last)),
      );
      return [isTurned || !standsFree(text, range)];
    }),
  );
  return places.length > 0 && places.every(Boolean);
}

function read(text: string): readonly Word[] {
  return readWords(text.replaceAll(GLUED, '. '));
}
