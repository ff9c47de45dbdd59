/** A point that Qdrant proposed by its own score, with the score that counts. */
export interface Rescored {
  readonly proposed: number;
  readonly exact: number;
}

/**
 * Whether no point outside `found` can be among the best `places` by exact score. `found` are the best `asked` by proposed score, in that
 * order. Qdrant's weights are those of the day when a point was written and of all points it holds, so exact scores are the proposed ones times
 * some factor, much the same for all. What is seen was chosen for its proposed score, so unseen points may have a larger factor than any
 * seen: how much larger is judged by how the factors seen spread. A tie at the last place is not settled.
 */
export function isSettled(found: readonly Rescored[], asked: number, places: number): boolean {
  if (found.length < asked) return true;
  const last = found.at(-1)?.proposed ?? 0;
  const cut = found.map(({ exact }) => exact).sort((a, b) => b - a)[places - 1] ?? 0;
  const factors = found.filter(({ proposed }) => proposed > 0).map(({ proposed, exact }) => exact / proposed);
  return cut > last * highest(factors) * (1 + ROUNDING);
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
