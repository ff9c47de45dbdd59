import type { ScoredUnit } from './score-units.ts';

const MAX_STEPS = 12;
/** A list of steps is the answer when its best part, or what introduces it, comes this near to the best unit. */
const NEAR_BEST = 0.85;

/** The ordered list that answers a how-to question, with the sentence that introduces it; empty when none does. */
export function bestSteps(units: readonly ScoredUnit[]): ScoredUnit[] {
  const top = Math.max(0, ...units.map((unit) => unit.score));
  const lists = new Map<string, ScoredUnit[]>();
  for (const unit of units) {
    // A list's group is negative; other blocks of an item (its code) share it and belong to the steps.
    if (unit.block >= 0) continue;
    const key = `${unit.passage}:${unit.block}`;
    lists.set(key, [...(lists.get(key) ?? []), unit]);
  }
  let best: { score: number; list: ScoredUnit[] } | undefined;
  for (const list of lists.values()) {
    if (list.filter((unit) => unit.kind === 'step').length < 2) continue;
    const first = list[0]!;
    const before = units.find(
      (unit) => unit.passage === first.passage && unit.place === first.place - 1 && unit.kind === 'sentence',
    );
    const score = Math.max(before?.score ?? 0, ...list.map((unit) => unit.score));
    if (score < NEAR_BEST * top || (best !== undefined && score <= best.score)) continue;
    best = { score, list: before === undefined ? list : [before, ...list] };
  }
  return (best?.list ?? []).slice(0, MAX_STEPS + 1);
}
