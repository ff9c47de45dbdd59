import { attribute, classesOf, hasAttribute, isElement, isText, type HtmlElement, type HtmlNode } from './dom.ts';
import { isBlock, isLeftOut, visibleText, type PageReading } from './page-reading.ts';
import { texOf } from './read-math.ts';

export interface Inline {
  readonly text: string;
  /** Alternative texts of the images met, in order; empty ones left out. */
  readonly images: readonly string[];
}

/** Text of nodes that make up one line of text. Blocks among them are set apart by a space. */
export function readInline(reading: PageReading, nodes: readonly HtmlNode[]): Inline {
  const parts: string[] = [];
  const images: string[] = [];
  collect(reading, nodes, parts, images);
  return { text: visibleText(reading, parts.join('')), images };
}

/** Text and alternative texts of everything inside, for places that hold text alone: cells, titles, labels. */
export function readLine(reading: PageReading, element: HtmlElement): string {
  const { text, images } = readInline(reading, element.childNodes);
  return text === '' ? images.join(' ') : text;
}

function collect(reading: PageReading, nodes: readonly HtmlNode[], parts: string[], images: string[]): void {
  for (const node of nodes) {
    if (isText(node)) parts.push(node.value);
    if (!isElement(node)) continue;
    const tex = texOf(node);
    if (tex !== undefined) {
      if (node.tagName === 'script' || !isLeftOut(reading, node)) parts.push(tex.text);
      continue;
    }
    if (node.tagName === 'br') parts.push(' ');
    else if (node.tagName === 'img') collectImage(reading, node, parts, images);
    else if (!isLeftOut(reading, node)) {
      const apart = isBlock(reading, node) ? ' ' : '';
      parts.push(apart);
      collect(reading, node.childNodes, parts, images);
      parts.push(apart);
    }
  }
}

function collectImage(reading: PageReading, image: HtmlElement, parts: string[], images: string[]): void {
  if (isLeftOut(reading, image) || attribute(image, 'role') === 'presentation' || !hasAttribute(image, 'alt')) return;
  const alt = visibleText(reading, attribute(image, 'alt'));
  if (alt === '') return;
  if (classesOf(image).some((name) => /emoji/i.test(name))) parts.push(alt);
  else images.push(alt);
}
