import { findQuote } from '../cite/find-quote.ts';
import type { Chunk, Span } from '../spec/chunk.ts';
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
 * first. Offsets in the page's text, end exclusive; `undefined` when it is not there, or is a heading alone.
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
    if (found === undefined) return first;
    const range = { start: visible.starts[found.start]!, end: visible.ends[found.end - 1]! };
    if (range.end > range.start) {
      if (wanted === '' || isThere(range)) return range;
      first ??= range;
    }
    from = found.start + 1;
  }
}
