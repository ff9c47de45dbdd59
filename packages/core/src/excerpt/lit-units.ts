import type { ScoredUnit } from './score-units.ts';

const MOST = 3;
/** Minimum share of the best unit's score for further units. */
const NEAR = 0.85;

/** Returns the units of an excerpt that answer by themselves. */
export function answeringUnits(units: readonly ScoredUnit[]): readonly ScoredUnit[] {
  const ranked = units
    .filter(({ kind }) => kind !== 'label' && kind !== 'header')
    .toSorted((a, b) => b.score - a.score);
  const best = ranked[0];
  if (best === undefined || best.own === 0) return [];
  return ranked.filter((unit) => unit.score >= NEAR * best.score && unit.own >= NEAR * best.own).slice(0, MOST);
}

/** Returns the units to highlight for readers: the answering units, or none if they are the whole excerpt. */
export function litUnits(units: readonly ScoredUnit[]): ReadonlySet<ScoredUnit> {
  const lit = answeringUnits(units);
  return new Set(lit.length === units.length ? [] : lit);
}
