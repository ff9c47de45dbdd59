import type { StatementKind } from '@ibid/core/types';

/** Fields that determine a statement's layout. */
export interface LaidOut {
  readonly kind: StatementKind;
  readonly text: string;
  readonly side: number;
  readonly language: string;
  /** `undefined` or `null` for what a model worded, which has no blocks, levels and ordinals. */
  readonly excerpt: number | null | undefined;
  readonly block: number;
  readonly depth: number;
  readonly ordinal: number;
}

/** Statements that are shown together. */
export interface AnswerBlock<S extends LaidOut = LaidOut> {
  readonly type: 'paragraph' | 'label' | 'item' | 'step' | 'table' | 'code';
  /** Of a contradiction, from 1; 0 otherwise. */
  readonly side: number;
  readonly excerpt: number | undefined;
  /** List levels around it, its own included: an item has at least 1. */
  readonly depth: number;
  /** Of a step: its number. 0 otherwise. */
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
 * Statements as the blocks that they are shown in, in their order. In an excerpt a block is what the page has as one; of words of a model,
 * neighbouring sentences are a paragraph and neighbouring rows with as many cells a table. A further statement changes no block but the last.
 */
export function answerLayout<S extends LaidOut>(statements: readonly S[]): readonly AnswerBlock<S>[] {
  const blocks: AnswerBlock<S>[] = [];
  // Code and points between two steps do not end the count.
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
      last.type === type &&
      (type === 'paragraph' || (type === 'table' && rowCells(before.text).length === rowCells(statement.text).length))
    );
  }
  if (before.block !== statement.block) return false;
  // An item goes on with sentences of its own.
  return last.type === type || ((last.type === 'item' || last.type === 'step') && type === 'paragraph');
}

/** Cells of a row as stored in an index, `a | b`, with their place in it. An empty first cell leaves its bar in front. */
export function rowCells(row: string): readonly { readonly start: number; readonly end: number }[] {
  const cells: { start: number; end: number }[] = [];
  let start = 0;
  for (const { 0: bar, index } of row.matchAll(/(?:^| )\|(?: |$)/gu)) {
    cells.push({ start, end: index });
    start = index + bar.length;
  }
  return [...cells, { start, end: row.length }];
}
