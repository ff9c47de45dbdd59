import type { Unit } from './units.ts';

/** Numbers the paragraphs, list items, code blocks and tables of an answer. Call it for the units in order. */
export function blockNumbers(): (unit: Unit, excerpt: number) => number {
  let block = -1;
  let last = '';
  return (unit, excerpt) => {
    const isTable = unit.kind === 'row' || unit.kind === 'header';
    const key = [excerpt, isTable ? `table ${unit.group}` : `${unit.passage} ${unit.span}`].join(' ');
    if (key !== last) block++;
    last = key;
    return block;
  };
}
