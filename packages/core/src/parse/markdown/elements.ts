import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import { expressionValue } from './imports.ts';

/**
 * The tree that the block builder reads: mdast as the parser gives it, seen through one loose shape, in which raw HTML and
 * JSX have become nodes of type `element`.
 */
export interface MarkNode {
  readonly type: string;
  readonly value?: string | undefined;
  readonly children?: readonly MarkNode[] | undefined;
  readonly depth?: number | undefined;
  readonly lang?: string | null | undefined;
  readonly meta?: string | null | undefined;
  readonly alt?: string | null | undefined;
  readonly ordered?: boolean | null | undefined;
  readonly start?: number | null | undefined;
  readonly identifier?: string | undefined;
  /** Of a link or definition: its target. */
  readonly url?: string | undefined;
  /** Element or directive name; `''` for a JSX fragment. */
  readonly name?: string | null | undefined;
  readonly attributes?: unknown;
  readonly data?: unknown;
  readonly position?: { readonly start: Point; readonly end: Point } | undefined;
}

interface Point {
  readonly line: number;
  readonly column: number;
}

/** Attribute values: text, or what a JSX expression evaluates to without running code. */
type Attributes = Readonly<Record<string, unknown>>;

/** Raw HTML or JSX. */
export interface ElementNode extends MarkNode {
  readonly type: 'element';
  readonly name: string;
  readonly attributes: Attributes;
  readonly children: readonly MarkNode[];
  /** Stands within a line of text; decides how an unknown component is read. */
  readonly inline: boolean;
}

export function isElementNode(node: MarkNode): node is ElementNode {
  return node.type === 'element';
}

/** All text below a node. */
export function textOf(node: MarkNode): string {
  return node.children === undefined ? (node.value ?? '') : node.children.map(textOf).join('');
}

/** A text attribute, or `''`. */
export function textAttribute(node: ElementNode, name: string): string {
  const value = node.attributes[name];
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
}

/** Nesting that is followed; no page that people write comes near it. */
export const DEEPEST = 200;

type Names = Readonly<Record<string, unknown>>;

/** `root` with every piece of HTML and JSX below it as an `element` node. Content deeper than `DEEPEST` is left out. */
export function toElements(root: MarkNode, names: Names): MarkNode {
  return convert(root, names, 0);
}

/** All nodes from `root` down, in document order, with their level below it. Does not recurse, so that depth cannot overflow it. */
export function* nodesFrom(root: MarkNode): Generator<readonly [node: MarkNode, depth: number], void, undefined> {
  const open: (readonly [MarkNode, number])[] = [[root, 0]];
  for (let entry = open.pop(); entry !== undefined; entry = open.pop()) {
    yield entry;
    for (const child of entry[0].children?.toReversed() ?? []) open.push([child, entry[1] + 1]);
  }
}

/**
 * Makes one kind of node of raw HTML and of JSX. Markdown leaves raw HTML in pieces (an opening tag here, its end tag several
 * blocks later), so the children of a node that has any are written as one HTML text in which every other child is a numbered
 * comment, and read by a real HTML parser; the comments then become the children again.
 */
function convert(node: MarkNode, names: Names, depth: number): MarkNode {
  if (node.children === undefined) return node;
  if (depth > DEEPEST) return { ...node, children: [] };
  const children = node.children.some((child) => child.type === 'html')
    ? fromHtml(node.children, isPhrasing(node), names, depth)
    : node.children.map((child) => convert(child, names, depth + 1));
  if (node.type !== 'mdxJsxFlowElement' && node.type !== 'mdxJsxTextElement') return { ...node, children };
  return {
    type: 'element',
    name: node.name ?? '',
    attributes: jsxAttributes(node.attributes, names),
    children,
    inline: node.type === 'mdxJsxTextElement',
  } as ElementNode;
}

function isPhrasing(node: MarkNode): boolean {
  return ['paragraph', 'heading', 'emphasis', 'strong', 'link', 'linkReference', 'delete', 'tableCell'].includes(
    node.type,
  );
}

function fromHtml(children: readonly MarkNode[], inline: boolean, names: Names, depth: number): readonly MarkNode[] {
  const source = children
    .map((child, index) => (child.type === 'html' ? closedTags(withoutComments(child.value ?? '')) : `<!--${index}-->`))
    .join(inline ? '' : '\n');
  function fromNode(node: DefaultTreeAdapterTypes.ChildNode, level: number): readonly MarkNode[] {
    if (level > DEEPEST) return [];
    if ('data' in node) {
      const child = /^\d+$/.test(node.data) ? children[Number(node.data)] : undefined;
      return child === undefined ? [] : [convert(child, names, level + 1)];
    }
    if ('value' in node) return [{ type: 'text', value: node.value }];
    if (!('attrs' in node)) return [];
    const content = 'content' in node ? [] : node.childNodes;
    return [
      {
        type: 'element',
        name: node.tagName,
        attributes: Object.fromEntries(node.attrs.map((entry) => [entry.name, entry.value])),
        children: content.flatMap((child) => fromNode(child, level + 1)),
        inline,
      } as ElementNode,
    ];
  }

  return parseFragment(source).childNodes.flatMap((node) => fromNode(node, depth));
}

function withoutComments(html: string): string {
  return html.replace(/<!--[\s\S]*?(?:-->|$)/g, '');
}

const CLOSED = /<(?!(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)\b)([a-z][\w-]*)(\s[^<>]*)?\/>/gi;

/** Authors write `<Badge />` as a complete element; to an HTML parser everything after it is inside it. */
function closedTags(html: string): string {
  return html.replace(CLOSED, '<$1$2></$1>');
}

/** Attributes that JSX names in another way. */
const HTML_NAMES: ReadonlyMap<string, string> = new Map([
  ['className', 'class'],
  ['colSpan', 'colspan'],
  ['rowSpan', 'rowspan'],
]);

/** A style as HTML has it, of `{ fontSize: 0 }`. */
function cssText(style: unknown): unknown {
  if (typeof style !== 'object' || style === null) return style;
  return Object.entries(style)
    .map(([name, value]) => `${cssName(name)}: ${String(value)}`)
    .join('; ');
}

/** `font-size` of `fontSize`, also in a longer text. */
export function cssName(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

interface JsxAttribute {
  readonly type: string;
  readonly name?: string;
  readonly value?: string | null | { readonly data?: unknown };
}

function jsxAttributes(attributes: unknown, names: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const entries: [string, unknown][] = [];
  for (const { type, name, value } of (attributes ?? []) as readonly JsxAttribute[]) {
    if (type !== 'mdxJsxAttribute' || name === undefined) continue;
    const found =
      value === null || value === undefined || typeof value === 'string'
        ? (value ?? true)
        : expressionValue(value.data, names);
    entries.push([HTML_NAMES.get(name) ?? name, name === 'style' ? cssText(found) : found]);
  }
  return Object.fromEntries(entries);
}
