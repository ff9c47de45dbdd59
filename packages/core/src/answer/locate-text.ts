import { foldForQuotes, quotePlaces } from '../cite/find-quote.ts';
import type { Passage } from '../types/answer.ts';
import type { Chunk, Span } from '../types/chunk.ts';
import { sectionKey } from '../url/path-key.ts';

interface Range {
  readonly start: number;
  readonly end: number;
}

/**
 * A piece of visible text and the range of the page's text it comes from. The range has the same length, or is empty for text that is
 * only inserted at a position.
 */
interface Piece {
  readonly text: string;
  /** Offset in the visible text. */
  readonly at: number;
  /** Range in the page's text. */
  readonly start: number;
  readonly end: number;
}

/** The bars between cells of a row are added by the parser; a browser copies white space there. */
export function visibleText({ kind }: Pick<Span, 'kind'>, text: string): string {
  return kind === 'row' || kind === 'header' ? text.replaceAll(' | ', '   ') : text;
}

/**
 * Spans and headings in reading order, separated by white space. List markers and fences are left out, because a reader cannot select
 * them. Headings are in no chunk: their characters map to the start of their section.
 */
function visiblePieces(chunks: readonly Chunk[]): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  let reached = -1;
  const append = (text: string, start: number, end: number): void => {
    if (text === '') return;
    pieces.push({ text, at, start, end });
    at += text.length;
  };
  for (const chunk of chunks) {
    if (chunk.indexInSection === 0) append(`${chunk.heading} `, chunk.start, chunk.start);
    for (const span of chunk.spans) {
      const start = Math.max(chunk.start + span.start, reached);
      const end = chunk.start + span.end;
      if (end <= start) continue;
      append(visibleText(span, chunk.text.slice(start - chunk.start, end - chunk.start)), start, end);
      append(' ', end, end);
      reached = end;
    }
  }
  return pieces;
}

/** Maps a character of the visible text to its range in the page's text. Call it with ascending characters; it walks the pieces once. */
function pageRanges(pieces: readonly Piece[]): (character: number) => Range {
  let index = 0;
  return (character) => {
    while (index + 1 < pieces.length && pieces[index + 1]!.at <= character) index += 1;
    const { at, start, end } = pieces[index]!;
    return start === end ? { start, end } : { start: start + character - at, end: start + character - at + 1 };
  };
}

/** Returns true for a range that overlaps a chunk of the section with that key, or if the page has no such section. Call it with ascending ranges; it walks the chunks once. */
function touchesSection(chunks: readonly Chunk[], wanted: string): (range: Range) => boolean {
  const keys = new Map<string, boolean>();
  const isNamed = (name: string): boolean => {
    const known = keys.get(name) ?? sectionKey(name) === wanted;
    keys.set(name, known);
    return known;
  };
  const within = chunks.filter(({ heading, anchor }) => isNamed(heading) || isNamed(anchor));
  if (within.length === 0) return () => true;
  let index = 0;
  return ({ start, end }) => {
    while (index < within.length && within[index]!.end <= start) index += 1;
    return index < within.length && within[index]!.start < end;
  };
}

/**
 * Finds text selected in a browser in the chunks of one page. White space and typographic quotes may differ. If the text occurs several
 * times, the occurrence in the named section wins, else the first. Returns offsets in the page's text, end exclusive, or `undefined` if
 * the text is not there or is only a heading. Run time is linear in the length of the page, however often the text occurs.
 */
function locateText(chunks: readonly Chunk[], text: string, section: string): Range | undefined {
  const pieces = visiblePieces(chunks);
  const firstOf = pageRanges(pieces);
  const lastOf = pageRanges(pieces);
  const wanted = sectionKey(section);
  let isThere: ((range: Range) => boolean) | undefined;
  let first: Range | undefined;
  const visible = foldForQuotes(pieces.map((piece) => piece.text).join(''));
  for (const place of quotePlaces(visible, text)) {
    const range = { start: firstOf(place.start).start, end: lastOf(place.end - 1).end };
    if (range.end <= range.start) continue;
    if (wanted === '') return range;
    isThere ??= touchesSection(chunks, wanted);
    if (isThere(range)) return range;
    first ??= range;
  }
  return first;
}

/** Returns the parts of the chunks of one page that contain the text, as passages with windows; empty if the text is not there. */
export function locatedPassages(chunks: readonly Chunk[], text: string, section: string = ''): Passage[] {
  const range = locateText(chunks, text, section);
  if (range === undefined) return [];
  const passages: Passage[] = [];
  let reached = range.start;
  for (const chunk of chunks) {
    const start = Math.max(chunk.start, reached);
    const end = Math.min(chunk.end, range.end);
    if (end <= start) continue;
    const window = { start: start - chunk.start, end: end - chunk.start };
    passages.push({ label: `p${passages.length + 1}`, chunk, score: 0, similarity: 1, window });
    reached = end;
  }
  return passages;
}
