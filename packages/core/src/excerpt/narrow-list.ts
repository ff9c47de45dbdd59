import type { QuestionTerms } from '../question/question-terms.ts';
import { rowCells } from '../text/row-cells.ts';
import { contentTokens } from '../text/tokenize.ts';
import { wholeOf } from './bindings.ts';
import type { ScoredUnit } from './score-units.ts';

/** Tables with fewer rows, and lists with fewer items, are shown whole. */
const FEWEST_ROWS = 6;
const FEWEST_ITEMS = 10;
/** Share of the best one's words of the question with which others are kept. */
const NEAR = 0.7;
/** Largest share of rows or items that may be kept; if more have the words, all are about the question. */
const FEW = 0.5;

/**
 * Leaves out what is not asked of a long table or list whose best row or item answers: `places` without its other rows or items. Rows whose
 * first cell the question names are never left out. Steps, lists of more than one level, and tables with rows about those below them stay whole.
 */
export function narrowList(
  units: readonly ScoredUnit[],
  places: readonly number[],
  { weights }: Pick<QuestionTerms, 'weights'>,
): readonly number[] {
  const best = places.toSorted((a, b) => units[b]!.score - units[a]!.score)[0];
  if (best === undefined) return places;
  const { kind, own, depth } = units[best]!;
  const { first, last } = wholeOf(units, best);
  const listed = places.filter((place) => place >= first && place <= last && units[place]!.kind !== 'header');
  const isFlat = listed.every((place) => units[place]!.kind === kind && units[place]!.depth === depth);
  const isGrouped = listed.some(
    (place) => kind === 'row' && (isOfGroup(units[place]!.text) || goesOnAbove(units[place]!.text)),
  );
  if ((kind !== 'row' && kind !== 'item') || !isFlat || isGrouped) return places;
  if (listed.length < (kind === 'row' ? FEWEST_ROWS : FEWEST_ITEMS)) return places;
  const isNamed = (row: string): boolean => {
    const name = contentTokens(firstCell(row));
    return name.size > 0 && [...name].every((token) => weights.has(token));
  };
  const others = new Set(
    listed.filter((place) => units[place]!.own < NEAR * own && !(kind === 'row' && isNamed(units[place]!.text))),
  );
  return listed.length - others.size > FEW * listed.length ? places : places.filter((place) => !others.has(place));
}

/** True for a row whose first cell is empty because it says the same as the one above. */
function goesOnAbove(row: string): boolean {
  return firstCell(row) === '';
}

function firstCell(row: string): string {
  const [first] = rowCells(row);
  return row.slice(first?.start, first?.end).trim();
}

/** True for a row such as "In storage only", which says of which kind the rows below it are: over all columns, or in the first one alone. */
function isOfGroup(row: string): boolean {
  const cells = rowCells(row).map(({ start, end }) => row.slice(start, end).trim());
  return new Set(cells.filter((cell) => cell !== '')).size < 2;
}
