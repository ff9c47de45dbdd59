import type { Mark, StatementKind } from './wire.ts';

/** Properties of a statement that determine where it is shown. */
export interface Placed {
  readonly kind: StatementKind;
  readonly text: string;
  readonly marks?: readonly Pick<Mark, 'kind' | 'start' | 'end'>[];
  readonly side: number;
  /** Not set if a model worded the statement; such statements have no blocks, levels or ordinals. */
  readonly excerpt: number | null | undefined;
  readonly block: number;
  readonly depth: number;
  readonly ordinal: number;
}

/** Statements that are shown together. */
export interface AnswerBlock<S extends Placed = Placed> {
  readonly type: 'paragraph' | 'label' | 'item' | 'step' | 'table' | 'code';
  /** Side of a contradiction, from 1; 0 if there is none. */
  readonly side: number;
  readonly excerpt: number | undefined;
  /** Nesting level in lists, including its own: an item has at least 1. */
  readonly depth: number;
  /** Number of a step; 0 for other types. */
  readonly ordinal: number;
  /** At least one. */
  readonly statements: readonly S[];
}

/** Matches labels of boxes that sites write in small letters and display with a capital. */
export const BOX: RegExp = /^(?:note|tip|info|warning|caution|danger|important)$/u;

function typeOf(kind: StatementKind): AnswerBlock['type'] {
  if (kind === 'sentence') return 'paragraph';
  return kind === 'header' || kind === 'row' ? 'table' : kind;
}

/**
 * Groups statements into blocks for display, in order. In an excerpt, a block is a block of the page. In a model's words, adjacent sentences
 * form a paragraph, and adjacent rows with the same number of cells a table. Another statement changes only the last block, so that what is
 * already shown does not move while an answer arrives.
 */
export function answerBlocks<S extends Placed>(statements: readonly S[]): readonly AnswerBlock<S>[] {
  const blocks: AnswerBlock<S>[] = [];
  // Code and list items between two steps do not restart the numbering.
  let nextStep = 1;
  for (const statement of statements) {
    const { kind, side } = statement;
    const excerpt = statement.excerpt ?? undefined;
    const last = blocks.at(-1);
    const isBeside = last?.side === side && last.excerpt === excerpt;
    if (last !== undefined && isBeside && joins(last, statement)) {
      blocks[blocks.length - 1] = { ...last, statements: [...last.statements, statement] };
      continue;
    }
    const type = typeOf(kind);
    if (type === 'paragraph' || type === 'table' || !isBeside) nextStep = 1;
    const ordinal = type !== 'step' ? 0 : excerpt === undefined ? nextStep : statement.ordinal || nextStep;
    if (type === 'step') nextStep = ordinal + 1;
    const depth = Math.max(type === 'item' || type === 'step' ? 1 : 0, excerpt === undefined ? 0 : statement.depth);
    blocks.push({ type, side, excerpt, depth, ordinal, statements: [statement] });
  }
  return blocks;
}

function joins<S extends Placed>(last: AnswerBlock<S>, statement: S): boolean {
  const before = last.statements.at(-1)!;
  const type = typeOf(statement.kind);
  if (last.excerpt !== undefined) {
    // An item can continue with further sentences.
    const goesOn = last.type === type || ((last.type === 'item' || last.type === 'step') && type === 'paragraph');
    return before.block === statement.block && goesOn;
  }
  if (last.type !== type) return false;
  return type === 'paragraph' || (type === 'table' && rowCells(before).length === rowCells(statement).length);
}

/**
 * Returns the cells of a row in the form of the index, `a | b`, as offsets in UTF-16 units. An empty first cell leaves its bar at the start;
 * a bar in code is part of its cell. A test keeps it equal to the function of the core, which clients do not load.
 */
export function rowCells({
  text,
  marks = [],
}: Pick<Placed, 'text' | 'marks'>): readonly { readonly start: number; readonly end: number }[] {
  const codes = marks.filter(({ kind }) => kind === 'code').toSorted((one, other) => one.start - other.start);
  const cells: { start: number; end: number }[] = [];
  let start = 0;
  let at = 0;
  for (const { 0: found, index } of text.matchAll(/(?:^| )\|(?= |$)/gu)) {
    const bar = index + found.length - 1;
    while (at < codes.length && codes[at]!.end <= bar) at++;
    if (index < start || (codes[at] !== undefined && codes[at]!.start <= bar)) continue;
    cells.push({ start, end: index });
    start = Math.min(bar + 2, text.length);
  }
  return [...cells, { start, end: text.length }];
}

/** `title › section`, or only the title for the top of a page. */
export function sectionName({ title, heading }: { readonly title: string; readonly heading: string }): string {
  return heading === title ? title : `${title} › ${heading}`;
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
