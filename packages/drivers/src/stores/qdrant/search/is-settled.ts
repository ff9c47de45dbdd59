/** A point that Qdrant proposed by its own score, with the score that counts. */
export interface Rescored {
  readonly proposed: number;
  readonly exact: number;
}

/**
 * Whether no point outside `found` can be among the best `places` by exact score. `found` are the best `asked` by proposed score, in that
 * order. An exact score is the proposed one times some factor, of two parts: words weigh what they did under the averages of the day when the
 * point was written, which makes no more than `drift` (`drift-of.ts`); and Qdrant counts in how many points a word stands itself, over each
 * shard, and over what is not shown. While those counts are ours, as they are in one shard with no build under way, `drift` bounds the factor.
 * Else it is judged by the factors seen; they were chosen for proposed scores, so the largest of others may lie above them by about as much
 * as they spread. A tie at the last place is not settled.
 */
export function isSettled(found: readonly Rescored[], asked: number, places: number, drift = 1): boolean {
  if (found.length < asked) return true;
  const last = found.at(-1)?.proposed ?? 0;
  const cut = found.map(({ exact }) => exact).sort((a, b) => b - a)[places - 1] ?? 0;
  const factors = found.filter(({ proposed }) => proposed > 0).map(({ proposed, exact }) => exact / proposed);
  return cut > last * Math.max(drift, highest(factors)) * (1 + ROUNDING);
}

/** What hardly any factor exceeds. */
function highest(factors: readonly number[]): number {
  const mean = factors.reduce((sum, factor) => sum + factor, 0) / Math.max(1, factors.length);
  const variance = factors.reduce((sum, factor) => sum + (factor - mean) ** 2, 0) / Math.max(1, factors.length);
  return factors.reduce((most, factor) => Math.max(most, factor), 0) + SPREADS * Math.sqrt(variance);
}

const SPREADS = 3;
/** Qdrant reckons in 32 bits. */
const ROUNDING = 1e-5;
