/**
 * A page as it can be shown again from the index.
 *
 * The page's text reads like Markdown, and the chunks' spans say which parts of it are the page's own words. So the spans
 * are walked in page order, joined where a chunk's border or the overlap of two chunks had cut them, and grouped into lists
 * and tables; what stands between two spans holds the `##` lines of the headings and the indentation of list items.
 */
import type { Chunk, Span } from '@ibid/core';

export type FlowBlock =
  | { readonly type: 'heading'; readonly depth: number; readonly text: string; readonly anchor: string }
  | { readonly type: 'text'; readonly kind: TextKind; readonly text: string }
  | { readonly type: 'code'; readonly text: string; readonly language: string }
  | {
      readonly type: 'list';
      readonly ordered: boolean;
      readonly start: number;
      /** Lists that it stands in. */
      readonly depth: number;
      readonly items: string[];
    }
  | { readonly type: 'table'; readonly header: readonly string[]; readonly rows: string[] };

type TextKind = 'paragraph' | 'quote' | 'label' | 'math' | 'image';

interface Run extends Span {
  /** What stands between the words before and these. */
  readonly gap: string;
  readonly chunk: Chunk;
}

/** `text` is the page's, `content` its chunks in page order; offsets of the runs count in `text`. */
export function pageFlow(page: { readonly text: string; readonly content: readonly Chunk[] }): readonly FlowBlock[] {
  const blocks: FlowBlock[] = [];
  let previous: Run | undefined;
  for (const run of runsOf(page)) {
    const headings = headingsIn(run);
    blocks.push(...headings);
    const words = page.text.slice(run.start, run.end);
    const joins = headings.length === 0 && run.group !== 0 && previous?.group === run.group;
    if (!joins || !join(blocks.at(-1)!, run, words)) blocks.push(open(run, words));
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
      const run: Run = { ...span, start, end, gap: text.slice(shown, start), chunk };
      const last = runs.at(-1);
      if (last !== undefined && continues(last, run)) runs[runs.length - 1] = { ...last, end };
      else runs.push(run);
      shown = end;
    }
  }
  return runs;
}

/** Whether `next` is the rest of `last`: only a space, or for code a line break, stands between the two. */
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

function open(run: Run, words: string): FlowBlock {
  switch (run.kind) {
    case 'item': {
      const indent = /([ \t]*)\S*[ \t]*$/u.exec(run.gap)?.[1] ?? '';
      const depth = Math.min(4, Math.floor(indent.length / 2));
      return { type: 'list', ordered: run.ordinal > 0, start: run.ordinal, depth, items: [words] };
    }
    case 'header':
      return { type: 'table', header: [words], rows: [] };
    case 'row':
      return { type: 'table', header: [], rows: [words] };
    case 'code':
      return { type: 'code', text: words, language: run.language };
    default:
      return { type: 'text', kind: run.kind, text: words };
  }
}

/** Puts the run into the block; `false` when it is no part of it. */
function join(block: FlowBlock, run: Run, words: string): boolean {
  if (run.kind === 'item' && block.type === 'list' && block.ordered === run.ordinal > 0) block.items.push(words);
  else if (run.kind === 'row' && block.type === 'table') block.rows.push(words);
  else return false;
  return true;
}
