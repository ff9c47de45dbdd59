import type { LegRange } from '@ibid/core';

export interface Scored {
  readonly item: number;
  readonly score: number;
}

/** What one leg offers, best first, and its range. */
export interface Leg {
  readonly best: readonly Scored[];
  readonly range: LegRange;
}

export const NO_LEG: Leg = { best: [], range: { hi: 0, lo: 0 } };

/** Best first; ties in order of chunk id, which `rank` gives. */
export function ranked(scored: readonly Scored[], rank: Uint32Array): Scored[] {
  return scored.toSorted((a, b) => b.score - a.score || rank[a.item]! - rank[b.item]!);
}

/** Of the best of a leg that gives every passage a score. */
export function rangeOf(best: readonly Scored[]): LegRange {
  return { hi: best[0]?.score ?? 0, lo: best.at(-1)?.score ?? 0 };
}
