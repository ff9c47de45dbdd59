/** A point that Qdrant proposed by its own score, with the score that counts. */
export interface Rescored {
  readonly proposed: number;
  readonly exact: number;
}

/**
 * Whether no point outside `found` can be among the best `places` by exact score. `found` are the best `asked` by proposed score, in that
 * order. Qdrant's weights are those of the day when a point was written and of all points it holds, so its scores run above or below the exact
 * ones by some factor: the largest factor seen bounds what the best point not seen may have. A tie at the last place is not settled.
 */
export function isSettled(found: readonly Rescored[], asked: number, places: number): boolean {
  if (found.length < asked) return true;
  const last = found.at(-1)?.proposed ?? 0;
  const cut = found.map(({ exact }) => exact).sort((a, b) => b - a)[places - 1] ?? 0;
  let factor = 0;
  for (const { proposed, exact } of found) if (proposed > 0) factor = Math.max(factor, exact / proposed);
  return cut > last * factor * (1 + ROUNDING);
}

/** Qdrant reckons in 32 bits. */
const ROUNDING = 1e-5;
