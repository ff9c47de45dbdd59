import { dropInvisible, isNoteReference, type Line, lineWriter, type LineWriter, MARK_OF_TAG } from '../write-line.ts';
import {
  attribute,
  classesOf,
  find,
  hasAttribute,
  type HtmlElement,
  type HtmlNode,
  isElement,
  isText,
  rawText,
} from './dom.ts';
import { isBlock, isLeftOut, noteSuspicious, type PageReading, visibleText } from './page-reading.ts';

interface Inline extends Line {
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
    } else if (!isLeftOut(reading, node, true) && !isReference(node)) {
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

function isReference(element: HtmlElement): boolean {
  const [inner, ...others] = element.childNodes.filter(isElement);
  if (inner === undefined || others.length > 0) return false;
  const href = attribute(inner.tagName === 'a' ? inner : element, 'href');
  return isNoteReference(element.tagName, inner.tagName, href, rawText(element));
}

function collectImage(reading: PageReading, image: HtmlElement, line: LineWriter, images: string[]): void {
  if (isLeftOut(reading, image) || attribute(image, 'role') === 'presentation' || !hasAttribute(image, 'alt')) return;
  const alt = visibleText(reading, attribute(image, 'alt'));
  if (alt === '') return;
  if (classesOf(image).some((name) => /emoji/i.test(name))) line.add(alt);
  else images.push(alt);
}

interface Tex {
  readonly text: string;
  readonly display: boolean;
}

/**
 * TeX source of an element that KaTeX, MathJax or MathML made; `undefined` for any other element. The empty text means that
 * the element is a rendering whose source is elsewhere.
 */
export function texOf(element: HtmlElement): Tex | undefined {
  const { tagName } = element;
  if (tagName === 'script') {
    const type = attribute(element, 'type');
    return type.startsWith('math/tex')
      ? { text: visibleTex(rawText(element)), display: type.includes('mode=display') }
      : undefined;
  }
  if (tagName !== 'span' && tagName !== 'div' && tagName !== 'math' && tagName !== 'mjx-container') return undefined;
  const classes = classesOf(element);
  const isKatex = classes.includes('katex') || classes.includes('katex-display');
  if (!isKatex && tagName !== 'math' && tagName !== 'mjx-container') {
    if (classes.includes('math') || classes.includes('arithmatex')) return delimited(rawText(element));
    const isPreview = classes.some((name) => /^MathJax(?:_|$)/.test(name)) && !classes.includes('MathJax_ignore');
    return isPreview ? { text: '', display: false } : undefined;
  }
  const display =
    classes.includes('katex-display') ||
    attribute(element, 'display') === 'block' ||
    attribute(element, 'display') === 'true';
  const source = find(element, 'annotation[encoding="application/x-tex"]');
  if (source !== undefined) return { text: visibleTex(rawText(source)), display };
  const described = attribute(element, 'alttext') || attribute(find(element, 'math[alttext]') ?? element, 'alttext');
  return {
    text: described === '' ? visibleTex(rawText(find(element, 'mjx-assistive-mml') ?? element)) : visibleTex(described),
    display,
  };
}

/** TeX that a script renders in the reader's browser; other content of such elements is read as it is. */
function delimited(content: string): Tex | undefined {
  const match = /^\s*\\(?:\(([\s\S]*)\\\)|\[([\s\S]*)\\\])\s*$/.exec(content);
  if (match === null) return undefined;
  return { text: visibleTex(match[1] ?? match[2] ?? ''), display: match[2] !== undefined };
}

function visibleTex(source: string): string {
  return dropInvisible(source).trim();
}
