import type { SuppliedChunk } from '../../types/answer.ts';
import type { Chunk } from '../../types/chunk.ts';
import { textSpans } from './text-spans.ts';

const UNNAMED = 'Supplied passage';

/** Where a supplied passage stands among those that came before it. */
export interface SuppliedPlace {
  /** Characters of the passages before it that name the same page, so that passages of one page keep their order. */
  readonly start: number;
  readonly indexInPage: number;
  readonly indexInSection: number;
}

/** A passage as the asker gave it, in the form of the index's own. Nothing about it is known but what it says of itself. */
export function toChunk(supplied: SuppliedChunk, place: SuppliedPlace, tokens: number): Chunk {
  const { id, url, anchor, text } = supplied;
  const title = supplied.title.trim() || supplied.heading.trim() || UNNAMED;
  const heading = supplied.heading.trim() || title;
  return {
    id,
    url,
    title,
    heading,
    headings: heading === title ? [] : [heading],
    anchor,
    text,
    start: place.start,
    end: place.start + text.length,
    lead: '',
    spans: textSpans(text),
    marks: [],
    index: place.indexInSection,
    indexInSection: place.indexInSection,
    indexInPage: place.indexInPage,
    chunksInPage: place.indexInPage + 1,
    tokens: Math.max(1, tokens),
    sourceFile: 'supplied',
    locale: '',
    version: '',
    module: 'root',
  };
}
