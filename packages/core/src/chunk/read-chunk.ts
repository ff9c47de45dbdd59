import { countEach, tokenize } from '../text/tokenize.ts';
import type { Chunk } from '../types/chunk.ts';
import type { Mark } from '../types/mark.ts';
import type { TermCounts } from '../types/store.ts';

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

/** Returns true if a chunk's body, title or headings have a token. */
export function holds(chunk: Chunk, token: string): boolean {
  const { body, path } = readChunk(chunk);
  return body.has(token) || path.has(token);
}

/** Tokens of the chunk's three search fields. Headings are the path without the page title; the body includes the lead. */
export function termCounts(chunk: Chunk): TermCounts {
  return {
    title: countEach(tokenize(chunk.title)),
    headings: countEach(tokenize(chunk.headings.join('\n'))),
    body: countEach(tokenize(bodyText(chunk))),
  };
}

/** The chunk's words as the reader sees them: lead and spans, one per line. Apart from what counts tokens, because questions load it too. */
export function bodyText({ lead, text, spans }: Chunk): string {
  return withLead(lead, spans.map(({ start, end }) => text.slice(start, end)).join('\n'));
}

/** A chunk's words with the repeated header row above. */
export function withLead(lead: string, text: string): string {
  return lead === '' ? text : `${lead}\n${text}`;
}

/** Without links to what `isIndexed` does not know, which are shown as text. */
export function knownLinks(marks: readonly Mark[], isIndexed: (url: string) => boolean): readonly Mark[] {
  return marks.filter(({ kind, href }) => kind !== 'link' || isIndexed(href));
}

/** The marks of `text.slice(start, end)`: those that lie in it, cut at its borders, with offsets in it. `marks` are those of the text, ordered by start. */
export function marksWithin(marks: readonly Mark[], start: number, end: number): readonly Mark[] {
  const within: Mark[] = [];
  for (const mark of marks) {
    if (mark.start >= end) break;
    const [from, to] = [Math.max(mark.start, start), Math.min(mark.end, end)];
    if (from < to) within.push({ ...mark, start: from - start, end: to - start });
  }
  return within;
}
