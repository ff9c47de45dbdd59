import type { DefaultTreeAdapterTypes } from 'parse5';

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

/** All character data under `root`, as written, with nothing left out. */
export function rawText(root: HtmlParent): string {
  const parts: string[] = [];
  const open: HtmlNode[] = root.childNodes.toReversed();
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (isText(node)) parts.push(node.value);
    else if (isElement(node))
      for (let at = node.childNodes.length - 1; at >= 0; at -= 1) open.push(node.childNodes[at]!);
  }
  return parts.join('');
}
