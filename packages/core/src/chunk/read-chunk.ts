import type { Chunk } from '../types/chunk.ts';
import { tokenize } from '../text/tokenize.ts';
import { bodyText } from './body-text.ts';

/** A chunk as search sees it. */
export interface ReadChunk {
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
