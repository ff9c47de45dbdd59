import type { Mark } from '../client/wire.ts';

/** A piece of a text: plain, or marked with more in it. */
export type MarkNode = string | MarkedNode;

export interface MarkedNode extends Mark {
  /** What it covers, as it is. */
  readonly text: string;
  readonly children: readonly MarkNode[];
}

/** Deeper is text: no browser lays out thousands of elements in one another. */
const MAX_DEPTH = 8;

/**
 * The part of a text from `from` to `to` with its marks as a tree. Whatever marks are given, the texts of the tree joined are that part:
 * marks are clipped to it and to each other, a link in a link and all marks within a formula are left out.
 */
export function markTree(
  text: string,
  marks: readonly Mark[],
  from: number = 0,
  to: number = text.length,
): readonly MarkNode[] {
  const queue = marks
    .map((mark) => ({
      ...mark,
      start: whole(text, Math.max(from, mark.start)),
      end: whole(text, Math.min(to, mark.end)),
    }))
    .filter(({ start, end }) => start < end)
    .toSorted((one, other) => one.start - other.start || other.end - one.end);
  let next = 0;

  function nodes(start: number, end: number, around: readonly string[]): readonly MarkNode[] {
    const found: MarkNode[] = [];
    let at = start;
    while (next < queue.length && queue[next]!.start < end) {
      const mark = queue[next++]!;
      const begin = Math.max(at, mark.start);
      const stop = Math.min(end, mark.end);
      if (begin >= stop || around.length >= MAX_DEPTH || around.includes(mark.kind) || around.includes('math'))
        continue;
      if (begin > at) found.push(text.slice(at, begin));
      const children = nodes(begin, stop, [...around, mark.kind]);
      found.push({ ...mark, start: begin, end: stop, text: text.slice(begin, stop), children });
      at = stop;
    }
    if (at < end) found.push(text.slice(at, end));
    return found;
  }
  return nodes(from, to, []);
}

/** Not between the halves of a character. */
function whole(text: string, offset: number): number {
  const at = Math.floor(offset);
  return /[\uDC00-\uDFFF]/.test(text[at] ?? '') && /[\uD800-\uDBFF]/.test(text[at - 1] ?? '') ? at - 1 : at;
}
