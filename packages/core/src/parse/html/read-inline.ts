import { MARK_OF_TAG } from '../inline-marks.ts';
import { lineWriter, type Line, type LineWriter } from '../write-line.ts';
import { NOTE_MARK } from '../visible-text.ts';
import {
  attribute,
  classesOf,
  hasAttribute,
  isElement,
  isText,
  rawText,
  type HtmlElement,
  type HtmlNode,
} from './dom.ts';
import { isBlock, isLeftOut, noteSuspicious, visibleText, type PageReading } from './page-reading.ts';
import { texOf } from './read-math.ts';

export interface Inline extends Line {
  /** Alternative texts of the images met, in order; empty ones left out. */
  readonly images: readonly string[];
}

/** Text of nodes that make up one line of text. Blocks among them are set apart by a space. */
export function readInline(reading: PageReading, nodes: readonly HtmlNode[]): Inline {
  const images: string[] = [];
  const line = lineWriter();
  collect(reading, nodes, line, images);
  return { ...line.take(), images };
}

/** Text and alternative texts of everything inside, for places that hold one line alone: cells, titles, labels. */
export function readLine(reading: PageReading, element: HtmlElement): Line {
  const { text, marks, images } = readInline(reading, element.childNodes);
  return text === '' ? { text: images.join(' '), marks: [] } : { text, marks };
}

function collect(reading: PageReading, nodes: readonly HtmlNode[], line: LineWriter, images: string[]): void {
  for (const node of nodes) {
    if (isText(node)) {
      noteSuspicious(reading, node.value);
      line.add(node.value);
    }
    if (!isElement(node)) continue;
    const tex = texOf(node);
    if (tex !== undefined) {
      if (node.tagName === 'script' || !isLeftOut(reading, node)) line.within('math', '', () => line.add(tex.text));
      continue;
    }
    if (node.tagName === 'br') line.add(' ');
    else if (node.tagName === 'img') collectImage(reading, node, line, images);
    else if (isBlock(reading, node)) {
      if (isLeftOut(reading, node)) continue;
      line.add(' ');
      collect(reading, node.childNodes, node.tagName === 'pre' ? unmarked(line) : line, images);
      line.add(' ');
    } else if (!isLeftOut(reading, node, true) && !isNoteReference(node)) {
      const kind = node.tagName === 'a' ? 'link' : MARK_OF_TAG.get(node.tagName);
      const href = kind === 'link' && hasAttribute(node, 'href') ? reading.resolveLink(attribute(node, 'href')) : '';
      if (kind === undefined || (kind === 'link' && href === '')) collect(reading, node.childNodes, line, images);
      else line.within(kind, href, () => collect(reading, node.childNodes, line, images));
    }
  }
}

/** Colours and styles within a block of code say nothing. */
function unmarked(line: LineWriter): LineWriter {
  return { ...line, within: (_kind, _href, write) => write() };
}

/** A raised number that leads to a note on the same page. */
function isNoteReference(element: HtmlElement): boolean {
  if (element.tagName !== 'sup' && element.tagName !== 'a') return false;
  const other = element.tagName === 'a' ? 'sup' : 'a';
  const inner = element.childNodes.filter(isElement);
  if (inner.length !== 1 || inner[0]!.tagName !== other) return false;
  const link = other === 'a' ? inner[0]! : element;
  return attribute(link, 'href').startsWith('#') && NOTE_MARK.test(rawText(element));
}

function collectImage(reading: PageReading, image: HtmlElement, line: LineWriter, images: string[]): void {
  if (isLeftOut(reading, image) || attribute(image, 'role') === 'presentation' || !hasAttribute(image, 'alt')) return;
  const alt = visibleText(reading, attribute(image, 'alt'));
  if (alt === '') return;
  if (classesOf(image).some((name) => /emoji/i.test(name))) line.add(alt);
  else images.push(alt);
}
