import type { Mark } from '../spec/mark.ts';

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
