import type { Statement } from '../client/wire.ts';
import { type AnswerBlock, answerBlocks, type Placed } from './answer-blocks.ts';
import { type BlockNode, blockTree } from './block-tree.ts';

/** What is said by one side, or quoted from one excerpt. */
export interface AnswerGroup<S extends Placed = Statement> {
  readonly side: number;
  /** `null` for what a model worded. */
  readonly excerpt: number | null;
  readonly nodes: readonly BlockNode<S>[];
}

/** An answer as it is shown, in its order. */
export function answerGroups<S extends Placed>(statements: readonly S[]): readonly AnswerGroup<S>[] {
  const groups: { side: number; excerpt: number | null; blocks: AnswerBlock<S>[] }[] = [];
  for (const block of answerBlocks(statements)) {
    const { side, excerpt } = block;
    const last = groups.at(-1);
    if (last?.side === side && last.excerpt === excerpt) last.blocks.push(block);
    else groups.push({ side, excerpt, blocks: [block] });
  }
  return groups.map(({ side, excerpt, blocks }) => ({ side, excerpt, nodes: blockTree(blocks) }));
}
