import type { ScoredUnit } from './score-units.ts';

const MOST = 3;
/** A further unit is lit when it comes this near to the best one. */
const NEAR = 0.85;

/** The units of an excerpt that answer by themselves. */
export function answeringUnits(units: readonly ScoredUnit[]): readonly ScoredUnit[] {
  const ranked = units
    .filter(({ kind }) => kind !== 'label' && kind !== 'header')
    .toSorted((a, b) => b.score - a.score);
  const best = ranked[0];
  if (best === undefined || best.own === 0) return [];
  return ranked.filter((unit) => unit.score >= NEAR * best.score && unit.own >= NEAR * best.own).slice(0, MOST);
}

/** The same to be marked for readers: none where that would be all of the excerpt. */
export function litUnits(units: readonly ScoredUnit[]): ReadonlySet<ScoredUnit> {
  const lit = answeringUnits(units);
  return new Set(lit.length === units.length ? [] : lit);
}
