/**
 * HTML text to a parse5 tree that is safe to walk.
 *
 * parse5 builds its tree without recursion whatever the input, but it keeps what it was given: a tree as deep as the page
 * is long, elements with a hundred thousand attributes. Everything after this file may rely on the caps: no element stands
 * deeper than `MAX_DEPTH` and none has more than `MAX_ATTRIBUTES` attributes. What stands deeper keeps its text, as direct
 * children of the deepest allowed element; nothing a reader sees is lost, only its structure.
 */
import { parse, parseFragment, type DefaultTreeAdapterTypes } from 'parse5';

import { isElement, isText, type HtmlNode, type HtmlParent } from './dom.ts';

export const MAX_DEPTH = 512;
export const MAX_ATTRIBUTES = 1000;

export interface Capped {
  /** Elements flattened because they stood too deep. */
  readonly tooDeep: number;
  /** Elements that lost attributes. */
  readonly tooManyAttributes: number;
}

export function readDocument(html: string): {
  readonly document: DefaultTreeAdapterTypes.Document;
  readonly capped: Capped;
} {
  const document = parse(html, { scriptingEnabled: false });
  return { document, capped: cap(document) };
}

export function readFragment(html: string): {
  readonly fragment: DefaultTreeAdapterTypes.DocumentFragment;
  readonly capped: Capped;
} {
  const fragment = parseFragment(html, { scriptingEnabled: false });
  return { fragment, capped: cap(fragment) };
}

function cap(root: HtmlParent): Capped {
  let tooDeep = 0;
  let tooManyAttributes = 0;
  const open: { readonly parent: HtmlParent; readonly depth: number }[] = [{ parent: root, depth: 0 }];
  for (let entry = open.pop(); entry !== undefined; entry = open.pop()) {
    const { parent, depth } = entry;
    if (depth === MAX_DEPTH) {
      const flat = flatten(parent);
      tooDeep += flat.elements;
      parent.childNodes = flat.texts;
      continue;
    }
    for (const child of parent.childNodes) {
      if (!isElement(child)) continue;
      if (child.attrs.length > MAX_ATTRIBUTES) {
        child.attrs.length = MAX_ATTRIBUTES;
        tooManyAttributes += 1;
      }
      open.push({ parent: child, depth: depth + 1 });
    }
  }
  return { tooDeep, tooManyAttributes };
}

const UNREAD = new Set(['script', 'style', 'template', 'noscript', 'svg']);

function flatten(parent: HtmlParent): { readonly texts: HtmlNode[]; readonly elements: number } {
  const texts: HtmlNode[] = [];
  let elements = 0;
  const open: HtmlNode[] = parent.childNodes.toReversed();
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (isText(node)) {
      node.parentNode = parent;
      texts.push(node);
    } else if (isElement(node)) {
      elements += 1;
      if (UNREAD.has(node.tagName)) continue;
      for (let at = node.childNodes.length - 1; at >= 0; at -= 1) open.push(node.childNodes[at]!);
    }
  }
  return { texts, elements };
}
