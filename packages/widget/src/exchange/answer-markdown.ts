import type { Mark, SectionLink, Statement } from '@ibid/client';
import type { Destination } from '../config/index.ts';
import type { AnswerBlock, BlockNode, MarkNode } from './answer-layout.ts';
import { answerGroups, markTree, placeOf, rowCells } from './answer-layout.ts';
import type { Exchange } from './exchange.ts';

type HrefOf = (to: Destination) => string;

/** Addresses, which many readers of Markdown turn into links unasked. Bounded, so that no text takes long. */
const ADDRESS = /(?:\b[a-z][a-z0-9+.-]{0,30}:\/\/|\bwww\.)[^\s`|]+|[^\s`@|]{1,64}@[^\s`@|]+/giu;
/** What can begin or end markup anywhere in a line. A name with underscores within is left alone. */
const MARKUP = /[\p{L}\p{N}](?:_+[\p{L}\p{N}])+|[\\`*_[\]<~|]|&(?=#?\w{1,40};)/gu;
/** Only at the beginning of a line, before which spaces count for nothing. */
const BEGINS_BLOCK = /^(\s*)(?:([-+=:#>])|(\d{1,9})([.)]))/u;

const SIGNS: { readonly [_ in Mark['kind']]?: string } = { strong: '**', emphasis: '*', strike: '~~' };

/**
 * The answer as Markdown to take along: above each excerpt a link to its section; of what a model worded, footnote numbers in it and below
 * each footnote as a link to its page with the quoted words. All links are those that `hrefOf` gives, as they lead from the page `here`, so
 * that they work wherever they are pasted; text of pages can make none. `''` without statements.
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
  // Some readers of Markdown take the escapes of brackets within a link away, and then read it again.
  const name = escapeMarkdown(oneLine(place === '' ? url : place))
    .replaceAll(String.raw`\[`, '&#91;')
    .replaceAll(String.raw`\]`, '&#93;');
  const address = absolute(hrefOf({ url, anchor, quote }), here);
  return address === '' ? name : `[${name}](<${address}>)`;
}

/** `''` for what is no address of a page. */
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

/** One line of plain text so that Markdown shows it as it is: no links, no images, no HTML and no blocks come of it. */
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
      // Without a word it would make a heading of the line above it.
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

/** A part of a statement's text as one line of Markdown, with its emphasis, code and formulas. No link comes of it. */
function markedMarkdown({ text, marks }: Pick<Statement, 'text' | 'marks'>, from: number, to: number): string {
  const written = (node: MarkNode): string => {
    if (typeof node === 'string') return escapeMarkdown(flat(node));
    const sign = SIGNS[node.kind];
    // GitHub's way to write a formula; what does not know it shows code, and makes nothing of what stands in it.
    if (node.kind === 'math') return `$${code(flat(node.text))}$`;
    if (sign === undefined) return code(flat(node.text));
    const inner = joined(node.children.map(written));
    return inner.trim() === '' ? inner : sign + inner + sign;
  };
  // What has no signs would let two pieces become one address.
  const shown = marks.filter(({ kind }) => kind === 'code' || kind === 'math' || kind in SIGNS);
  return joined(markTree(text, shown, from, to).map(written)).trim();
}

/** Backticks that end one piece and begin the next would be read as one run, which ends neither. */
function joined(pieces: readonly string[]): string {
  return pieces.reduce((all, piece) => all + (all.endsWith('`') && piece.startsWith('`') ? ' ' : '') + piece, '');
}

function code(text: string): string {
  const longest = Math.max(0, ...(text.match(/`+/gu) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  const pad = /^`|`$/u.test(text) ? ' ' : '';
  return `${fence}${pad}${text}${pad}${fence}`;
}

/** A line break in what is one statement would begin a block of its own. */
export function flat(text: string): string {
  return text.replace(/\s+/gu, (space) => (/[\n\r\u2028\u2029]/u.test(space) ? ' ' : space));
}
