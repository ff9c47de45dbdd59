import { averagesOf } from '../averages.ts';
import type { ShownState } from '../layout.ts';

/** See `driftOf`. */
export interface Drift {
  readonly passages: number;
  readonly pages: number;
}

/**
 * How many times the weight of a word under today's averages may be the stored one. Of a field of length l, under an average a,
 *
 *     tf'(a) = w · tf / (1 − b + b · l / a)        tf'(a₁) / tf'(a₀) = (1 − b + b·l/a₀) / (1 − b + b·l/a₁) ≤ max(1, a₁/a₀)
 *
 * whatever l is; a sum over fields grows no more than the part that grows most. The weight is x·(k1 + 1) / (x + k1), concave and 0 at 0, so
 * it grows no more than x does. For the page text the same follows with its one field. With a₀ the lowest average that any weight on show was
 * made under, the bound holds for all of them. 1 for an index that does not say so: there it is left to the factors that are seen.
 */
export function driftOf({ totals, weighed }: Pick<ShownState, 'totals' | 'weighed'>): Drift {
  if (weighed === undefined) return { passages: 1, pages: 1 };
  const [title, headings, body, page] = averagesOf(totals).map((today, i) =>
    weighed[i]! > 0 ? today / weighed[i]! : 1,
  );
  return { passages: Math.max(1, title!, headings!, body!), pages: Math.max(1, page!) };
}
