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
