import type { Statement } from '../client/wire.ts';
import type { AnswerBlock, Placed } from './answer-blocks.ts';

/** Blocks as they lie in each other: a list holds items, an item what goes on in it. */
export type BlockNode<S extends Placed = Statement> =
  | { readonly type: 'block'; readonly block: AnswerBlock<S> }
  | { readonly type: 'list'; readonly isOrdered: boolean; readonly items: readonly ListItem<S>[] };

export interface ListItem<S extends Placed = Statement> {
  readonly block: AnswerBlock<S>;
  readonly children: readonly BlockNode<S>[];
}

/** Neighbours of one excerpt and one side as a tree. An item that lacks the one above it stands as far out as it can. */
export function blockTree<S extends Placed>(blocks: readonly AnswerBlock<S>[], level = 1): readonly BlockNode<S>[] {
  const nodes: BlockNode<S>[] = [];
  let at = 0;
  while (at < blocks.length) {
    const block = blocks[at]!;
    if (!isListed(block)) {
      nodes.push({ type: 'block', block });
      at += 1;
      continue;
    }
    let end = at + 1;
    while (end < blocks.length && isWithin(blocks[end]!, Math.max(level, block.depth))) end += 1;
    const item = { block, children: blockTree(blocks.slice(at + 1, end), Math.max(level, block.depth) + 1) };
    const isOrdered = block.type === 'step';
    const last = nodes.at(-1);
    if (last?.type === 'list' && last.isOrdered === isOrdered) {
      nodes[nodes.length - 1] = { ...last, items: [...last.items, item] };
    } else nodes.push({ type: 'list', isOrdered, items: [item] });
    at = end;
  }
  return nodes;
}

function isListed({ type }: AnswerBlock<Placed>): boolean {
  return type === 'item' || type === 'step';
}

/** Whether it belongs to an item of `depth` before it. */
function isWithin(block: AnswerBlock<Placed>, depth: number): boolean {
  return isListed(block) ? block.depth > depth : block.depth >= depth;
}
