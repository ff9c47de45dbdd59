import type { Excerpt, Mark, Shown, Statement } from '@ibid/client';
import type { Destination } from '../config/index.ts';

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

interface Cell {
  /** In the row, UTF-16 units. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Cells of a row as it stands in an index, `a | b`. An empty first cell leaves its bar in front. */
export function rowCells(row: string): readonly Cell[] {
  const cells: Cell[] = [];
  let start = 0;
  const close = (end: number): void => void cells.push({ start, end, text: row.slice(start, end) });
  for (const { 0: bar, index } of row.matchAll(/(?:^| )\|(?: |$)/gu)) {
    close(index);
    start = index + bar.length;
  }
  close(row.length);
  return cells;
}

/** Blocks as they lie in each other: a list holds items, an item what goes on in it. */
export type BlockNode<S extends Placed = Statement> =
  | { readonly type: 'block'; readonly block: AnswerBlock<S> }
  | { readonly type: 'list'; readonly isOrdered: boolean; readonly items: readonly ListItem<S>[] };

interface ListItem<S extends Placed = Statement> {
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

/** Headings that are named; those between them and the title are not. */
const NAMED = 2;

/** `Title › Heading › Section`, for people; the headings between the page's title and the last ones are left out. */
export function placeOf({
  title,
  section,
  headings = [],
}: Pick<Excerpt, 'title' | 'section'> & Partial<Excerpt>): string {
  const path = headings.length > 0 ? headings : [section];
  const parts = [title, ...(path.length > NAMED ? ['…'] : []), ...path.slice(-NAMED)];
  return parts.filter((part, at) => part !== '' && part !== parts[at - 1]).join(' › ');
}

/** The place that a link in a page leads to; `undefined` for anything but a page of the web. */
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

/** A piece of a text: plain, or marked with more in it. */
export type MarkNode = string | MarkedNode;

export interface MarkedNode extends Mark {
  /** What it covers, as it is. */
  readonly text: string;
  readonly children: readonly MarkNode[];
}

/** Deeper is text: no browser lays out thousands of elements in one another. */
const MAX_DEPTH = 8;

/**
 * The part of a text from `from` to `to` with its marks as a tree. Whatever marks are given, the texts of the tree joined are that part:
 * marks are clipped to it and to each other, a link in a link and all marks within a formula are left out.
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

/** Not between the halves of a character. */
function whole(text: string, offset: number): number {
  const at = Math.floor(offset);
  return /[\uDC00-\uDFFF]/.test(text[at] ?? '') && /[\uD800-\uDBFF]/.test(text[at - 1] ?? '') ? at - 1 : at;
}
