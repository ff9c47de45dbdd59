import type { MarkKind } from '../../types/mark.ts';
import { dropInvisible, ITEM_END, type Line, lineWriter, type LineWriter } from '../write-line.ts';
import {
  attribute,
  classesOf,
  closest,
  find,
  hasAttribute,
  type HtmlElement,
  type HtmlNode,
  type HtmlText,
  isElement,
  isText,
  parentOf,
  rawText,
} from './dom.ts';
import { hidingOf, isBlock, isLeftOut, noteSuspicious, type PageReading, visibleText } from './page-reading.ts';

/** Elements that say how their text looks. */
const MARK_OF_TAG: ReadonlyMap<string, Exclude<MarkKind, 'link' | 'math'>> = new Map([
  ['code', 'code'],
  ['kbd', 'code'],
  ['samp', 'code'],
  ['tt', 'code'],
  ['strong', 'strong'],
  ['b', 'strong'],
  ['em', 'emphasis'],
  ['i', 'emphasis'],
  ['sub', 'sub'],
  ['sup', 'sup'],
]);

/** Text and marks of everything inside, for places that hold one line alone: cells, titles, labels. Images speak only where no text does. */
export function readLine(reading: PageReading, element: HtmlElement): Line {
  const images: string[] = [];
  const line = lineWriter();
  collectLine(reading, element.childNodes, line, images);
  const taken = line.take();
  return taken.text === '' ? { text: images.join(' '), marks: [] } : taken;
}

/**
 * Adds the nodes to a line, and the alternative texts of their images to `images`, empty ones left out. `onBlock` is called for blocks and
 * displayed formulas among them; without it they are set apart by a space, and items of lists by a semicolon.
 */
export function collectLine(
  reading: PageReading,
  nodes: readonly HtmlNode[],
  line: LineWriter,
  images: string[],
  onBlock?: (element: HtmlElement, tex?: string) => void,
): void {
  let isFirstItem = true;
  for (const node of nodes) {
    if (isText(node)) addText(reading, node, line);
    if (!isElement(node)) continue;
    const note = reading.notes.get(node);
    if (note !== undefined) {
      if (!reading.referred.has(note)) reading.due.push(note);
      reading.referred.add(note);
      continue;
    }
    const tex = texOf(node);
    const kind = node.tagName === 'a' ? 'link' : MARK_OF_TAG.get(node.tagName);
    if (tex?.display === true && onBlock !== undefined) onBlock(node, tex.text);
    else if (tex !== undefined) {
      if (node.tagName === 'script' || !isLeftOut(reading, node)) line.within('math', '', () => line.add(tex.text));
    } else if (node.tagName === 'br') line.add(' ');
    else if (node.tagName === 'img') collectImage(reading, node, line, images);
    else if (isTaskMark(node)) line.add(taskMark(hasAttribute(node, 'checked')));
    else if (isBlock(reading, node) && (onBlock === undefined || kind === undefined)) {
      if (onBlock !== undefined) onBlock(node);
      else if (!isLeftOut(reading, node)) {
        const isItem = node.tagName === 'li' && node.childNodes.length > 0;
        line.add(isItem && !isFirstItem ? ITEM_END : ' ');
        if (isItem) isFirstItem = false;
        collectLine(reading, node.childNodes, node.tagName === 'pre' ? unmarked(line) : line, images);
        line.add(' ');
      }
    } else if (!isLeftOut(reading, node, !isBlock(reading, node)) && !isReference(node)) {
      const href = kind === 'link' && hasAttribute(node, 'href') ? reading.resolveLink(attribute(node, 'href')) : '';
      const collect = (): void => collectLine(reading, node.childNodes, line, images, onBlock);
      if (kind === undefined || (kind === 'link' && href === '')) collect();
      else line.within(kind, href, collect);
    }
  }
}

/** Text, in which scripts in the reader's browser render what stands between `\\(` and `\\)`, except in code. */
function addText(reading: PageReading, node: HtmlText, line: LineWriter): void {
  noteSuspicious(reading, node.value);
  const parts = node.value.split(/\\\(([^]{1,400}?)\\\)/);
  const around = node.parentNode;
  const isCode = parts.length > 1 && isElement(around) && closest(around, 'code, pre, kbd, samp, tt') !== undefined;
  for (const [at, part] of (isCode ? [node.value] : parts).entries()) {
    if (at % 2 === 0) line.add(part);
    else if (!isCertainTex(part)) line.add(`\\(${part}\\)`);
    else line.within('math', '', () => line.add(visibleTex(part)));
  }
}

/** Sign of a task in a list, which says whether it is done. */
export function taskMark(isDone: boolean): string {
  return isDone ? '☑ ' : '☐ ';
}

/** True for the box of a task in a list, which readers cannot change; a paragraph or label may be around it. */
function isTaskMark(node: HtmlElement): boolean {
  if (node.tagName !== 'input' || attribute(node, 'type') !== 'checkbox' || !hasAttribute(node, 'disabled'))
    return false;
  if (hidingOf(node) === 'unseen') return false;
  const around = parentOf(node);
  return around?.tagName === 'li' || (around !== undefined && parentOf(around)?.tagName === 'li');
}

/** Colours and styles within a block of code say nothing. */
function unmarked(line: LineWriter): LineWriter {
  return { ...line, within: (_kind, _href, write) => write() };
}

const NOTE_MARK = /^\s*[[(]?\s*(?:\d{1,3}|[a-z*†‡§¶])\s*[\])]?\s*$/i;

/** True for the number or sign of a note on the same page, which is raised: a link in a `sup`, or a `sup` in a link. */
function isReference(element: HtmlElement): boolean {
  const [inner, ...others] = element.childNodes.filter(isElement);
  if (inner === undefined || others.length > 0 || !/^(?:sup a|a sup)$/.test(`${element.tagName} ${inner.tagName}`))
    return false;
  const href = attribute(inner.tagName === 'a' ? inner : element, 'href');
  return href.startsWith('#') && NOTE_MARK.test(rawText(element));
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
  if (tagName === 'p') {
    const text = element.childNodes.length === 1 ? rawText(element) : '';
    return isCertainTex(text) ? delimited(text, '\\[') : undefined;
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
function delimited(content: string, start = '\\'): Tex | undefined {
  if (!content.trimStart().startsWith(start)) return undefined;
  const match = /^\s*\\(?:\(([\s\S]*)\\\)|\[([\s\S]*)\\\])\s*$/.exec(content);
  if (match === null) return undefined;
  return { text: visibleTex(match[1] ?? match[2] ?? ''), display: match[2] !== undefined };
}

/** A command of more than one letter, which patterns have, or what stands raised or lowered at a single letter. */
export function isCertainTex(content: string): boolean {
  return /\\[a-zA-Z]{2}|(?<![\p{L}\p{N}_])\p{L}[_^]/u.test(content);
}

function visibleTex(source: string): string {
  return dropInvisible(source).trim();
}
