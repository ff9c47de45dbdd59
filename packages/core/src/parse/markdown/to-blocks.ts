import type { Block } from '../../types/block.ts';
import type { RawPage } from '../../types/source.ts';
import type { ResolveLink } from '../link-resolver.ts';
import { listBlock } from '../element-containers.ts';
import { gridTable } from '../table-grid.ts';
import { dropInvisible, foldText, isNoteReference, lineWriter, MARK_OF_TAG } from '../write-line.ts';
import { codeBlock, lineOf, lineText, tabOf } from './block-text.ts';
import { elementBlocks, elementKind } from './element-blocks.ts';
import type { HeadingMark } from './file-blocks.ts';
import { type ElementNode, isElementNode, type MarkNode, textAttribute, textOf } from './elements.ts';
import { expressionValue } from './imports.ts';

/** Context for mapping the nodes of one file. */
export interface FileContext {
  readonly format: RawPage['format'];
  readonly anchors: ReadonlyMap<MarkNode, HeadingMark>;
  /** Values that expressions may use. */
  readonly names: Readonly<Record<string, unknown>>;
  readonly resolveLink: ResolveLink;
  /** Target of a link that names a definition; `''` when there is none. */
  readonly definition: (identifier: string) => string;
  /** Notes the use of a footnote, in order. */
  readonly referTo: (identifier: string) => void;
  /** Blocks of the imported file that an element represents; `undefined` if it represents none. */
  readonly partial: (element: ElementNode) => readonly Block[] | undefined;
  /** `RawPage.drawn`. */
  readonly drawn: readonly string[];
  /** A fenced block left out because the site draws its language. */
  readonly onDrawn: (language: string) => void;
  /** Text left out because no reader can see it. */
  readonly onHidden: (element: ElementNode) => void;
}

/** Maps nodes in sequence; runs of inline nodes between them become paragraphs. */
export type Flow = (nodes: readonly MarkNode[]) => readonly Block[];

/** The block tree of one file's nodes. Recursion is as deep as the tree, which `toElements` has bounded. */
export function blockFlow(context: FileContext): Flow {
  /** Blocks of elements already read: tables look at their cells twice, and tables in tables would take exponential time. */
  const known = new Map<ElementNode, readonly Block[]>();

  function flow(nodes: readonly MarkNode[]): readonly Block[] {
    const blocks: Block[] = [];
    const line = lineWriter();
    let images: Block[] = [];

    function flush(): void {
      const { text, marks } = line.take();
      if (text !== '') blocks.push({ type: 'paragraph', text, marks });
      blocks.push(...images);
      images = [];
    }

    function push(found: readonly Block[]): void {
      flush();
      blocks.push(...found);
    }

    function image(alt: string): void {
      const folded = foldText(alt);
      if (folded !== '') images.push({ type: 'image', alt: folded });
    }

    function all(children: readonly MarkNode[] | undefined): void {
      for (const child of children ?? []) visit(child);
    }

    function visit(node: MarkNode): void {
      if (isElementNode(node)) return element(node);
      switch (node.type) {
        case 'text':
          return line.add(context.format === 'mdbook' ? (node.value ?? '') : withSigns(node.value ?? ''));
        case 'inlineCode':
          return line.within('code', '', () => line.add(node.value ?? ''));
        case 'inlineMath':
          return line.within('math', '', () => line.add(node.value ?? ''));
        case 'break':
          return line.add(' ');
        case 'emphasis':
        case 'strong':
          return line.within(node.type, '', () => all(node.children));
        case 'delete':
          return;
        case 'link':
          return link(withoutBackslashes(node.url ?? ''), node.children);
        case 'linkReference':
          return link(withoutBackslashes(context.definition(node.identifier ?? '')), node.children);
        case 'image':
        case 'imageReference':
          return image(node.alt ?? '');
        case 'footnoteReference':
          return context.referTo(node.identifier ?? '');
        case 'mdxTextExpression':
        case 'mdxFlowExpression':
          return line.add(shownValue(expressionValue(node.data, context.names)));
        case 'textDirective':
          if ((node.children?.length ?? 0) === 0) line.add(`:${node.name ?? ''}`);
          return all(node.children);
        case 'paragraph':
          flush();
          if (isModuleCode(node)) return;
          all(node.children);
          return flush();
        default:
          push(blocksOf(node));
      }
    }

    function element(node: ElementNode): void {
      const partial = context.partial(node);
      if (partial !== undefined) return push(partial);
      switch (elementKind(node)) {
        case 'dropped':
          return;
        case 'hidden':
          return context.onHidden(node);
        case 'own': {
          const own = known.get(node) ?? elementBlocks(node, context, flow);
          known.set(node, own);
          return push(own);
        }
        case 'plain':
          flush();
          if (node.children.length === 0) image(textAttribute(node, 'alt'));
          all(node.children);
          return flush();
        case 'inline':
          return inline(node);
      }
    }

    function inline(node: ElementNode): void {
      const name = node.name.toLowerCase();
      if (name === 'br') line.add(' ');
      if (node.children.length === 0) image(textAttribute(node, 'alt'));
      // Of Starlight; the HTML parser leaves out those of VitePress too.
      if (name === 'badge' && context.format === 'mdx') line.add(textAttribute(node, 'text'));
      if (isReference(node)) return;
      if (name === 'a' || name === 'link')
        return link(textAttribute(node, 'href') || textAttribute(node, 'to'), node.children);
      const kind = MARK_OF_TAG.get(name);
      if (kind === undefined) all(node.children);
      else line.within(kind, '', () => all(node.children));
    }

    function link(target: string, children: readonly MarkNode[] | undefined): void {
      const href = target === '' ? '' : context.resolveLink(target);
      if (href === '') all(children);
      else line.within('link', href, () => all(children));
    }

    all(nodes);
    flush();
    return blocks;
  }

  function blocksOf(node: MarkNode): readonly Block[] {
    switch (node.type) {
      case 'heading':
        return headingBlocks(node);
      case 'code':
        return fencedBlocks(node);
      case 'math': {
        const text = dropInvisible(node.value ?? '').trim();
        return text === '' ? [] : [{ type: 'math', text }];
      }
      case 'list':
        return listBlock({
          ordered: node.ordered === true,
          start: node.start ?? 1,
          items: (node.children ?? []).map((item) => ({ blocks: flow(item.children ?? []) })),
        });
      case 'table':
        return tableBlocks(
          (node.children ?? []).map((row) => row.children ?? []),
          flow,
        );
      case 'blockquote':
        return quoteBlocks(node, context, flow);
      case 'containerDirective':
      case 'leafDirective':
        return directiveBlocks(node, flow);
      default:
        return [];
    }
  }

  function fencedBlocks(node: MarkNode): readonly Block[] {
    const { lang = '', meta: rest } = node;
    // A fence that only has attributes.
    const [language, meta] = /^[\w-]+=/.test(lang ?? '') ? ['', `${lang} ${rest ?? ''}`] : [lang ?? '', rest ?? ''];
    if (context.drawn.includes(language)) {
      context.onDrawn(language);
      return [];
    }
    const block = codeBlock({ text: node.value ?? '', language, meta }, context.format);
    if (block === undefined) return [];
    const label = tabOf(meta);
    return [label === '' ? block : { type: 'tabs', tabs: [{ label, children: [block] }] }];
  }

  function headingBlocks(node: MarkNode): readonly Block[] {
    const mark = context.anchors.get(node);
    const text = lineText(flow(mark?.children ?? node.children ?? []));
    if (text === '') return [];
    const depth = node.depth ?? 1;
    const anchor = depth === 1 && context.format !== 'mdbook' ? '' : (mark?.anchor ?? '');
    return [{ type: 'heading', depth, text, anchor }];
  }

  return flow;
}

/** In the addresses of Markdown a backslash is a character like any other; on a web page it is a slash. */
function withoutBackslashes(target: string): string {
  return target.replaceAll('\\', '%5C');
}

/**
 * Signs of tables and notes by their short names, which Docusaurus (`markdown.emoji`), VitePress, MkDocs, Hugo and Jekyll show as emoji.
 * Names of the others stay as they are: they say less than the words beside them.
 */
const SIGNS: ReadonlyMap<string, string> = new Map([
  ['white_check_mark', '✅'],
  ['heavy_check_mark', '✔️'],
  ['ballot_box_with_check', '☑️'],
  ['x', '❌'],
  ['negative_squared_cross_mark', '❎'],
  ['heavy_multiplication_x', '✖️'],
  ['no_entry', '⛔'],
  ['no_entry_sign', '🚫'],
  ['warning', '⚠️'],
  ['information_source', 'ℹ️'],
  ['construction', '🚧'],
  ['exclamation', '❗'],
  ['question', '❓'],
]);

function withSigns(text: string): string {
  return text.replace(/(?<![\w:]):(\w+):(?!\w)/g, (name, word: string) => SIGNS.get(word) ?? name);
}

function isReference(element: ElementNode): boolean {
  const [inner, ...others] = element.children;
  if (inner === undefined || others.length > 0 || !isElementNode(inner)) return false;
  const href = textAttribute(inner.name.toLowerCase() === 'a' ? inner : element, 'href');
  return isNoteReference(element.name, inner.name, href, textOf(element));
}

const IMPORT_LINE = /^import\s(?:[\w$*{][^'"]*\sfrom\s*)?(["'])[^'"]+\1;?$/;

/** Imports of components in plain Markdown, which sites show as pages of MDX. */
function isModuleCode({ children = [] }: MarkNode): boolean {
  const [only] = children;
  return (
    children.length === 1 &&
    only?.type === 'text' &&
    (only.value ?? '').split('\n').every((line) => IMPORT_LINE.test(line.trim()))
  );
}

function shownValue(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

const ALERT = /^\[!(NOTE|TIP|IMPORTANT|WARNING|CAUTION)\][ \t]*(?:\n|$)/i;

/** A quotation, or the admonition that GitHub and mdBook write as one (`> [!NOTE]`). Docusaurus knows no such thing. */
function quoteBlocks(node: MarkNode, context: FileContext, flow: Flow): readonly Block[] {
  const [first, ...others] = node.children ?? [];
  const [lead, ...rest] = first?.type === 'paragraph' ? (first.children ?? []) : [];
  const alert = context.format !== 'mdx' && lead?.type === 'text' ? ALERT.exec(lead.value ?? '') : null;
  if (alert === null || first === undefined || lead === undefined) {
    const children = flow(node.children ?? []);
    return children.length === 0 ? [] : [{ type: 'quote', children }];
  }
  const text = { ...lead, value: lead.value!.slice(alert[0].length) };
  const children = flow([{ ...first, children: [text, ...rest] }, ...others]);
  return children.length === 0 ? [] : [{ type: 'admonition', kind: alert[1]!.toLowerCase(), title: '', children }];
}

/** A table from rows of cells, the header row first; nothing for a table without text. */
function tableBlocks(rows: readonly (readonly MarkNode[])[], flow: Flow): readonly Block[] {
  const table = gridTable(
    '',
    rows.map((cells, index) => ({
      inHead: index === 0,
      allHeads: false,
      cells: cells.map((cell) => ({ ...lineOf(flow(cell.children ?? [])), columns: 1, rows: 1, namesColumn: false })),
    })),
  );
  return table === undefined ? [] : [table];
}

const KINDS: ReadonlySet<string> = new Set(
  'note tip info warning danger caution important success secondary'.split(' '),
);

/**
 * Admonitions (`:::note[Title]`) and the other directives. A name that no theme knows is an admonition only when it has a
 * title; else it shows just what it holds.
 */
function directiveBlocks(node: MarkNode, flow: Flow): readonly Block[] {
  const name = (node.name ?? '').toLowerCase();
  if (node.type === 'leafDirective') {
    return (node.children?.length ?? 0) === 0
      ? [{ type: 'paragraph', text: `::${node.name ?? ''}`, marks: [] }]
      : flow(node.children!);
  }
  const [first, ...rest] = node.children ?? [];
  const labelled = first !== undefined && isLabel(first);
  const label = labelled ? lineText(flow(first.children ?? [])) : '';
  const { title: attribute } = (node.attributes ?? {}) as { readonly title?: string | null };
  const title = label === '' ? (attribute ?? '') : label;
  const children = flow(labelled ? rest : (node.children ?? []));
  if (name === 'details' && (title !== '' || children.length > 0))
    return [{ type: 'details', summary: title || 'Details', children }];
  if (name === 'tab' && title !== '') return [{ type: 'tabs', tabs: [{ label: title, children }] }];
  if (!KINDS.has(name) && title === '') return children;
  if (children.length === 0 && title === '') return [];
  return [{ type: 'admonition', kind: name, title: title.toLowerCase() === name ? '' : title, children }];
}

function isLabel(node: MarkNode): boolean {
  return (node.data as { readonly directiveLabel?: boolean } | undefined)?.directiveLabel === true;
}
