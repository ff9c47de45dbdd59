import { foldText, quotePlaces } from '../cite/find-quote.ts';
import type { Chunk, Span } from '../types/chunk.ts';
import { sectionKey } from '../url/path-key.ts';

interface Range {
  readonly start: number;
  readonly end: number;
}

/** A stretch of what a reader can mark, and the stretch of the page's text that it comes from: as long, or empty for words that stand at a place. */
interface Piece {
  readonly text: string;
  /** In what a reader can mark. */
  readonly at: number;
  /** In the page's text. */
  readonly start: number;
  readonly end: number;
}

/** Bars between the cells of a row are ours; a browser puts white space there. */
function cells(span: Span, text: string): string {
  return span.kind === 'row' || span.kind === 'header' ? text.replace(/ \| /gu, '   ') : text;
}

/**
 * Spans and headings in reading order, white space between them. List markers and fences are left out, for a reader cannot mark
 * them. A heading stands in no chunk: its characters lie at the place where its section begins.
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
      append(cells(span, chunk.text.slice(start - chunk.start, end - chunk.start)), start, end);
      append(' ', end, end);
      reached = end;
    }
  }
  return pieces;
}

/** The place in the page's text of a character that a reader can mark. Asked for characters in order, it walks the pieces once. */
function pageRanges(pieces: readonly Piece[]): (character: number) => Range {
  let index = 0;
  return (character) => {
    while (index + 1 < pieces.length && pieces[index + 1]!.at <= character) index += 1;
    const { at, start, end } = pieces[index]!;
    return start === end ? { start, end } : { start: start + character - at, end: start + character - at + 1 };
  };
}

/** Whether a range touches a chunk of the section with that key. Asked for ranges in order, it walks the chunks once. */
function touchesSection(chunks: readonly Chunk[], wanted: string): (range: Range) => boolean {
  const keys = new Map<string, boolean>();
  const isNamed = (name: string): boolean => {
    const known = keys.get(name) ?? sectionKey(name) === wanted;
    keys.set(name, known);
    return known;
  };
  const within = chunks.filter(({ heading, anchor }) => isNamed(heading) || isNamed(anchor));
  let index = 0;
  return ({ start, end }) => {
    while (index < within.length && within[index]!.end <= start) index += 1;
    return index < within.length && within[index]!.start < end;
  };
}

/**
 * Finds text that a reader marked in the browser among the chunks of one page: the same characters, whatever white space
 * and typographic quotes the browser gave. Where it stands several times, the place in the section named wins, else the
 * first. Offsets in the page's text, end exclusive; `undefined` when it is not there, or is a heading alone. Its time grows with the
 * length of the page, however often the text stands there.
 */
export function locateText(chunks: readonly Chunk[], text: string, section: string = ''): Range | undefined {
  const pieces = visiblePieces(chunks);
  const firstOf = pageRanges(pieces);
  const lastOf = pageRanges(pieces);
  const wanted = sectionKey(section);
  let isThere: ((range: Range) => boolean) | undefined;
  let first: Range | undefined;
  const visible = foldText(pieces.map((piece) => piece.text).join(''));
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
