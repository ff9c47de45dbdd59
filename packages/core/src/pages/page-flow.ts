/**
 * Rebuilds a page from the index for display.
 *
 * The page's text is similar to Markdown, and the spans of its chunks mark the parts that are the page's own words. The spans are read in
 * page order, joined if a chunk border or the overlap of two chunks split them, and grouped into tables. The `##` lines of headings are in
 * the gaps between spans.
 */
import type { Chunk, Span } from '../types/chunk.ts';
import type { Mark } from '../types/mark.ts';

/** Text of the page with its inline formatting; marks are ordered by start. */
export interface MarkedText {
  readonly text: string;
  readonly marks: readonly Mark[];
}

export type FlowBlock =
  | { readonly type: 'heading'; readonly depth: number; readonly text: string; readonly anchor: string }
  | ({ readonly type: 'text'; readonly kind: TextKind } & MarkedText & Placed)
  | ({ readonly type: 'code'; readonly text: string; readonly language: string } & Placed)
  /** An item of the list `group`. `ordinal` is its number, 0 in an unordered list. */
  | ({ readonly type: 'item'; readonly ordinal: number; readonly group: number } & MarkedText & Placed)
  | ({ readonly type: 'table'; readonly header: readonly MarkedText[]; readonly rows: MarkedText[] } & Placed);

/** Number of lists around the block, as in `Span.depth`. */
interface Placed {
  readonly depth: number;
}

type TextKind = 'paragraph' | 'quote' | 'label' | 'math' | 'image';

interface Run extends Span {
  /** Text between the previous span and this one. */
  readonly gap: string;
  readonly chunk: Chunk;
  /** Offsets are in the page's text. */
  readonly marks: readonly Mark[];
}

/** Returns the blocks of a page. `text` is the page's text, `content` its chunks in page order. */
export function pageFlow(page: { readonly text: string; readonly content: readonly Chunk[] }): readonly FlowBlock[] {
  const blocks: FlowBlock[] = [];
  let previous: Run | undefined;
  for (const run of runsOf(page)) {
    const headings = headingsIn(run);
    blocks.push(...headings);
    const { start, end } = run;
    const marks = run.marks.map((mark) => ({ ...mark, start: mark.start - start, end: mark.end - start }));
    const words = { text: page.text.slice(start, end), marks };
    const last = blocks.at(-1);
    const joins = headings.length === 0 && run.group !== 0 && previous?.group === run.group;
    if (joins && run.kind === 'row' && last?.type === 'table') last.rows.push(words);
    else blocks.push(open(run, words));
    previous = run;
  }
  return blocks;
}

function runsOf({ text, content }: { readonly text: string; readonly content: readonly Chunk[] }): readonly Run[] {
  const runs: Run[] = [];
  let shown = 0;
  for (const chunk of content) {
    for (const span of chunk.spans) {
      const start = Math.max(shown, chunk.start + span.start);
      const end = chunk.start + span.end;
      if (start >= end) continue;
      const marks = marksBetween(chunk, start, end);
      const run: Run = { ...span, start, end, gap: text.slice(shown, start), chunk, marks };
      const last = runs.at(-1);
      if (last !== undefined && continues(last, run)) {
        runs[runs.length - 1] = { ...last, end, marks: [...last.marks, ...marks] };
      } else runs.push(run);
      shown = end;
    }
  }
  return runs;
}

function marksBetween(chunk: Chunk, start: number, end: number): readonly Mark[] {
  return chunk.marks
    .map((mark) => ({ ...mark, start: mark.start + chunk.start, end: mark.end + chunk.start }))
    .map((mark) => ({ ...mark, start: Math.max(start, mark.start), end: Math.min(end, mark.end) }))
    .filter((mark) => mark.start < mark.end);
}

/** True if `next` continues `last`: the gap is empty or only a space, or for code a line break. */
function continues(last: Run, next: Run): boolean {
  if (last.kind !== next.kind || last.group !== next.group || last.ordinal !== next.ordinal) return false;
  if (last.kind === 'code' || last.kind === 'math') return last.language === next.language && /^\n?$/u.test(next.gap);
  return /^[ \t]?$/u.test(next.gap);
}

function headingsIn({ gap, chunk }: Run): readonly FlowBlock[] {
  const lines = [...gap.matchAll(/^(#{1,6}) (.+)$/gmu)];
  return lines.map(([, marks, text], index) => {
    const own = index === lines.length - 1 && text === chunk.heading;
    return { type: 'heading', depth: marks!.length, text: text!, anchor: own ? chunk.anchor : '' };
  });
}

function open({ kind, depth, ordinal, group, language }: Run, words: MarkedText): FlowBlock {
  switch (kind) {
    case 'item':
      return { type: 'item', ordinal, group, depth, ...words };
    case 'header':
      return { type: 'table', header: [words], rows: [], depth };
    case 'row':
      return { type: 'table', header: [], rows: [words], depth };
    case 'code':
      return { type: 'code', text: words.text, language, depth };
    default:
      return { type: 'text', kind, depth, ...words };
  }
}
