import type { Statement, StatementKind } from '../client/wire.ts';
import { rowCells } from './row-cells.ts';

/** Statements that are shown together. */
export interface AnswerPart {
  readonly kind: StatementKind;
  /** Side of a contradiction, from 1; 0 otherwise. */
  readonly side: number;
  /** Of steps, the number of the first: code and points between two steps do not end the count. 1 otherwise. */
  readonly start: number;
  /** At least one; of code exactly one. */
  readonly statements: readonly Statement[];
}

/**
 * Neighbours of one kind and one side, in their order; rows only with as many cells, as others are of another table. A further
 * statement changes no part but the last, so that what is shown stands still while an answer comes.
 */
export function answerParts(statements: readonly Statement[]): readonly AnswerPart[] {
  const parts: AnswerPart[] = [];
  let step = 1;
  for (const statement of statements) {
    const { kind, side } = statement;
    const last = parts.at(-1);
    if (kind === 'sentence' || kind === 'row' || last?.side !== side) step = 1;
    if (last !== undefined && joins(last, statement)) {
      parts[parts.length - 1] = { ...last, statements: [...last.statements, statement] };
    } else parts.push({ kind, side, start: kind === 'step' ? step : 1, statements: [statement] });
    if (kind === 'step') step += 1;
  }
  return parts;
}

function joins(part: AnswerPart, { kind, side, text }: Statement): boolean {
  if (part.kind !== kind || part.side !== side || kind === 'code') return false;
  return kind !== 'row' || rowCells(part.statements[0]?.text ?? '').length === rowCells(text).length;
}
