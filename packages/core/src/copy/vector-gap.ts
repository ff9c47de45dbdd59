import type { PageVectors } from '../types/store.ts';

/** The largest difference of two components; infinite where the vectors do not run parallel. */
export function vectorGap(a: PageVectors, b: PageVectors): number {
  if (a.spaceId !== b.spaceId) return Infinity;
  return Math.max(gapOf(a.passages, b.passages), gapOf(a.headings, b.headings));
}

function gapOf(a: readonly Float32Array[], b: readonly Float32Array[]): number {
  if (a.length !== b.length) return Infinity;
  let gap = 0;
  for (const [i, ours] of a.entries()) {
    const theirs = b[i]!;
    if (ours.length !== theirs.length) return Infinity;
    for (let j = 0; j < ours.length; j++) {
      const own = Math.abs(ours[j]! - theirs[j]!);
      // A value that is no number is as far away as can be.
      if (!(own <= gap)) gap = Number.isNaN(own) ? Infinity : own;
    }
  }
  return gap;
}
