import { findQuote } from '../cite/find-quote.ts';
import type { Chunk, Span } from '../spec/chunk.ts';
import { tokenize } from '../text/tokenize.ts';
import { sectionKey } from '../url/section-key.ts';

/** What a reader can mark on one page, as one line of text, and where each of its characters stands in the page's text. */
interface Visible {
  text: string;
  readonly starts: number[];
  readonly ends: number[];
}

function append(visible: Visible, text: string, offset: number | undefined, at: number): void {
  for (let unit = 0; unit < text.length; unit++) {
    visible.starts.push(offset === undefined ? at : offset + unit);
    visible.ends.push(offset === undefined ? at : offset + unit + 1);
  }
  visible.text += text;
}

/** Bars between the cells of a row are ours; a browser puts white space there. */
function cells(span: Span, text: string): string {
  return span.kind === 'row' || span.kind === 'header' ? text.replace(/ \| /gu, '   ') : text;
}

/**
 * Spans and headings in reading order, white space between them. List markers and fences are left out, for a reader cannot mark
 * them. A heading stands in no chunk: its characters lie at the place where its section begins.
 */
function visibleText(chunks: readonly Chunk[]): Visible {
  const visible: Visible = { text: '', starts: [], ends: [] };
  let reached = -1;
  for (const chunk of chunks) {
    if (chunk.indexInSection === 0) append(visible, `${chunk.heading} `, undefined, chunk.start);
    for (const span of chunk.spans) {
      const start = Math.max(chunk.start + span.start, reached);
      const end = chunk.start + span.end;
      if (end <= start) continue;
      append(visible, cells(span, chunk.text.slice(start - chunk.start, end - chunk.start)), start, start);
      append(visible, ' ', undefined, end);
      reached = end;
    }
  }
  return visible;
}

/**
 * Finds text that a reader marked in the browser among the chunks of one page: the same characters, whatever white space
 * and typographic quotes the browser gave. Where it stands several times, the place in the section named wins, else the
 * first. A long one may differ within: what a browser makes of formulas, tabs and titles of code is not what a parser reads; it is
 * found by its ends then. Offsets in the page's text, end exclusive; `undefined` when it is not there, or is a heading alone.
 */
export function locateText(
  chunks: readonly Chunk[],
  text: string,
  section: string = '',
): { start: number; end: number } | undefined {
  const visible = visibleText(chunks);
  const wanted = section === '' ? '' : sectionKey(section);
  const isThere = ({ start, end }: { start: number; end: number }): boolean =>
    chunks.some(
      (chunk) =>
        chunk.start < end &&
        start < chunk.end &&
        (sectionKey(chunk.heading) === wanted || sectionKey(chunk.anchor) === wanted),
    );
  let first: { start: number; end: number } | undefined;
  for (let from = 0; ;) {
    const found = findQuote(visible.text, text, { start: from, end: visible.text.length });
    if (found === undefined) return first ?? byEnds(visible, text);
    const range = { start: visible.starts[found.start]!, end: visible.ends[found.end - 1]! };
    if (range.end > range.start) {
      if (wanted === '' || isThere(range)) return range;
      first ??= range;
    }
    from = found.start + 1;
  }
}

/** Words of an end that must stand on the page, how far in from the edge they may be, and the least selection that has ends. */
const END_WORDS = 8;
const FARTHEST_IN = 24;
const LEAST_WORDS = 40;
/** Share of the tokens that both must have, the selection and what lies between its ends. */
const ALIKE = 0.85;

/** What lies between the first and the last words of a long selection, where it is made of nearly the same words. */
function byEnds(visible: Visible, text: string): { start: number; end: number } | undefined {
  const words = text.split(/\s+/u).filter((word) => word !== '');
  if (words.length < LEAST_WORDS) return undefined;
  const first = endOf(visible, words, (from) => from);
  const last = endOf(visible, words, (from) => words.length - END_WORDS - from);
  if (first === undefined || last === undefined || last.end <= first.start) return undefined;
  const between = tokenize(visible.text.slice(first.start, last.end));
  if (alike(tokenize(text), between) < ALIKE) return undefined;
  return { start: visible.starts[first.start]!, end: visible.ends[last.end - 1]! };
}

/** The words nearest to an edge that stand on the page just once; `at` says where the n-th try begins. */
function endOf(
  visible: Visible,
  words: readonly string[],
  at: (tries: number) => number,
): { readonly start: number; readonly end: number } | undefined {
  for (let tries = 0; tries <= FARTHEST_IN; tries++) {
    const wanted = words.slice(at(tries), at(tries) + END_WORDS).join(' ');
    const found = findQuote(visible.text, wanted, { start: 0, end: visible.text.length });
    if (found === undefined) continue;
    const again = findQuote(visible.text, wanted, { start: found.start + 1, end: visible.text.length });
    if (again === undefined) return found;
  }
  return undefined;
}

/** Shared tokens, counted as often as they stand, of the longer list. */
function alike(one: readonly string[], other: readonly string[]): number {
  const left = new Map<string, number>();
  for (const token of one) left.set(token, (left.get(token) ?? 0) + 1);
  let shared = 0;
  for (const token of other) {
    const count = left.get(token) ?? 0;
    if (count === 0) continue;
    left.set(token, count - 1);
    shared++;
  }
  return shared / Math.max(one.length, other.length, 1);
}
