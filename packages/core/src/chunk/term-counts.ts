import type { Chunk } from '../types/chunk.ts';
import type { TermCounts } from '../types/store.ts';
import { tokenize } from '../text/tokenize.ts';
import { bodyText } from './body-text.ts';

/** Tokens of the chunk's three search fields. Headings are the path without the page title; the body includes the lead. */
export function termCounts(chunk: Chunk): TermCounts {
  return {
    title: countEach(chunk.title),
    headings: countEach(chunk.headings.join('\n')),
    body: countEach(bodyText(chunk)),
  };
}

function countEach(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const token of tokenize(text)) counts.set(token, (counts.get(token) ?? 0) + 1);
  return counts;
}
