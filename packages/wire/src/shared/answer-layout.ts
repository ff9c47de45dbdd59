import { rowCells } from '@ibid/core';
import type { Mark, StatementKind } from '@ibid/core/types';

/** Properties of a statement that determine its layout. */
export interface LaidOut {
  readonly kind: StatementKind;
  readonly text: string;
  readonly marks?: readonly Mark[];
  readonly side: number;
  readonly language: string;
  /** `undefined` or `null` if a model worded it; such statements have no blocks, levels or ordinals. */
  readonly excerpt: number | null | undefined;
  readonly block: number;
  readonly depth: number;
  readonly ordinal: number;
}

/** Statements that are shown together. */
export interface AnswerBlock<S extends LaidOut = LaidOut> {
  readonly type: 'paragraph' | 'label' | 'item' | 'step' | 'table' | 'code';
  /** Side of a contradiction, from 1; 0 if there is none. */
  readonly side: number;
  readonly excerpt: number | undefined;
  /** Nesting level in lists, including its own: an item has at least 1. */
  readonly depth: number;
  /** Number of a step; 0 for anything else. */
  readonly ordinal: number;
  readonly statements: readonly S[];
}

const TYPE_OF = {
  sentence: 'paragraph',
  label: 'label',
  item: 'item',
  step: 'step',
  header: 'table',
  row: 'table',
  code: 'code',
} as const;

/**
 * Groups statements into display blocks, in order. In an excerpt, blocks are those of the page. In a model's words, adjacent sentences form
 * a paragraph, and adjacent rows with the same number of cells form a table. Another statement can change only the last block.
 */
export function answerLayout<S extends LaidOut>(statements: readonly S[]): readonly AnswerBlock<S>[] {
  const blocks: AnswerBlock<S>[] = [];
  // Code and list items between two steps do not reset the count.
  let nextStep = 1;
  for (const statement of statements) {
    const { kind, side } = statement;
    const last = blocks.at(-1);
    const excerpt = statement.excerpt ?? undefined;
    if (last !== undefined && joins(last, statement)) {
      blocks[blocks.length - 1] = { ...last, statements: [...last.statements, statement] };
      continue;
    }
    const type = TYPE_OF[kind];
    if (type === 'paragraph' || type === 'table' || last?.side !== side || last.excerpt !== excerpt) nextStep = 1;
    const ordinal = type !== 'step' ? 0 : excerpt === undefined ? nextStep : statement.ordinal || nextStep;
    if (type === 'step') nextStep = ordinal + 1;
    const isListed = type === 'item' || type === 'step';
    const depth = Math.max(isListed ? 1 : 0, excerpt === undefined ? 0 : statement.depth);
    blocks.push({ type, side, excerpt, depth, ordinal, statements: [statement] });
  }
  return blocks;
}

function joins<S extends LaidOut>(last: AnswerBlock<S>, statement: S): boolean {
  const before = last.statements.at(-1)!;
  const type = TYPE_OF[statement.kind];
  if (last.side !== statement.side || last.excerpt !== (statement.excerpt ?? undefined)) return false;
  if (last.excerpt === undefined) {
    return (
      last.type === type && (type === 'paragraph' || (type === 'table' && columnsOf(before) === columnsOf(statement)))
    );
  }
  if (before.block !== statement.block) return false;
  // An item can continue with further sentences.
  return last.type === type || ((last.type === 'item' || last.type === 'step') && type === 'paragraph');
}

function columnsOf({ text, marks }: LaidOut): number {
  return rowCells(text, marks).length;
}
