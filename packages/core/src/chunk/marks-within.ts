import type { Mark } from '../types/mark.ts';

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
