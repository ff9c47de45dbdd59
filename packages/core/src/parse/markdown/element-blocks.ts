import type { Block } from '../../types/block.ts';
import { type ElementReader, readDefinitions, readList, readTable } from '../element-containers.ts';
import { hidingOf, isShownWord } from '../hiding.ts';
import { foldText } from '../write-line.ts';
import { codeBlock, lineOf, lineText } from './block-text.ts';
import { type ElementNode, isElementNode, type MarkNode, textAttribute, textOf } from './elements.ts';
import { expressionValue } from './imports.ts';
import type { FileContext, Flow } from './to-blocks.ts';

/** Blocks of an HTML element or known component, those that `elementKind` calls `own`. */
export function elementBlocks(element: ElementNode, context: FileContext, flow: Flow): readonly Block[] {
  const name = element.name.toLowerCase();
  switch (name) {
    case 'h1':
    case 'h2':
    case 'h3':
    case 'h4':
    case 'h5':
    case 'h6':
      return headingBlocks(element, Number(name[1]), flow);
    case 'ul':
    case 'ol':
    case 'menu':
      return readList(elementReader(context, flow), element);
    case 'dl':
      return readDefinitions(elementReader(context, flow), element);
    case 'table':
      return readTable(elementReader(context, flow), element);
    case 'blockquote':
      return holding(flow(element.children), (children) => ({ type: 'quote', children }));
    case 'div':
      return holding(flow(element.children), (children) => ({
        type: 'admonition',
        kind: 'warning',
        title: '',
        children,
      }));
    case 'admonition':
    case 'aside':
    case 'callout':
      return holding(flow(element.children), (children) => ({
        type: 'admonition',
        kind: textAttribute(element, 'type').toLowerCase() || 'note',
        title: foldText(textAttribute(element, 'title')),
        children,
      }));
    case 'card':
    case 'linkcard':
      return cardBlocks(element, context, flow);
    case 'pre':
    case 'code':
    case 'codeblock':
      return preformatted(element, context);
    case 'details':
      return detailsBlocks(element, context, flow);
    case 'tabs':
      return tabsBlocks(element, context, flow);
    case 'listing':
      return listingBlocks(element, flow);
    default:
      return [];
  }
}

function holding(children: readonly Block[], block: (children: readonly Block[]) => Block): readonly Block[] {
  return children.length === 0 ? [] : [block(children)];
}

/** Words that Starlight's cards show: https://starlight.astro.build/components/link-cards/. */
function cardBlocks(element: ElementNode, context: FileContext, flow: Flow): readonly Block[] {
  const title = foldText(textAttribute(element, 'title'));
  const target = textAttribute(element, 'href');
  const href = target === '' ? '' : context.resolveLink(target);
  const marks = href === '' ? [] : [{ kind: 'link', start: 0, end: title.length, href } as const];
  const description = foldText(textAttribute(element, 'description'));
  return [
    ...(title === '' ? [] : [{ type: 'paragraph', text: title, marks } as const]),
    ...(description === '' ? [] : [{ type: 'paragraph', text: description, marks: [] } as const]),
    ...flow(element.children),
  ];
}

function headingBlocks(element: ElementNode, depth: number, flow: Flow): readonly Block[] {
  const text = lineText(flow(element.children));
  return text === '' ? [] : [{ type: 'heading', depth, text, anchor: textAttribute(element, 'id') }];
}

function detailsBlocks(element: ElementNode, context: FileContext, flow: Flow): readonly Block[] {
  const { summary, rest } = splitSummary(element.children);
  const children = flow(rest);
  const shown = summary === undefined ? textAttribute(element, 'summary') : lineText(flow(summary.children));
  if (children.length === 0 && shown === '') return [];
  // Docusaurus writes a word of its own where the page gives none.
  return [{ type: 'details', summary: shown || (context.format === 'mdx' ? 'Details' : ''), children }];
}

/** The summary may be in a separate paragraph or together with the first words of the content. */
function splitSummary(nodes: readonly MarkNode[]): {
  readonly summary?: ElementNode;
  readonly rest: readonly MarkNode[];
} {
  for (const [index, node] of nodes.entries()) {
    if (isElementNode(node) && node.name.toLowerCase() === 'summary')
      return { summary: node, rest: nodes.toSpliced(index, 1) };
    if (node.type !== 'paragraph') continue;
    const inner = splitSummary(node.children ?? []);
    if (inner.summary === undefined) continue;
    return { summary: inner.summary, rest: nodes.toSpliced(index, 1, { ...node, children: inner.rest }) };
  }
  return { rest: nodes };
}

function preformatted(element: ElementNode, context: FileContext): readonly Block[] {
  const code = element.children.find((child) => isElementNode(child) && child.name === 'code') as
    | ElementNode
    | undefined;
  const classes = `${textAttribute(element, 'class')} ${code === undefined ? '' : textAttribute(code, 'class')}`;
  const named = /(?:^|\s)language-(\S+)/.exec(classes)?.[1] ?? '';
  const block = codeBlock(
    {
      text: textAttribute(element, 'code') || rawText(element, context.names),
      language: textAttribute(element, 'language') || textAttribute(element, 'lang') || named,
      meta: textAttribute(element, 'metastring'),
      ...(typeof element.attributes['title'] === 'string' ? { title: element.attributes['title'] } : {}),
    },
    context.format,
  );
  return block === undefined ? [] : [block];
}

/** Text with its line breaks; separate Markdown blocks are a blank line apart. */
function rawText(node: MarkNode, names: FileContext['names']): string {
  if (node.type === 'mdxFlowExpression' || node.type === 'mdxTextExpression') {
    const value = expressionValue(node.data, names);
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  }
  if (node.type === 'break' || (isElementNode(node) && node.name === 'br')) return '\n';
  if (node.children === undefined) return node.value ?? '';
  const parts = node.children.map((child) => rawText(child, names));
  return parts.join(node.children.some((child) => child.type === 'paragraph') ? '\n\n' : '');
}

function elementReader(context: FileContext, flow: Flow): ElementReader<ElementNode> {
  const shown = (nodes: readonly MarkNode[]): readonly ElementNode[] =>
    nodes.flatMap((node) => {
      if (!isElementNode(node)) return node.type === 'paragraph' ? shown(node.children ?? []) : [];
      if (node.name === '') return shown(node.children);
      // Sites hide captions that the words above a table repeat; they help to find it.
      if (node.name === 'caption') return [node];
      const kind = elementKind(node);
      if (kind === 'hidden') context.onHidden(node);
      return kind === 'hidden' || kind === 'dropped' ? [] : [node];
    });
  return {
    children: ({ children }) => shown(children),
    name: ({ name }) => name.toLowerCase(),
    attribute: textAttribute,
    has: ({ attributes }, name) => attributes[name] !== undefined && attributes[name] !== false,
    inner: ({ children }) => flow(children),
    outer: (element) => flow([element]),
    line: ({ children }) => lineOf(flow(children)),
  };
}

/** Docusaurus tabs, all panels. The label is on the panel, in the `values` of the set, or the panel's value. */
function tabsBlocks(element: ElementNode, context: FileContext, flow: Flow): readonly Block[] {
  const labels = labelsByValue(element.attributes['values']);
  const { children, name } = elementReader(context, flow);
  const panels = children(element).filter((child) => name(child) === 'tabitem');
  const tabs = panels.map((panel) => {
    const value = textAttribute(panel, 'value');
    return { label: textAttribute(panel, 'label') || labels.get(value) || value, children: flow(panel.children) };
  });
  const shown = tabs.filter((tab) => tab.label !== '' || tab.children.length > 0);
  return shown.length === 0 ? flow(element.children) : [{ type: 'tabs', tabs: shown }];
}

function labelsByValue(values: unknown): ReadonlyMap<string, string> {
  const labels = new Map<string, string>();
  if (!Array.isArray(values)) return labels;
  for (const entry of values as readonly unknown[]) {
    const { value, label } = (entry ?? {}) as { readonly value?: unknown; readonly label?: unknown };
    if (typeof value === 'string' && typeof label === 'string') labels.set(value, label);
  }
  return labels;
}

/** A numbered listing of the Rust book's mdBook preprocessor: the file's name above the code, number and caption below. */
function listingBlocks(element: ElementNode, flow: Flow): readonly Block[] {
  const file = plain(textAttribute(element, 'file-name'));
  const number = textAttribute(element, 'number').trim();
  const caption = plain(textAttribute(element, 'caption'));
  const below = [number === '' ? '' : `Listing ${number}`, caption].filter((part) => part !== '').join(': ');
  return [
    ...(file === '' ? [] : [{ type: 'paragraph', text: `Filename: ${file}`, marks: [] } as const]),
    ...flow(element.children),
    ...(below === '' ? [] : [{ type: 'paragraph', text: below, marks: [] } as const]),
  ];
}

/** A caption is a line of Markdown in an attribute. */
function plain(text: string): string {
  return foldText(text.replace(/<\/?[a-z][^>]*>/gi, '').replace(/[`*]/g, ''));
}

/** Leave nothing that reads as text of the page, or are struck out. */
const DROPPED: ReadonlySet<string> = new Set(
  (
    'script style template noscript iframe object embed svg canvas video audio map input textarea select datalist dialog head button del s strike ' +
    'tocinline doccardlist doccard'
  ).split(' '),
);

const INLINE: ReadonlySet<string> = new Set(
  (
    'a abbr acronym b bdi bdo big br cite code data dfn em font i img ins kbd label mark meter output progress q rb ' +
    'rp rt ruby samp small span strong sub sup time tt u var wbr nobr'
  ).split(' '),
);

const PLAIN_BLOCKS: ReadonlySet<string> = new Set(
  (
    'address article aside center div fieldset figcaption figure footer form header hgroup legend main nav p search section ' +
    'tabitem'
  ).split(' '),
);

/**
 * - `dropped`: no reader's text, or struck out
 * - `hidden`: text that the page hides from every reader
 * - `inline`: part of a line of text
 * - `plain`: a block that only holds others
 * - `own`: has a meaning of its own
 */
type ElementKind = 'dropped' | 'hidden' | 'inline' | 'plain' | 'own';

export function elementKind(element: ElementNode): ElementKind {
  const name = element.name.toLowerCase();
  const hiding = hidingOf((attribute) => {
    const value = element.attributes[attribute];
    return value === true ? 'true' : typeof value === 'string' ? value : undefined;
  });
  if (DROPPED.has(name) || hiding === 'struck out') return 'dropped';
  if (hiding === 'unseen' || (hiding === 'unread' && !(INLINE.has(name) && isWord(element)))) return 'hidden';
  if (OWN.has(name) || isComponent(element)) return 'own';
  if (INLINE.has(name)) return 'inline';
  if (PLAIN_BLOCKS.has(name)) return name === 'div' && isWarning(element) ? 'own' : 'plain';
  return element.inline ? 'inline' : 'plain';
}

/** Components of Starlight that share their names with elements of HTML: https://starlight.astro.build/components/using-components/. */
function isComponent({ name, attributes }: ElementNode): boolean {
  return name === 'Aside' || (/^code$/i.test(name) && typeof attributes['code'] === 'string');
}

/** mdBook's own notation for a warning. */
function isWarning(element: ElementNode): boolean {
  return textAttribute(element, 'class').split(/\s+/).includes('warning');
}

function isWord(element: ElementNode): boolean {
  return isShownWord(textOf(element), textAttribute(element, 'class'), textAttribute(element, 'href'));
}

/** Elements with a mapping in `element-blocks.ts`. */
const OWN: ReadonlySet<string> = new Set(
  'h1 h2 h3 h4 h5 h6 ul ol menu dl table blockquote pre details tabs codeblock admonition callout card linkcard listing hr'.split(
    ' ',
  ),
);
