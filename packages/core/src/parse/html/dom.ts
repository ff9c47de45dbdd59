import { type AttributeSelector, parse as parseSelector, type Selector } from 'css-what';
import { defaultTreeAdapter, type DefaultTreeAdapterTypes, html as names, parse } from 'parse5';

export type HtmlNode = DefaultTreeAdapterTypes.ChildNode;
export type HtmlElement = DefaultTreeAdapterTypes.Element;
export type HtmlParent = DefaultTreeAdapterTypes.ParentNode;
export type HtmlText = DefaultTreeAdapterTypes.TextNode;

export function isElement(node: HtmlNode | HtmlParent | null | undefined): node is HtmlElement {
  return node !== null && node !== undefined && 'tagName' in node;
}

export function isText(node: HtmlNode): node is HtmlText {
  return node.nodeName === '#text';
}

/** `''` when the attribute is absent; use `hasAttribute` where the difference matters. */
export function attribute(element: HtmlElement, name: string): string {
  for (const entry of element.attrs) if (entry.name === name) return entry.value;
  return '';
}

export function hasAttribute(element: HtmlElement, name: string): boolean {
  return element.attrs.some((entry) => entry.name === name);
}

export function classesOf(element: HtmlElement): readonly string[] {
  const value = attribute(element, 'class');
  return value === '' ? [] : value.split(/\s+/).filter((name) => name !== '');
}

export function parentOf(element: HtmlElement): HtmlElement | undefined {
  return isElement(element.parentNode) ? element.parentNode : undefined;
}

export function createText(value: string): HtmlNode {
  return { nodeName: '#text', value, parentNode: null };
}

/** Children that are strings become text. */
export function createElement(
  tagName: string,
  attributes: Readonly<Record<string, string>>,
  children: readonly (HtmlNode | string)[],
): HtmlElement {
  const attrs = Object.entries(attributes).map(([name, value]) => ({ name, value }));
  const element = defaultTreeAdapter.createElement(tagName, names.NS.HTML, attrs);
  for (const child of children) {
    defaultTreeAdapter.appendChild(element, typeof child === 'string' ? createText(child) : child);
  }
  return element;
}

export function moveToStart(parent: HtmlElement, child: HtmlElement): void {
  defaultTreeAdapter.detachNode(child);
  const [first] = parent.childNodes;
  if (first === undefined) defaultTreeAdapter.appendChild(parent, child);
  else defaultTreeAdapter.insertBefore(parent, child, first);
}

/** Elements under `root` in document order, `root` left out. Uses no stack of its own callers, so depth cannot overflow it. */
export function* elementsUnder(root: HtmlParent): Generator<HtmlElement> {
  const open: { readonly nodes: readonly HtmlNode[]; at: number }[] = [{ nodes: root.childNodes, at: 0 }];
  while (open.length > 0) {
    const top = open[open.length - 1]!;
    const node = top.nodes[top.at];
    if (node === undefined) {
      open.pop();
      continue;
    }
    top.at += 1;
    if (!isElement(node)) continue;
    yield node;
    if (node.childNodes.length > 0) open.push({ nodes: node.childNodes, at: 0 });
  }
}

/** All character data under `root`, as written. `read` says for an element if it is read, or the text that it is. */
export function textUnder(root: HtmlParent, read: (element: HtmlElement) => boolean | string): string {
  const parts: string[] = [];
  const open: HtmlNode[] = root.childNodes.toReversed();
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (isText(node)) parts.push(node.value);
    const inside = isElement(node) && read(node);
    if (typeof inside === 'string') parts.push(inside);
    // Not by a spread: an element may have more children than a call may have arguments.
    else if (inside) for (const child of (node as HtmlElement).childNodes.toReversed()) open.push(child);
  }
  return parts.join('');
}

/** All character data under `root`, as written, with nothing left out. */
export function rawText(root: HtmlParent): string {
  return textUnder(root, () => true);
}

const parsed = new Map<string, readonly (readonly Selector[])[]>();

/**
 * CSS selectors over parse5 nodes, so that what is known about a site generator can be written as data. `css-what` reads them; matching
 * knows tags, ids, classes, attributes, `:not()`, and the combinators descendant (space) and child (`>`).
 *
 * Throws on a selector that is not understood: selectors are part of the code, never input. An empty one matches nothing.
 */
export function matches(element: HtmlElement, selector = ''): boolean {
  if (selector === '') return false;
  let alternatives = parsed.get(selector);
  if (alternatives === undefined) parsed.set(selector, (alternatives = parseSelector(selector)));
  return alternatives.some((steps) => endsAt(element, steps, steps.length - 1));
}

/** First match under `root` in document order; `root` itself is never the match. */
export function find(root: HtmlParent, selector = ''): HtmlElement | undefined {
  return selector === '' ? undefined : elementsUnder(root).find((element) => matches(element, selector));
}

export function findAll(root: HtmlParent, selector = ''): readonly HtmlElement[] {
  return selector === ''
    ? []
    : elementsUnder(root)
        .filter((element) => matches(element, selector))
        .toArray();
}

/** The element itself or its nearest ancestor that matches. */
export function closest(element: HtmlElement, selector: string): HtmlElement | undefined {
  let candidate: HtmlElement | undefined = element;
  while (candidate !== undefined && !matches(candidate, selector)) candidate = parentOf(candidate);
  return candidate;
}

/** True if the steps up to the one at `last` lead to the element, read from right to left. Recursion is as deep as a selector has combinators. */
function endsAt(element: HtmlElement, steps: readonly Selector[], last: number): boolean {
  for (let at = last; at >= 0; at -= 1) {
    const step = steps[at]!;
    if (step.type !== 'child' && step.type !== 'descendant') {
      if (!passes(element, step)) return false;
      continue;
    }
    let ancestor = parentOf(element);
    if (step.type === 'child') return ancestor !== undefined && endsAt(ancestor, steps, at - 1);
    while (ancestor !== undefined && !endsAt(ancestor, steps, at - 1)) ancestor = parentOf(ancestor);
    return ancestor !== undefined;
  }
  return true;
}

function passes(element: HtmlElement, step: Selector): boolean {
  if (step.type === 'tag') return element.tagName === step.name;
  if (step.type === 'universal') return true;
  if (step.type === 'attribute') return hasAttribute(element, step.name) && passesAttribute(element, step);
  if (step.type === 'pseudo' && step.name === 'not' && Array.isArray(step.data)) {
    return !step.data.some((steps) => endsAt(element, steps, steps.length - 1));
  }
  throw new TypeError(`A selector holds "${step.type}", which is not understood.`);
}

function passesAttribute(element: HtmlElement, { name, action, value }: AttributeSelector): boolean {
  const own = attribute(element, name);
  switch (action) {
    case 'exists':
      return true;
    case 'equals':
      return own === value;
    case 'start':
      return own.startsWith(value);
    case 'any':
      return own.includes(value);
    case 'element':
      return own.split(/\s+/).includes(value);
    default:
      throw new TypeError(`A selector compares \`${name}\` in a way that is not understood: "${action}".`);
  }
}

export const MAX_DEPTH = 512;

/**
 * HTML text to a parse5 tree that is safe to walk: everything after this file may rely on it that no element is deeper than `MAX_DEPTH`.
 * Deeper content keeps its text, as a direct child of the deepest allowed element; only its structure is lost. `tooDeep` counts the
 * elements that were.
 */
export function readDocument(html: string): {
  readonly document: DefaultTreeAdapterTypes.Document;
  readonly tooDeep: number;
} {
  const document = parse(html, { scriptingEnabled: false });
  let tooDeep = 0;
  const open: (readonly [parent: HtmlParent, depth: number])[] = [[document, 0]];
  for (let entry = open.pop(); entry !== undefined; entry = open.pop()) {
    const [parent, depth] = entry;
    if (depth < MAX_DEPTH) {
      for (const child of parent.childNodes) if (isElement(child)) open.push([child, depth + 1]);
      continue;
    }
    const value = textUnder(parent, ({ tagName }) => {
      tooDeep += 1;
      return !UNREAD.has(tagName);
    });
    const text: HtmlText = { nodeName: '#text', value, parentNode: parent };
    parent.childNodes = value === '' ? [] : [text];
  }
  return { document, tooDeep };
}

const UNREAD = new Set(['script', 'style', 'template', 'noscript', 'svg']);
