import type { Block } from '../../spec/block.ts';
import { foldText } from '../visible-text.ts';
import { lineText } from './block-text.ts';
import { codeBlock } from './code-text.ts';
import { definitionBlocks, elementTableBlocks, listBlocks } from './html-blocks.ts';
import type { FileContext, Flow } from './file-context.ts';
import { type ElementNode, isElementNode, type MarkNode, textAttribute } from './mark-node.ts';
import { expressionValue } from './static-value.ts';
import { listingBlocks } from './listing-blocks.ts';
import { tabsBlocks } from './tabs-blocks.ts';

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
      return listBlocks(element, flow);
    case 'dl':
      return definitionBlocks(element, flow);
    case 'table':
      return elementTableBlocks(element, flow);
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
      return holding(flow(element.children), (children) => ({
        type: 'admonition',
        kind: textAttribute(element, 'type').toLowerCase() || 'note',
        title: foldText(textAttribute(element, 'title')),
        children,
      }));
    case 'pre':
    case 'codeblock':
      return preformatted(element, context);
    case 'details':
      return detailsBlocks(element, context, flow);
    case 'tabs':
      return tabsBlocks(element, flow);
    case 'listing':
      return listingBlocks(element, flow);
    default:
      return [];
  }
}

function holding(children: readonly Block[], block: (children: readonly Block[]) => Block): readonly Block[] {
  return children.length === 0 ? [] : [block(children)];
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

/** The summary may stand in a paragraph of its own or together with the first words of the content. */
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
  const classes = `${textAttribute(element, 'class') || textAttribute(element, 'className')} ${
    code === undefined ? '' : textAttribute(code, 'class') || textAttribute(code, 'className')
  }`;
  const named = /(?:^|\s)language-(\S+)/.exec(classes)?.[1] ?? '';
  const block = codeBlock(
    {
      text: rawText(element, context.names),
      language: textAttribute(element, 'language') || named,
      meta: textAttribute(element, 'metastring'),
      ...(typeof element.attributes['title'] === 'string' ? { title: element.attributes['title'] } : {}),
    },
    context.format,
  );
  return block === undefined ? [] : [block];
}

/** Text with its line breaks; separate Markdown blocks stand a blank line apart. */
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
