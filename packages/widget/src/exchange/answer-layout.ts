import { answerBlocks, type AnswerBlock, type Excerpt, type Mark, type Shown, type Statement } from '@ibid/client';
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

/** A part of a text: a plain string, or a mark with its content. */
export type MarkNode = string | MarkedNode;

export interface MarkedNode extends Mark {
  /** Text that the mark covers, unchanged. */
  readonly text: string;
  readonly children: readonly MarkNode[];
}

/** Marks nested deeper become plain text: no browser lays out thousands of nested elements. */
const MAX_DEPTH = 8;

/**
 * Builds a tree of the marks in `text` from `from` to `to`. The texts of the tree, joined, always equal that part, for any marks:
 * marks are clipped to it and to each other; a mark inside one of its own kind and all marks inside a formula are left out.
 */
export function markTree(
  text: string,
  marks: readonly Mark[],
  from: number = 0,
  to: number = text.length,
): readonly MarkNode[] {
  const queue = marks
    .map((mark) => ({
      ...mark,
      start: whole(text, Math.max(from, mark.start)),
      end: whole(text, Math.min(to, mark.end)),
    }))
    .filter(({ start, end }) => start < end)
    .toSorted((one, other) => one.start - other.start || other.end - one.end);
  let next = 0;

  function nodes(start: number, end: number, around: readonly string[]): readonly MarkNode[] {
    const found: MarkNode[] = [];
    let at = start;
    while (next < queue.length && queue[next]!.start < end) {
      const mark = queue[next++]!;
      const begin = Math.max(at, mark.start);
      const stop = Math.min(end, mark.end);
      if (begin >= stop || around.length >= MAX_DEPTH || around.includes(mark.kind) || around.includes('math'))
        continue;
      if (begin > at) found.push(text.slice(at, begin));
      const children = nodes(begin, stop, [...around, mark.kind]);
      found.push({ ...mark, start: begin, end: stop, text: text.slice(begin, stop), children });
      at = stop;
    }
    if (at < end) found.push(text.slice(at, end));
    return found;
  }
  return nodes(from, to, []);
}

/** Rounds down to an offset that does not split a surrogate pair. */
function whole(text: string, offset: number): number {
  const at = Math.floor(offset);
  return /[\uDC00-\uDFFF]/.test(text[at] ?? '') && /[\uD800-\uDBFF]/.test(text[at - 1] ?? '') ? at - 1 : at;
}
