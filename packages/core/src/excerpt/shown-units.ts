import type { QuestionTerms } from '../question/question-terms.ts';
import type { ScoredUnit } from './score-units.ts';
import { trimCode } from './trim-code.ts';
import { goesOn } from './units.ts';

const MOST = 3;
/** Minimum share of the best unit's score for further units. */
const NEAR = 0.85;

/** A unit as readers see it. */
export interface ShownUnit {
  readonly unit: ScoredUnit;
  /** Its text, or a part of very long code. */
  readonly text: string;
  /** Number of its paragraph, list item, code block or table in the answer. */
  readonly block: number;
  /** True if it is highlighted: it answers by itself, and is not the whole excerpt. */
  readonly isLit: boolean;
}

/** Returns the units of each excerpt of an answer as readers see them. */
export function shownUnits(
  excerpts: readonly { readonly units: readonly ScoredUnit[] }[],
  { weights }: Pick<QuestionTerms, 'weights'>,
): readonly (readonly ShownUnit[])[] {
  let block = -1;
  let last = '';
  let before: ScoredUnit | undefined;
  return excerpts.map(({ units }, excerpt) => {
    const lit = answeringUnits(units);
    const code = shownCode(units, weights);
    return units.flatMap((unit): readonly ShownUnit[] => {
      const text = code.get(unit) ?? unit.text;
      if (text === '') return [];
      const isRest = goesOn(before, unit);
      const isTable = unit.kind === 'row' || unit.kind === 'header';
      const key = [excerpt, isTable ? `table ${unit.group}` : `${unit.passage} ${unit.span}`].join(' ');
      if (key !== last && !isRest) block++;
      last = key;
      before = unit;
      return [{ unit, text, block, isLit: lit.length < units.length && lit.includes(unit) }];
    });
  });
}

/** Returns the part of each code block to show, `''` for none. Code that was too long for one passage is one block. */
function shownCode(units: readonly ScoredUnit[], weights: QuestionTerms['weights']): ReadonlyMap<ScoredUnit, string> {
  const parts = new Map<ScoredUnit, string>();
  const blocks: ScoredUnit[][] = [];
  for (const unit of units) {
    if (goesOn(blocks.at(-1)?.at(-1), unit)) blocks.at(-1)!.push(unit);
    else if (unit.kind === 'code') blocks.push([unit]);
  }
  for (const block of blocks) {
    const { start, end } = trimCode(block.map(({ text }) => text).join('\n'), weights);
    let at = 0;
    for (const unit of block) {
      parts.set(unit, unit.text.slice(Math.max(0, start - at), Math.max(0, end - at)));
      at += unit.text.length + 1;
    }
  }
  return parts;
}

/** Returns the units of an excerpt that answer by themselves. */
export function answeringUnits(units: readonly ScoredUnit[]): readonly ScoredUnit[] {
  const ranked = units
    .filter(({ kind }) => kind !== 'label' && kind !== 'header')
    .toSorted((a, b) => b.score - a.score);
  const best = ranked[0];
  if (best === undefined || best.own === 0) return [];
  return ranked.filter((unit) => unit.score >= NEAR * best.score && unit.own >= NEAR * best.own).slice(0, MOST);
}
