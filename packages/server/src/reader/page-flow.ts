/**
 * A page as it can be shown again from the index: the chunks' spans in page order, joined where a chunk's border, or the
 * overlap of two chunks, had cut them, and grouped into lists and tables.
 */
import type { Chunk, Span } from '@ibid/core';

export type FlowBlock =
  | { readonly type: 'heading'; readonly depth: number; readonly text: string; readonly anchor: string }
  | { readonly type: 'text'; readonly kind: 'paragraph' | 'quote' | 'label' | 'math' | 'image'; readonly text: string }
  | { readonly type: 'code'; readonly text: string; readonly language: string }
  | { readonly type: 'list'; readonly ordered: boolean; readonly start: number; readonly items: readonly string[] }
  | { readonly type: 'table'; readonly header: readonly string[]; readonly rows: readonly string[] };

/** A span with offsets in the page's text. */
type PageSpan = Span;

/** `text` is the page's, `chunks` are in page order. */
export function pageFlow(page: { readonly text: string; readonly content: readonly Chunk[] }): readonly FlowBlock[] {
  const blocks: FlowBlock[] = [];
  let section = '';
  let pending: PageSpan[] = [];
  let shown = 0;
  const flush = (): void => {
    blocks.push(...groupSpans(page.text, pending));
    pending = [];
  };
  for (const chunk of page.content) {
    const key = JSON.stringify([chunk.anchor, chunk.headings]);
    if (key !== section) {
      flush();
      section = key;
      const depth = Math.min(6, chunk.headings.length + 1);
      if (chunk.headings.length > 0) blocks.push({ type: 'heading', depth, text: chunk.heading, anchor: chunk.anchor });
    }
    for (const span of chunk.spans) {
      const moved = { ...span, start: Math.max(shown, chunk.start + span.start), end: chunk.start + span.end };
      if (moved.start >= moved.end) continue;
      const last = pending.at(-1);
      if (last !== undefined && continues(page.text, last, moved))
        pending[pending.length - 1] = { ...last, end: moved.end };
      else pending.push(moved);
      shown = moved.end;
    }
  }
  flush();
  return blocks;
}

/** Whether `next` is the rest of `last`: only a space, or for code a line break, stands between the two. */
function continues(text: string, last: PageSpan, next: PageSpan): boolean {
  if (last.kind !== next.kind || last.group !== next.group || last.ordinal !== next.ordinal) return false;
  const gap = text.slice(last.end, next.start);
  if (last.kind === 'code' || last.kind === 'math') return last.language === next.language && /^\n?$/u.test(gap);
  return /^[ \t]?$/u.test(gap);
}

function groupSpans(text: string, spans: readonly PageSpan[]): readonly FlowBlock[] {
  const blocks: FlowBlock[] = [];
  let previous: PageSpan | undefined;
  for (const span of spans) {
    const shown = text.slice(span.start, span.end);
    const last = blocks.at(-1);
    const joins = previous !== undefined && previous.group === span.group && span.group !== 0;
    if (span.kind === 'item') {
      const ordered = span.ordinal > 0;
      if (joins && last?.type === 'list' && last.ordered === ordered) {
        blocks[blocks.length - 1] = { ...last, items: [...last.items, shown] };
      } else {
        blocks.push({ type: 'list', ordered, start: Math.max(1, span.ordinal), items: [shown] });
      }
    } else if (span.kind === 'row' || span.kind === 'header') {
      const [header, rows] = span.kind === 'header' ? [[shown], []] : [[], [shown]];
      if (joins && last?.type === 'table') {
        blocks[blocks.length - 1] = { ...last, header: [...last.header, ...header], rows: [...last.rows, ...rows] };
      } else {
        blocks.push({ type: 'table', header, rows });
      }
    } else if (span.kind === 'code') {
      blocks.push({ type: 'code', text: shown, language: span.language });
    } else {
      blocks.push({ type: 'text', kind: span.kind, text: shown });
    }
    previous = span;
  }
  return blocks;
}
