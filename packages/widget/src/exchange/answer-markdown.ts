import { escapeMarkdown, fencedCode, inlineCode, joinMarkdown, markTree, rowCells } from '@ibid/client';
import type { AnswerBlock, Mark, MarkNode, SectionLink, Statement } from '@ibid/client';
import type { Destination } from '../config/index.ts';
import { answerGroups, placeOf, type BlockNode } from './answer-layout.ts';
import type { Exchange } from './exchange.ts';

type HrefOf = (to: Destination) => string;

/** Signs around marked words; code and formulas have signs of their own. Other marks are left out: splitting at them could let two pieces form one address. */
const SIGNS: { readonly [_ in Mark['kind']]?: string } = {
  strong: '**',
  emphasis: '*',
  code: '',
  math: '',
};

/**
 * Writes the answer as Markdown for pasting elsewhere. Each excerpt gets a link to its section above it. A model's text gets
 * footnote numbers, and below it one footnote per citation, with a link to its page and the quoted words. All links come from
 * `hrefOf`, made absolute from the page `here`, so that they work wherever they are pasted; text of pages cannot make a link.
 * Returns `''` if there are no statements.
 */
export function answerMarkdown(
  { statements, excerpts, citations }: Pick<Exchange, 'statements' | 'excerpts' | 'citations'>,
  links: { readonly hrefOf: HrefOf; readonly here: string },
): string {
  const noted = statements.filter(({ excerpt }) => excerpt === null || excerpts[excerpt] === undefined);
  const used = new Set(noted.flatMap((statement) => statement.citations));
  const notes = citations
    .filter(({ index }) => used.has(index))
    .map((citation) => {
      const { index, quote } = citation;
      return `[^${index}]: ${linkOf(placeOf(citation), citation, links, quote)} “${escapeMarkdown(quote)}”`;
    });
  const answer = markdownOf(statements, {
    words: markedMarkdown,
    notes: (statement) =>
      noted.includes(statement) && statement.citations.length > 0
        ? ` ${statement.citations.map((index) => `[^${index}]`).join('')}`
        : '',
    heading: (index) => {
      const excerpt = excerpts[index];
      return excerpt === undefined ? '' : linkOf(placeOf(excerpt), excerpt, links);
    },
  });
  return answer === '' ? '' : `${[answer, notes.join('\n')].filter((part) => part !== '').join('\n\n')}\n`;
}

function linkOf(
  place: string,
  { url, anchor }: Pick<SectionLink, 'url' | 'anchor'>,
  { hrefOf, here }: { readonly hrefOf: HrefOf; readonly here: string },
  quote = '',
): string {
  // Some Markdown renderers remove the escapes of brackets within a link and then parse it again.
  const name = escapeMarkdown(place || url).replace(/\\([[\]])/gu, (_, sign: string) => `&#${sign.charCodeAt(0)};`);
  const address = absolute(hrefOf({ url, anchor, quote }), here);
  return address === '' ? name : `[${name}](<${address}>)`;
}

/** `''` for anything but an http(s) address. */
function absolute(href: string, here: string): string {
  try {
    const address = new URL(href, here);
    return href !== '' && /^https?:$/u.test(address.protocol) ? address.href : '';
  } catch {
    return '';
  }
}

/** Functions that write the text of a statement and the text around it. */
export interface MarkdownStyle {
  /** Writes part of a statement's text as one line. */
  readonly words: (statement: Statement, from: number, to: number) => string;
  /** Text that follows a statement; `''` for none. */
  readonly notes: (statement: Statement) => string;
  /** Line above an excerpt; `''` for none. */
  readonly heading?: (excerpt: number) => string;
}

/** Writes statements as Markdown: paragraphs, nested lists, tables and fenced code. Nothing in code can end its fence. */
export function markdownOf(statements: readonly Statement[], style: MarkdownStyle): string {
  return answerGroups(statements)
    .flatMap(({ excerpt, nodes }) => [
      excerpt === null ? '' : (style.heading?.(excerpt) ?? ''),
      ...nodes.map((node) => linesOf(node, style).join('\n')),
    ])
    .filter((part) => part !== '')
    .join('\n\n');
}

function linesOf(node: BlockNode, style: MarkdownStyle): readonly string[] {
  if (node.type === 'block') return blockLines(node.block, style);
  return node.items.flatMap(({ block, children }) => {
    const marker = block.type === 'step' ? `${block.ordinal}. ` : '- ';
    const below = children.flatMap((child) => [...(child.type === 'list' ? [] : ['']), ...linesOf(child, style)]);
    return [
      // A marker with nothing behind it would turn the line above into a heading.
      marker + (textOf(block, style) || '\u200B'),
      ...below.map((line) => (line === '' ? '' : ' '.repeat(marker.length) + line)),
    ];
  });
}

function blockLines(block: AnswerBlock<Statement>, style: MarkdownStyle): readonly string[] {
  const { type, statements } = block;
  if (type === 'table') return table(statements, style);
  if (type !== 'code') {
    const text = textOf(block, style);
    return [type === 'label' && text.trim() !== '' ? `**${text}**` : text];
  }
  const notes = statements.map(style.notes).join('').trim();
  return [
    ...fencedCode(statements.map(({ text }) => text).join('\n'), statements[0]!.language),
    ...(notes === '' ? [] : [notes]),
  ];
}

function textOf({ statements }: AnswerBlock<Statement>, { words, notes }: MarkdownStyle): string {
  return statements.map((one) => words(one, 0, one.text.length) + notes(one)).join(' ');
}

/** In a model's table of more than one row, the first row is the header. Notes go into the last cell of their row. */
function table(rows: readonly Statement[], { words, notes }: MarkdownStyle): readonly string[] {
  const lines = rows.map((row) => {
    const cells = rowCells(row).map(({ start, end }) => words(row, start, end));
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

/** Writes part of a statement's text as one line of Markdown, with emphasis, code and formulas. It cannot make a link. */
function markedMarkdown({ kind: shape, text, marks }: Statement, from: number, to: number): string {
  const isRow = shape === 'row' || shape === 'header';
  const written = (node: MarkNode): string => {
    if (typeof node === 'string') return escapeMarkdown(node);
    const sign = SIGNS[node.kind];
    // GitHub's syntax for a formula; other renderers show it as code and interpret nothing inside.
    if (node.kind === 'math') return `$${inlineCode(node.text)}$`;
    if (!sign) return inlineCode(node.text);
    const inner = node.children.map(written).reduce(joinMarkdown, '');
    return inner.trim() === '' ? inner : sign + inner + sign;
  };
  // In a table, no code can have a bar after a backslash: the bar would end the cell and, with it, the code.
  const shown = marks.filter(
    ({ kind, start, end }) => kind in SIGNS && !(isRow && text.slice(start, end).includes('\\|')),
  );
  const line = markTree(text, shown, from, to).map(written).reduce(joinMarkdown, '').trim();
  // A bar within a cell is no border.
  return isRow ? line.replace(/\|/gu, '\\$&') : line;
}
