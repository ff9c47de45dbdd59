import type { Passage } from '../../spec/answer.ts';
import { findQuote, type QuoteRange } from '../find-quote.ts';
import { readPassage } from './read-passage.ts';

/** Where a statement stands in a passage word for word as whole sentences, rows or lines; what is cut from a sentence is not found. */
export function findVerbatim(text: string, passage: Passage): QuoteRange | undefined {
  const { chunk, window } = passage;
  const range = findQuote(chunk.text, text, window);
  if (range === undefined) return undefined;
  const { places } = readPassage(passage);
  const starts = places.some(({ start }) => start === range.start);
  const ends = places.some(({ end }) => end === range.end);
  return starts && ends ? range : undefined;
}
