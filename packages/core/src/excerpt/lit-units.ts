import type { ScoredUnit } from './score-units.ts';

const MOST = 3;
/** A further unit is lit when it comes this near to the best one. */
const NEAR = 0.85;

/** The units of an excerpt that answer by themselves; none where that would be all of it. */
export function litUnits(units: readonly ScoredUnit[]): ReadonlySet<ScoredUnit> {
  const ranked = units
    .filter(({ kind }) => kind !== 'label' && kind !== 'header')
    .toSorted((a, b) => b.score - a.score);
  const best = ranked[0];
  if (best === undefined || best.own === 0) return new Set();
  const lit = ranked.filter((unit) => unit.score >= NEAR * best.score && unit.own >= NEAR * best.own).slice(0, MOST);
  return lit.length === units.length ? new Set() : new Set(lit);
}
