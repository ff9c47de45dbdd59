import type { Shown, Statement } from '../client/wire.ts';
import { rowCells } from './row-cells.ts';

/** A statement, or one of a passage that is not cited. */
export type Placed = Shown & Partial<Pick<Statement, 'citations' | 'side' | 'excerpt'>>;

/** Statements that are shown together. */
export interface AnswerBlock<S extends Placed = Statement> {
  readonly type: 'paragraph' | 'label' | 'item' | 'step' | 'table' | 'code';
  /** Of a contradiction, from 1; 0 otherwise. */
  readonly side: number;
  /** `null` for what a model worded. */
  readonly excerpt: number | null;
  /** List levels that it stands in, its own included: an item has at least 1. */
  readonly depth: number;
  /** Of a step: its number. 0 otherwise. */
  readonly ordinal: number;
  /** At least one. */
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
 * neighbouring sentences are a paragraph and neighbouring rows with as many cells a table. A further statement changes no block but the
 * last, so that what is shown stands still while an answer comes. Held equal to the server's own blocks by a test.
 */
export function answerBlocks<S extends Placed>(statements: readonly S[]): readonly AnswerBlock<S>[] {
  const blocks: AnswerBlock<S>[] = [];
  // Code and points between two steps do not end the count.
  let nextStep = 1;
  for (const statement of statements) {
    const { side = 0, excerpt = 0 } = statement;
    const last = blocks.at(-1);
    if (last !== undefined && last.side === side && last.excerpt === excerpt && joins(last, statement)) {
      blocks[blocks.length - 1] = { ...last, statements: [...last.statements, statement] };
      continue;
    }
    const type = TYPE_OF[statement.kind];
    if (type === 'paragraph' || type === 'table' || last?.side !== side || last.excerpt !== excerpt) nextStep = 1;
    const ordinal = type !== 'step' ? 0 : excerpt === null ? nextStep : statement.ordinal || nextStep;
    if (type === 'step') nextStep = ordinal + 1;
    const depth = Math.max(type === 'item' || type === 'step' ? 1 : 0, excerpt === null ? 0 : statement.depth);
    blocks.push({ type, side, excerpt, depth, ordinal, statements: [statement] });
  }
  return blocks;
}

function joins<S extends Placed>(last: AnswerBlock<S>, statement: S): boolean {
  const before = last.statements.at(-1)!;
  const type = TYPE_OF[statement.kind];
  if (last.excerpt !== null) {
    // An item goes on with sentences of its own.
    const goesOn = last.type === type || ((last.type === 'item' || last.type === 'step') && type === 'paragraph');
    return before.block === statement.block && goesOn;
  }
  if (type === 'table') return last.type === type && rowCells(before.text).length === rowCells(statement.text).length;
  return type === 'paragraph' && last.type === type;
}
