import type { Passage } from '../../spec/answer.ts';
import { splitSentences } from '../../text/split-sentences.ts';
import { findQuote, type QuoteRange } from '../find-quote.ts';
import { plainText } from './plain-text.ts';
import { readPassage } from './read-passage.ts';

/** Where a statement stands in a passage word for word as whole sentences, rows or lines; what is cut from a sentence is not found. */
export function findVerbatim(text: string, passage: Passage): QuoteRange | undefined {
  const { places, byText } = readPassage(passage);
  const place = byText.get(plainText(text));
  if (place !== undefined) return { start: place.start, end: place.end };
  if (splitSentences(text).length < 2) return undefined;
  const range = findQuote(passage.chunk.text, text, passage.window);
  if (range === undefined) return undefined;
  const starts = places.some(({ start }) => start === range.start);
  const ends = places.some(({ end }) => end === range.end);
  return starts && ends ? range : undefined;
}
