import type { Mark, SectionLink, Statement } from '@ibid/client';
import type { Destination } from '../config/index.ts';
import type { AnswerBlock, BlockNode, MarkNode } from './answer-layout.ts';
import { answerGroups, markTree, placeOf, rowCells } from './answer-layout.ts';
import type { Exchange } from './exchange.ts';

type HrefOf = (to: Destination) => string;

/** Addresses, which many Markdown renderers turn into links by themselves. Bounded, so that no text takes long to match. */
const ADDRESS = /(?:\b[a-z][a-z0-9+.-]{0,30}:\/\/|\bwww\.)[^\s`|]+|[^\s`@|]{1,64}@[^\s`@|]+/giu;
/** Signs that can begin or end markup anywhere in a line. A name with inner underscores is left unchanged. */
const MARKUP = /[\p{L}\p{N}](?:_+[\p{L}\p{N}])+|[\\`*_[\]<~|]|&(?=#?\w{1,40};)/gu;
/** Signs that begin a block at the start of a line, after any spaces. */
const BEGINS_BLOCK = /^(\s*)(?:([-+=:#>])|(\d{1,9})([.)]))/u;

const SIGNS: { readonly [_ in Mark['kind']]?: string } = { strong: '**', emphasis: '*', strike: '~~' };

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
      return `[^${index}]: ${linkOf(placeOf(citation), citation, links, quote)} “${escapeMarkdown(oneLine(quote))}”`;
    });
  const answer = markdownOf(statements, {
    words: markedMarkdown,
    notes: (statement) =>
      noted.includes(statement)
        ? statement.citations
            .map((index) => ` [^${index}]`)
            .join('')
            .replaceAll('] [', '][')
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
  const name = escapeMarkdown(oneLine(place === '' ? url : place))
    .replaceAll(String.raw`\[`, '&#91;')
    .replaceAll(String.raw`\]`, '&#93;');
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

function oneLine(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}

/** Escapes one line of plain text so that Markdown shows it unchanged: it cannot make links, images, HTML or blocks. */
export function escapeMarkdown(text: string): string {
  let escaped = '';
  let from = 0;
  for (const { 0: address, index } of text.matchAll(ADDRESS)) {
    escaped += `${escapeWords(text.slice(from, index))}\`${address}\``;
    from = index + address.length;
  }
  escaped += escapeWords(text.slice(from));
  return escaped.replace(BEGINS_BLOCK, String.raw`$1$3\$2$4`);
}

function escapeWords(text: string): string {
  return text.replace(MARKUP, (found) => (/^[\p{L}\p{N}]/u.test(found) ? found : `\\${found}`));
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

function fenced(statements: readonly Statement[]): readonly string[] {
  const text = statements.map((one) => one.text).join('\n');
  const longest = Math.max(2, ...(text.match(/`+/gu) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  return [`${fence}${statements[0]!.language.replace(/[^\w+#.-]/gu, '')}`, ...text.split('\n'), fence];
}

/** Writes part of a statement's text as one line of Markdown, with emphasis, code and formulas. It cannot make a link. */
function markedMarkdown({ text, marks }: Pick<Statement, 'text' | 'marks'>, from: number, to: number): string {
  const written = (node: MarkNode): string => {
    if (typeof node === 'string') return escapeMarkdown(flat(node));
    const sign = SIGNS[node.kind];
    // GitHub's syntax for a formula; other renderers show it as code and interpret nothing inside.
    if (node.kind === 'math') return `$${code(flat(node.text))}$`;
    if (sign === undefined) return code(flat(node.text));
    const inner = joined(node.children.map(written));
    return inner.trim() === '' ? inner : sign + inner + sign;
  };
  // Marks without a sign are left out: splitting at them could let two pieces form one address.
  const shown = marks.filter(({ kind }) => kind === 'code' || kind === 'math' || kind in SIGNS);
  return joined(markTree(text, shown, from, to).map(written)).trim();
}

/** A space separates backticks that end one piece from those that begin the next: together they would form one run, which ends neither. */
function joined(pieces: readonly string[]): string {
  return pieces.reduce((all, piece) => all + (all.endsWith('`') && piece.startsWith('`') ? ' ' : '') + piece, '');
}

function code(text: string): string {
  const longest = Math.max(0, ...(text.match(/`+/gu) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  const pad = /^`|`$/u.test(text) ? ' ' : '';
  return `${fence}${pad}${text}${pad}${fence}`;
}

/** Replaces line breaks, which would begin a new block within one statement, by spaces. */
export function flat(text: string): string {
  return text.replace(/\s+/gu, (space) => (/[\n\r\u2028\u2029]/u.test(space) ? ' ' : space));
}
