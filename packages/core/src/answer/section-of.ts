import type { Excerpt } from '../spec/answer.ts';
import type { Chunk } from '../spec/chunk.ts';

/** The section that a chunk is of, as a place to go to. */
export function sectionOf({ url, anchor, title, heading, headings }: Chunk): Excerpt {
  return { url, anchor, title, heading, headings };
}
