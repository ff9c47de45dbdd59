import { answerBlocks, type AnswerBlock, type Excerpt, type Shown, type Statement } from '@ibid/client';
import type { Destination } from '../config/index.ts';

/** A statement of an answer, or one of an uncited passage. */
export type Placed = Shown & Pick<Statement, 'side' | 'excerpt'>;

/** Blocks of one side, or of one excerpt. */
export interface AnswerGroup<S extends Placed = Statement> {
  readonly side: number;
  /** Index of the excerpt; `null` for text written by a model. */
  readonly excerpt: number | null;
  readonly nodes: readonly BlockNode<S>[];
}

/** Groups an answer for display, in its order. */
export function answerGroups<S extends Placed>(statements: readonly S[]): readonly AnswerGroup<S>[] {
  const groups: { side: number; excerpt: number | null; blocks: AnswerBlock<S>[] }[] = [];
  for (const block of answerBlocks(statements)) {
    const { side, excerpt = null } = block;
    const last = groups.at(-1);
    if (last?.side === side && last.excerpt === excerpt) last.blocks.push(block);
    else groups.push({ side, excerpt, blocks: [block] });
  }
  return groups.map(({ side, excerpt, blocks }) => ({ side, excerpt, nodes: blockTree(blocks) }));
}

/** Blocks as a tree: a list contains items, an item contains the blocks that belong to it. */
export type BlockNode<S extends Placed = Statement> =
  | { readonly type: 'block'; readonly block: AnswerBlock<S> }
  | { readonly type: 'list'; readonly isOrdered: boolean; readonly items: readonly ListItem<S>[] };

interface ListItem<S extends Placed = Statement> {
  readonly block: AnswerBlock<S>;
  readonly children: readonly BlockNode<S>[];
}

/** Nests neighbouring blocks of one excerpt and one side. An item without its parent item is placed as far out as possible. */
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

/** True if the block belongs to a preceding item of that depth. */
function isWithin(block: AnswerBlock<Placed>, depth: number): boolean {
  return isListed(block) ? block.depth > depth : block.depth >= depth;
}

/** Number of headings to show, counted from the section upwards. */
const NAMED = 2;

/** Path for readers, such as `Title › Heading › Section`; headings between the page's title and the last ones are replaced by `…`. */
export function placeOf({
  title,
  section,
  headings = [],
}: Pick<Excerpt, 'title' | 'section'> & Partial<Excerpt>): string {
  const path = headings.length > 0 ? headings : [section];
  const parts = [title, ...(path.length > NAMED ? ['…'] : []), ...path.slice(-NAMED)];
  return parts.filter((part, at) => part !== '' && part !== parts[at - 1]).join(' › ');
}

/** Place that a link of a page leads to; `undefined` for anything but an http(s) address. */
export function placeOfHref(href: string): Destination | undefined {
  if (!/^https?:\/\//iu.test(href) || !URL.canParse(href)) return undefined;
  const { origin, pathname, search, hash } = new URL(href);
  return { url: origin + pathname + search, anchor: decoded(hash.slice(1)), quote: '' };
}

function decoded(hash: string): string {
  try {
    return decodeURIComponent(hash);
  } catch {
    return hash;
  }
}
