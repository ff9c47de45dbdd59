import { tokenize } from '../text/tokenize.ts';
import type { Chunk } from '../types/chunk.ts';
import type { TermCounts } from '../types/store.ts';
import { bodyText } from './body-text.ts';

/** A chunk as search sees it. */
interface ReadChunk {
  /** Tokens of the body in order, with repeats. */
  readonly sequence: readonly string[];
  /** Distinct tokens of the body, of the title, of the section's heading, and of title and headings together. */
  readonly body: ReadonlySet<string>;
  readonly title: ReadonlySet<string>;
  readonly heading: ReadonlySet<string>;
  readonly path: ReadonlySet<string>;
}

const known = new WeakMap<Chunk, ReadChunk>();

/** Reads a chunk once, however often a question asks for it. */
export function readChunk(chunk: Chunk): ReadChunk {
  const before = known.get(chunk);
  if (before !== undefined) return before;
  const sequence = tokenize(bodyText(chunk));
  const read = {
    sequence,
    body: new Set(sequence),
    title: new Set(tokenize(chunk.title)),
    heading: new Set(tokenize(chunk.heading)),
    path: new Set(tokenize([chunk.title, ...chunk.headings].join('\n'))),
  };
  known.set(chunk, read);
  return read;
}

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
