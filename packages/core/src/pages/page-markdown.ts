/**
 * Renders a page of the index as Markdown for programs: headings with their anchors, lists, tables, code, formulas, and links to other
 * pages of the site. Indexing the result gives the same passages. The index does not store addresses of images and of other sites.
 */
import GithubSlugger from 'github-slugger';
import type { BlockContent, Code, ListItem, Paragraph, PhrasingContent, RootContent, Table } from 'mdast';
import { directiveToMarkdown } from 'mdast-util-directive';
import { gfmToMarkdown } from 'mdast-util-gfm';
import { mathToMarkdown } from 'mdast-util-math';
import { toMarkdown, type Options } from 'mdast-util-to-markdown';
import { rowCells } from '../text/row-cells.ts';
import type { Chunk } from '../types/chunk.ts';
import { pageFlow, type FlowBlock, type MarkedText } from './page-flow.ts';

export interface MarkdownPage {
  /** Address of the page. */
  readonly url: string;
  readonly title: string;
  readonly text: string;
  /** Chunks of the page, in page order. */
  readonly content: readonly Chunk[];
}

/** Renders the page. `index` is the address of the site's `llms.txt`, which the page then mentions. */
export function pageMarkdown(page: MarkdownPage, options: { readonly index?: string } = {}): string {
  return [...markdownSections(page, options)].join('');
}

/** Renders the page in parts of a few hundred blocks, items or rows, so that long pages can be rendered in steps. Joined, the parts are the page. */
export function* markdownSections(
  page: MarkdownPage,
  { index }: { readonly index?: string } = {},
): Generator<string, void, void> {
  const blocks = pageFlow(page);
  const [first] = blocks;
  const hasTitle = first?.type === 'heading' && (first.depth === 1 || first.text === page.title);
  const shown = hasTitle ? blocks : [titleOf(page), ...blocks];
  const about = [
    `url: ${JSON.stringify(page.url)}`,
    ...(index === undefined ? [] : [`index: ${JSON.stringify(index)}`]),
  ];
  yield `---\n${about.join('\n')}\n---\n`;
  let part: RootContent[] = [];
  let gap = '\n';
  const rendered = (): string => {
    const text = gap + toMarkdown({ type: 'root', children: part }, WRITING);
    part = [];
    gap = '\n';
    return text;
  };
  const nodes = nodesOf(shown);
  // Ends a step.
  yield '';
  for (const node of nodes) {
    // The bullets of a list depend on those of a list directly above.
    const isBelowList = node.type === 'list' && part.at(-1)?.type === 'list';
    const isLong = (node.type === 'list' || node.type === 'table') && node.children.length > AT_ONCE;
    const isNext = node.type === 'heading' || isLong || part.length >= AT_ONCE;
    if (part.length > 0 && isNext && !isBelowList) yield rendered();
    if (node.type === 'table' && isLong) yield* tableParts(node);
    else if (node.type === 'list' && isLong && !isBelowList) {
      for (let at = 0; at < node.children.length; at += AT_ONCE) {
        if (at > 0) {
          yield rendered();
          gap = '';
        }
        const start = node.ordered === true ? { start: node.start! + at } : {};
        part = [{ ...node, ...start, children: node.children.slice(at, at + AT_ONCE) }];
      }
    } else part.push(node);
  }
  if (part.length > 0) yield rendered();
}

/** Blocks, list items or table rows that are rendered at once. */
const AT_ONCE = 200;

/** Renders a long table in parts. Its header decides the number of columns of all. */
function* tableParts(table: Table): Generator<string, void, void> {
  const [header, ...rows] = table.children;
  const columns = Math.max(...table.children.map(({ children }) => children.length));
  const missing = columns - header!.children.length;
  const cells = [
    ...header!.children,
    ...Array.from({ length: missing }, () => ({ type: 'tableCell' as const, children: [] })),
  ];
  for (let at = 0; at < rows.length; at += AT_ONCE) {
    const part: Table = { ...table, children: [{ ...header!, children: cells }, ...rows.slice(at, at + AT_ONCE)] };
    const text = toMarkdown({ type: 'root', children: [part] }, WRITING);
    yield at === 0 ? `\n${text}` : text.split('\n').slice(2).join('\n');
  }
}

const directives = directiveToMarkdown();
/** Escapes a colon only at the start of a line and in labels such as image descriptions. Elsewhere, parsers of directives still show the colon. */
const WRITING: Options = {
  bullet: '-',
  extensions: [
    gfmToMarkdown({ tablePipeAlign: false }),
    mathToMarkdown(),
    {
      ...directives,
      unsafe: directives.unsafe?.map((one) => (one.atBreak === true ? one : { ...one, inConstruct: ['label'] })) ?? [],
    },
  ],
};

function titleOf({ title }: MarkdownPage): FlowBlock {
  return { type: 'heading', depth: 1, text: title, anchor: '' };
}

type Item = Extract<FlowBlock, { type: 'item' }>;
type Text = Extract<FlowBlock, { type: 'text' }>;

/** A list that later blocks may continue; its last item may contain them. */
interface OpenList {
  readonly first: Item;
  readonly items: ListItem[];
}

function nodesOf(blocks: readonly FlowBlock[]): RootContent[] {
  const root: RootContent[] = [];
  const slugger = new GithubSlugger();
  let lists: OpenList[] = [];
  const item = (): ListItem | undefined => lists.at(-1)?.items.at(-1);
  const into = (): RootContent[] => (item()?.children as RootContent[] | undefined) ?? root;
  for (const [at, block] of blocks.entries()) {
    if (block.type === 'heading') {
      lists = [];
      root.push({ type: 'heading', depth: block.depth as 1, children: headingText(block, slugger) });
      continue;
    }
    lists = lists.filter(({ first }) => first.depth <= block.depth);
    if (block.type === 'item') {
      const last = lists.at(-1);
      if (last?.first.depth === block.depth && !continuesList(last, block)) lists.pop();
      if (lists.at(-1)?.first.depth !== block.depth) {
        const items: ListItem[] = [];
        const numbers = block.ordinal === 0 ? { ordered: false } : { ordered: true, start: block.ordinal };
        into().push({ type: 'list', spread: false, ...numbers, children: items });
        lists.push({ first: block, items });
      }
      const children: BlockContent[] = [{ type: 'paragraph', children: phrases(block) }];
      lists.at(-1)!.items.push({ type: 'listItem', spread: false, children });
      continue;
    }
    const open = item();
    // Without a blank line, the text after a quotation would become part of the quotation.
    if (open !== undefined) open.spread = true;
    into().push(...flowNodes(block, blocks.slice(Math.max(0, at - 2), at), blocks.slice(at + 1, at + 3)));
  }
  return root;
}

/** Markdown only counts up, so that any other number opens another list. */
function continuesList({ first, items }: OpenList, { group, ordinal }: Item): boolean {
  return first.group === group && ordinal === (first.ordinal === 0 ? 0 : first.ordinal + items.length);
}

const EXPLICIT_ID = /\{\s*#[^{}]*\}\s*$/u;

/** Adds the anchor if it differs from the one that sites derive from the text. */
function headingText(
  { text, anchor }: Extract<FlowBlock, { type: 'heading' }>,
  slugger: GithubSlugger,
): PhrasingContent[] {
  const slug = EXPLICIT_ID.test(text) ? '' : slugger.slug(text);
  const id = anchor === '' || anchor === slug ? '' : ` {#${anchor}}`;
  return [{ type: 'text', value: text + id }];
}

/** `before` and `after` are the two preceding and the two following blocks, in page order. */
function flowNodes(
  block: Exclude<FlowBlock, Item | { type: 'heading' }>,
  before: readonly FlowBlock[],
  after: readonly FlowBlock[],
): RootContent[] {
  switch (block.type) {
    case 'code':
      return codeNodes(block, before);
    case 'table':
      return [tableNode(block)];
    case 'text':
      return textNodes(block, after);
  }
}

/** A label directly above code is its title; a second label above that is the name of its tab. */
function codeNodes(code: Extract<FlowBlock, { type: 'code' }>, before: readonly FlowBlock[]): RootContent[] {
  const [tab, title] = before.length > 1 ? before : [undefined, before[0]];
  if (title === undefined || !isTitle(title)) return [{ type: 'code', lang: code.language, value: code.text }];
  // A code fence can have a title only after a language.
  const meta = `title="${title.text}"`;
  const node: Code = { type: 'code', lang: code.language || 'text', meta, value: code.text };
  if (!isTab(tab)) return [node];
  const label: Paragraph = { type: 'paragraph', data: { directiveLabel: true }, children: phrases(tab) };
  return [{ type: 'containerDirective', name: 'tab', children: [label, node] }];
}

function isLabel(block: FlowBlock | undefined): block is Text {
  return block?.type === 'text' && block.kind === 'label';
}

/** True for a label of plain words, which need no escapes in a container's name. */
function isTab(block: FlowBlock | undefined): block is Text {
  return isLabel(block) && /^[\p{L}\p{N}][\p{L}\p{N} .,+#()/-]*$/u.test(block.text);
}

function isTitle(block: FlowBlock | undefined): block is Text {
  return isLabel(block) && !/["`]/u.test(block.text);
}

function textNodes(block: Text, [next, second]: readonly FlowBlock[]): RootContent[] {
  switch (block.kind) {
    case 'math':
      return [{ type: 'math', value: block.text }];
    case 'image':
      return [{ type: 'paragraph', children: [{ type: 'image', url: '', alt: block.text }] }];
    case 'quote':
      return [{ type: 'blockquote', children: [{ type: 'paragraph', children: phrases(block) }] }];
    case 'paragraph':
      return [{ type: 'paragraph', children: phrases(block) }];
    case 'label':
      if (isTitle(block) && next?.type === 'code') return [];
      if (isTab(block) && isTitle(next) && second?.type === 'code') return [];
      return [{ type: 'paragraph', children: [{ type: 'strong', children: phrases(block) }] }];
  }
}

/** GitHub's tables need a header row, so a table without one gets an empty row. */
function tableNode({ header, rows }: Extract<FlowBlock, { type: 'table' }>): RootContent {
  const [head, ...others] = [...header, ...rows].map(cellsOf);
  const body = header.length === 0 ? [head!, ...others] : others;
  const top = header.length === 0 ? head!.map(() => []) : head!;
  return {
    type: 'table',
    children: [top, ...body].map((cells) => ({
      type: 'tableRow',
      children: cells.map((children) => ({ type: 'tableCell', children })),
    })),
  };
}

function cellsOf(row: MarkedText): PhrasingContent[][] {
  return rowCells(row.text, row.marks).map(({ start, end }) => phrases(row, start, end));
}

const DEEPEST = 8;

/** Converts a part of a text with its marks. Ignores superscript and subscript marks, because the text already has their signs. */
function phrases({ text, marks }: MarkedText, from = 0, to: number = text.length): PhrasingContent[] {
  const queue = marks.filter(({ kind, start, end }) => start < to && end > from && kind !== 'sub' && kind !== 'sup');
  let next = 0;

  function within(start: number, end: number, depth: number): PhrasingContent[] {
    const nodes: PhrasingContent[] = [];
    let at = start;
    const plain = (until: number): void => {
      if (at < until) nodes.push({ type: 'text', value: text.slice(at, until) });
    };
    while (next < queue.length && queue[next]!.start < end) {
      const { kind, href, ...mark } = queue[next++]!;
      const begin = Math.max(at, mark.start);
      const stop = Math.min(end, mark.end);
      if (begin >= stop || depth >= DEEPEST) continue;
      plain(begin);
      const value = text.slice(begin, stop);
      if (kind === 'code') nodes.push({ type: 'inlineCode', value });
      else if (kind === 'math') nodes.push({ type: 'inlineMath', value });
      else {
        const children = within(begin, stop, depth + 1);
        if (kind === 'link') nodes.push({ type: 'link', url: href, children });
        else nodes.push({ type: kind as 'strong', children });
      }
      at = stop;
    }
    plain(end);
    return nodes;
  }
  return within(from, to, 0);
}
