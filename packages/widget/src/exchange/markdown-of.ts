import type { Statement } from '../client/wire.ts';
import type { AnswerBlock } from './answer-blocks.ts';
import { type AnswerGroup, answerGroups } from './answer-groups.ts';
import type { BlockNode } from './block-tree.ts';
import { rowCells } from './row-cells.ts';

/** How the words of a statement are written, and what stands around them. */
export interface MarkdownStyle {
  /** One line: the part of a statement's text. */
  readonly words: (statement: Statement, from: number, to: number) => string;
  /** What follows it; `''` for none. */
  readonly notes: (statement: Statement) => string;
  /** What stands above an excerpt; `''` for none. */
  readonly heading?: (excerpt: number) => string;
}

/** Statements as Markdown: paragraphs, nested lists, tables and fenced code. Nothing in code can end its fence. */
export function markdownOf(statements: readonly Statement[], style: MarkdownStyle): string {
  return answerGroups(statements)
    .flatMap((group) => [headingOf(group, style), ...group.nodes.map((node) => linesOf(node, style).join('\n'))])
    .filter((part) => part !== '')
    .join('\n\n');
}

function headingOf({ excerpt }: AnswerGroup, style: MarkdownStyle): string {
  return excerpt === null ? '' : (style.heading?.(excerpt) ?? '');
}

function linesOf(node: BlockNode, style: MarkdownStyle): readonly string[] {
  if (node.type === 'block') return blockLines(node.block, style);
  return node.items.flatMap(({ block, children }) => {
    const marker = block.type === 'step' ? `${block.ordinal}. ` : '- ';
    const below = children.flatMap((child) => [...(child.type === 'list' ? [] : ['']), ...linesOf(child, style)]);
    return [
      marker + textOf(block, style),
      ...below.map((line) => (line === '' ? '' : ' '.repeat(marker.length) + line)),
    ];
  });
}

function blockLines(block: AnswerBlock, style: MarkdownStyle): readonly string[] {
  const { type, statements } = block;
  if (type === 'table') return table(statements, style);
  if (type !== 'code') {
    const text = textOf(block, style);
    return [type === 'label' && text.trim() !== '' ? `**${text}**` : text];
  }
  const notes = statements.map(style.notes).join('').trim();
  return [...fenced(statements), ...(notes === '' ? [] : [notes])];
}

function textOf({ statements }: AnswerBlock, { words, notes }: MarkdownStyle): string {
  return statements.map((one) => words(one, 0, one.text.length) + notes(one)).join(' ');
}

/** The first row of a model's is the header where there are more; its notes stand in the last cell. */
function table(rows: readonly Statement[], { words, notes }: MarkdownStyle): readonly string[] {
  const lines = rows.map((row) => {
    const cells = rowCells(row.text).map(({ start, end }) => words(row, start, end));
    return { columns: cells.length, text: `| ${cells.join(' | ')}${notes(row)} |` };
  });
  const [first, ...rest] = lines;
  if (first === undefined) return [];
  if (rest.length === 0) return [first.text.slice(2, -2)];
  const rule = `|${' --- |'.repeat(first.columns)}`;
  const hasHead = rows[0]!.kind === 'header' || rows[0]!.excerpt === null;
  const head = hasHead ? [first.text, rule] : [`|${'  |'.repeat(first.columns)}`, rule, first.text];
  return [...head, ...rest.map(({ text }) => text)];
}

function fenced(statements: readonly Statement[]): readonly string[] {
  const text = statements.map((one) => one.text).join('\n');
  const longest = Math.max(2, ...(text.match(/`+/gu) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  return [`${fence}${statements[0]!.language.replace(/[^\w+#.-]/gu, '')}`, ...text.split('\n'), fence];
}
