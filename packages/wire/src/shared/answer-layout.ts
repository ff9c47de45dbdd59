import type { Statement } from '@ibid/core';

type Shown = Pick<Statement, 'kind' | 'text' | 'citations' | 'side' | 'language'>;

/** Statements that are shown together. */
export type AnswerPart<S extends Shown = Shown> =
  | { readonly type: 'paragraph'; readonly side: number; readonly statements: readonly S[] }
  | { readonly type: 'list'; readonly side: number; readonly statements: readonly S[] }
  | { readonly type: 'rows'; readonly side: number; readonly statements: readonly S[] }
  /** `start` is the first number shown: code and points between two steps do not end the list. */
  | { readonly type: 'steps'; readonly side: number; readonly start: number; readonly statements: readonly S[] }
  | { readonly type: 'code'; readonly side: number; readonly statements: readonly [S] };

const PART_OF = {
  sentence: 'paragraph',
  item: 'list',
  row: 'rows',
  step: 'steps',
  code: 'code',
  header: 'rows',
  label: 'paragraph',
} as const;

/** Neighbours of one kind and one side share a part, rows only with as many cells: others are of another table. Order is kept. */
export function answerLayout<S extends Shown>(statements: readonly S[]): readonly AnswerPart<S>[] {
  const parts: AnswerPart<S>[] = [];
  let nextStep = 1;
  for (const statement of statements) {
    const type = PART_OF[statement.kind];
    const last = parts.at(-1);
    if (type === 'paragraph' || type === 'rows') nextStep = 1;
    if (last !== undefined && last.type === type && last.side === statement.side && joins(last, statement)) {
      parts[parts.length - 1] = { ...last, statements: [...last.statements, statement] } as AnswerPart<S>;
    } else if (type === 'steps') {
      if (last !== undefined && last.side !== statement.side) nextStep = 1;
      parts.push({ type, side: statement.side, start: nextStep, statements: [statement] });
    } else {
      parts.push({ type, side: statement.side, statements: [statement] });
    }
    if (type === 'steps') nextStep += 1;
  }
  return parts;
}

function joins<S extends Shown>(part: AnswerPart<S>, statement: S): boolean {
  if (part.type === 'code') return false;
  return part.type !== 'rows' || cells(part.statements[0]!.text) === cells(statement.text);
}

/** Cells of a row as it stands in an index, `a | b`. */
function cells(row: string): number {
  return row.split(/(?:^| )\|(?: |$)/u).length;
}
