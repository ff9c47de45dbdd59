/**
 * The only maker of `Citation`. A citation exists when the quote stands, byte for byte, in a passage that was in the
 * context of this very answer; whatever cannot be shown there has no value of this type and so cannot be written down.
 */
import type { Citation, Passage } from '../types/answer.ts';
import { findQuote } from './find-quote.ts';

/** `undefined` when the passage (or, for a selection, the marked part of it) does not hold the quote. `index` is the footnote number, from 1. */
export function verifyCitation(claim: {
  readonly passage: Passage;
  readonly quote: string;
  /** Offset in the chunk's text from which on the quote is looked for; its beginning unless given. */
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
  return citation as Citation; // minting the brand: the quote was just cut out of the chunk
}
