import type { ScoredUnit } from './score-units.ts';
import { goesOn } from './units.ts';

/** Numbers the paragraphs, list items, code blocks and tables of an answer. Call it for the units in order. */
export function blockNumbers(): (unit: ScoredUnit, excerpt: number) => number {
  let block = -1;
  let last = '';
  let before: ScoredUnit | undefined;
  return (unit, excerpt) => {
    const isTable = unit.kind === 'row' || unit.kind === 'header';
    const key = [excerpt, isTable ? `table ${unit.group}` : `${unit.passage} ${unit.span}`].join(' ');
    if (key !== last && !goesOn(before, unit)) block++;
    last = key;
    before = unit;
    return block;
  };
}
