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

/** Returns the units of each excerpt of an answer as readers see them, without code that goes on behind a cut. */
export function shownUnits(
  excerpts: readonly { readonly units: readonly ScoredUnit[] }[],
  { weights }: Pick<QuestionTerms, 'weights'>,
): readonly (readonly ShownUnit[])[] {
  let block = -1;
  let last = '';
  let before: ScoredUnit | undefined;
  let isCut = false;
  return excerpts.map(({ units }, excerpt) => {
    const lit = answeringUnits(units);
    return units.flatMap((unit): readonly ShownUnit[] => {
      const isRest = goesOn(before, unit);
      if (isRest && isCut) {
        before = unit;
        return [];
      }
      const isTable = unit.kind === 'row' || unit.kind === 'header';
      const key = [excerpt, isTable ? `table ${unit.group}` : `${unit.passage} ${unit.span}`].join(' ');
      if (key !== last && !isRest) block++;
      last = key;
      before = unit;
      const text = unit.kind === 'code' ? trimCode(unit.text, weights) : unit.text;
      isCut = !unit.text.trimEnd().endsWith(text);
      return [{ unit, text, block, isLit: lit.length < units.length && lit.includes(unit) }];
    });
  });
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
