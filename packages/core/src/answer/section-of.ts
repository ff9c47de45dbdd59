import type { Excerpt } from '../types/answer.ts';
import type { Chunk } from '../types/chunk.ts';

/** The section that a chunk is of, as a place to go to. */
export function sectionOf({ url, anchor, title, heading, headings }: Chunk): Excerpt {
  return { url, anchor, title, heading, headings };
}
