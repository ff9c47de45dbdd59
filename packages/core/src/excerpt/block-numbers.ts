import { goesOn, type Unit } from './units.ts';

/** Numbers the paragraphs, list items, code blocks and tables of an answer. Call it for the units in order. */
export function blockNumbers(): (unit: Unit, excerpt: number) => number {
  let block = -1;
  let last = '';
  let before: Unit | undefined;
  return (unit, excerpt) => {
    const isTable = unit.kind === 'row' || unit.kind === 'header';
    const key = [excerpt, isTable ? `table ${unit.group}` : `${unit.passage} ${unit.span}`].join(' ');
    if (key !== last && !goesOn(before, unit)) block++;
    last = key;
    before = unit;
    return block;
  };
}
