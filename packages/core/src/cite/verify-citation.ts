/**
 * The only function that creates a `Citation`. Its quote must occur in a passage from the context of this answer, and is copied from there
 * byte for byte; a claim that cannot be verified gets no value of this type.
 */
import type { Citation, Passage } from '../types/answer.ts';
import { findQuote } from './find-quote.ts';

/**
 * Returns `undefined` if the passage (or, for a selection, its marked part) does not contain the quote. `index` is the footnote number,
 * from 1.
 */
export function verifyCitation(claim: {
  readonly passage: Passage;
  readonly quote: string;
  /** Offset in the chunk's text from which to search; default 0. */
  readonly start?: number | undefined;
  readonly index: number;
}): Citation | undefined {
  const { chunk, window } = claim.passage;
  const whole = window ?? { start: 0, end: chunk.text.length };
  const range = findQuote(chunk.text, claim.quote, { ...whole, start: Math.max(whole.start, claim.start ?? 0) });
  if (range === undefined) return undefined;
  const citation = {
    index: claim.index,
    chunkId: chunk.id,
    url: chunk.url,
    anchor: chunk.anchor,
    title: chunk.title,
    heading: chunk.heading,
    quote: chunk.text.slice(range.start, range.end),
    start: range.start,
    end: range.end,
    similarity: claim.passage.similarity,
  };
  return citation as Citation; // the quote was just cut from the chunk, so it may get the brand
}
