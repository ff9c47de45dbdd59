import type { LegRange } from '@ibid/core/types';

/** Passages that tie, as those of one page do, or a single one. */
export interface Tier {
  readonly score: number;
  readonly passages: number;
}

/**
 * Best score and score at the limit over `total` passages of which `tiers` are the best, in order; the others have 0. With fewer passages
 * than `limit` it is the worst of all.
 */
export function legRange(tiers: Iterable<Tier>, limit: number, total: number): LegRange {
  const place = Math.min(limit, total);
  let hi: number | undefined;
  let lo = 0;
  let seen = 0;
  for (const { score, passages } of tiers) {
    if (seen >= place) break;
    if (passages === 0) continue;
    hi ??= score;
    lo = score;
    seen += passages;
  }
  return { hi: hi ?? 0, lo: seen >= place ? lo : 0 };
}
