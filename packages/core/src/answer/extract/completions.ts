import type { ScoredUnit } from './score-units.ts';

const MAX_ITEMS = 8;

/** What a unit needs to be understood: the list, code or rows that a sentence ending in a colon announces. */
export function completions(unit: ScoredUnit, units: readonly ScoredUnit[]): ScoredUnit[] {
  if (!/[:：]\s*$/u.test(unit.text) || unit.kind === 'code') return [];
  const after = units.filter((other) => other.passage === unit.passage && other.place > unit.place);
  const first = after[0];
  if (first === undefined || first.place !== unit.place + 1 || first.kind === 'sentence') return [];
  if (first.kind === 'code') return [first];
  const end = after.findIndex((other) => other.block !== first.block);
  return after.slice(0, end < 0 ? undefined : end).slice(0, MAX_ITEMS);
}
