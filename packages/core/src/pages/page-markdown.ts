/**
 * A page of the index as Markdown for programs that read it: headings with their anchors, lists, tables, code and formulas, and links to other
 * pages of the site. Indexed again it gives the same passages. Addresses of images and of other sites are not in the index.
 */
import GithubSlugger from 'github-slugger';
import type { BlockContent, Code, ListItem, Paragraph, PhrasingContent, RootContent } from 'mdast';
import { directiveToMarkdown } from 'mdast-util-directive';
import { gfmToMarkdown } from 'mdast-util-gfm';
import { mathToMarkdown } from 'mdast-util-math';
import { toMarkdown, type Options } from 'mdast-util-to-markdown';
import type { Chunk } from '../types/chunk.ts';
import { pageFlow, type FlowBlock, type MarkedText } from './page-flow.ts';

export interface MarkdownPage {
  /** Of the page itself. */
  readonly url: string;
  readonly title: string;
  readonly text: string;
  /** Its chunks in page order. */
  readonly content: readonly Chunk[];
}

/** `index` is the address of the site's `llms.txt`, which the page then names. */
export function pageMarkdown(page: MarkdownPage, { index }: { readonly index?: string } = {}): string {
  const blocks = pageFlow(page);
  const [first] = blocks;
  const hasTitle = first?.type === 'heading' && first.depth === 1;
  const shown = hasTitle ? blocks : [titleOf(page), ...blocks];
  const about = [
    `url: ${JSON.stringify(page.url)}`,
    ...(index === undefined ? [] : [`index: ${JSON.stringify(index)}`]),
  ];
  return `---\n${about.join('\n')}\n---\n\n${toMarkdown({ type: 'root', children: nodesOf(shown) }, WRITING)}`;
}

const directives = directiveToMarkdown();
/** Colons in words stay as they are: readers that know directives show them all the same, but not in what pictures show. */
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

/** A list that is open, with the item that what follows may belong to. */
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
      if (last?.first.depth === block.depth && !isOneList(last.first, block)) lists.pop();
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
    // Without a blank line, what follows a quotation would go on with it.
    if (open !== undefined) open.spread = true;
    into().push(...flowNodes(block, blocks.slice(Math.max(0, at - 2), at), blocks.slice(at + 1, at + 3)));
  }
  return root;
}

function isOneList(one: Item, other: Item): boolean {
  return one.group === other.group && one.ordinal > 0 === other.ordinal > 0;
}

const EXPLICIT_ID = /\{\s*#[^{}]*\}\s*$/u;

/** With its id where that is not what sites make of its text. */
function headingText(
  { text, anchor }: Extract<FlowBlock, { type: 'heading' }>,
  slugger: GithubSlugger,
): PhrasingContent[] {
  const slug = EXPLICIT_ID.test(text) ? '' : slugger.slug(text);
  const id = anchor === '' || anchor === slug ? '' : ` {#${anchor}}`;
  return [{ type: 'text', value: text + id }];
}

/** `before` and `after` are the two blocks around it on each side, nearest ones inside. */
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

/** A label right above code is its title; one more above that is the name of its tab. */
function codeNodes(code: Extract<FlowBlock, { type: 'code' }>, before: readonly FlowBlock[]): RootContent[] {
  const [tab, title] = before.length > 1 ? before : [undefined, before[0]];
  if (title === undefined || !isTitle(title)) return [{ type: 'code', lang: code.language, value: code.text }];
  // A fence has to have a language before it can have anything else.
  const meta = `title="${title.text}"`;
  const node: Code = { type: 'code', lang: code.language || 'text', meta, value: code.text };
  if (!isTab(tab)) return [node];
  const label: Paragraph = { type: 'paragraph', data: { directiveLabel: true }, children: phrases(tab) };
  return [{ type: 'containerDirective', name: 'tab', children: [label, node] }];
}

function isLabel(block: FlowBlock | undefined): block is Text {
  return block?.type === 'text' && block.kind === 'label';
}

/** Plain words, which need no escapes in the name of a container. */
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

type Table = Extract<FlowBlock, { type: 'table' }>;

/** GitHub's tables need a header row; one that the page has not is empty. */
function tableNode({ header, rows }: Table): RootContent {
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

const BETWEEN_CELLS = ' | ';

function cellsOf(row: MarkedText): PhrasingContent[][] {
  // Empty cells at its ends have lost their outer space.
  const lead = row.text.startsWith('| ') ? ' ' : '';
  const text = `${lead}${row.text}${row.text.endsWith(' |') ? ' ' : ''}`;
  const marks = row.marks.map((mark) => ({ ...mark, start: mark.start + lead.length, end: mark.end + lead.length }));
  let start = 0;
  return text.split(BETWEEN_CELLS).map((cell) => {
    const from = start;
    start += cell.length + BETWEEN_CELLS.length;
    return phrases({ text, marks }, from, from + cell.length);
  });
}

const DEEPEST = 8;

/** The part of a text with its marks. Raised and lowered text has its signs in the text. */
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
        else nodes.push({ type: kind === 'strike' ? 'delete' : (kind as 'strong'), children });
      }
      at = stop;
    }
    plain(end);
    return nodes;
  }
  return within(from, to, 0);
}
