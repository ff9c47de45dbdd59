/**
 * The article's elements to the block tree of `types/block.ts`.
 *
 * Adjacent text and inline elements become one paragraph; block elements that mean nothing of their own are passed
 * through. The recursion here goes as deep as the tree, which `readDocument` has capped.
 */
import type { Block } from '../../types/block.ts';
import {
  attribute,
  createText,
  elementsUnder,
  find,
  type HtmlElement,
  type HtmlNode,
  isElement,
  isText,
  matches,
  parentOf,
  rawText,
} from './dom.ts';
import { lineWriter } from '../write-line.ts';
import { isLeftOut, type PageReading } from './page-reading.ts';
import { readAdmonition, readApiObject, readCode, readTabs } from './read-components.ts';
import { readDefinitions, readList, readTable } from './read-containers.ts';
import { collectLine, readLine, taskMark } from './read-inline.ts';

export function readBlocks(reading: PageReading, nodes: readonly HtmlNode[]): Block[] {
  const blocks: Block[] = [];
  const images: string[] = [];
  const line = lineWriter();
  const dueAround = reading.due;
  reading.due = [];
  /** Footnotes follow the block that refers to them, as a list; one that announces the next block, behind that. */
  const addNotes = (isEnd = false): void => {
    const last = blocks.at(-1);
    const announces = last?.type === 'paragraph' && /[:：]$/.test(last.text);
    if (reading.due.length === 0 || reading.isNote || (announces && !isEnd)) return;
    reading.isNote = true;
    const items: Block[][] = [];
    // Reading a note may add those that it refers to, which the loop then reaches too.
    for (const note of reading.due) items.push(readBlocks(reading, note.childNodes));
    reading.isNote = false;
    reading.due = [];
    const filled = items.filter((item) => item.length > 0);
    if (filled.length > 0) blocks.push({ type: 'list', ordered: false, start: 1, items: filled });
  };
  /** One line of text; images inside it follow it. */
  const endLine = (): void => {
    const { text, marks } = line.take();
    if (text !== '') blocks.push({ type: 'paragraph', text, marks });
    for (const alt of images.splice(0)) blocks.push({ type: 'image', alt });
    addNotes();
  };
  const onBlock = (element: HtmlElement, tex?: string): void => {
    endLine();
    if ((tex === undefined || element.tagName !== 'script') && isLeftOut(reading, element)) return;
    if (tex !== undefined) return void (tex !== '' && blocks.push({ type: 'math', text: tex }));
    const own = readBlock(reading, element);
    if (own !== undefined) {
      blocks.push(...own);
      return addNotes();
    }
    collectLine(reading, element.childNodes, line, images, onBlock);
    endLine();
  };
  collectLine(reading, nodes, line, images, onBlock);
  endLine();
  addNotes(true);
  for (const note of reading.due) dueAround.push(note);
  reading.due = dueAround;
  return blocks;
}

/** Blocks of an element that has a meaning of its own; `undefined` for one that only holds others. */
function readBlock(reading: PageReading, element: HtmlElement): readonly Block[] | undefined {
  const special = readSpecial(reading, element);
  if (special !== undefined) return special;
  switch (element.tagName) {
    case 'h1':
    case 'h2':
    case 'h3':
    case 'h4':
    case 'h5':
    case 'h6':
      return readHeading(reading, element);
    case 'pre':
      return readCode(reading, element);
    case 'ul':
    case 'ol':
    case 'menu':
      return readList(reading, element);
    case 'table':
      return readTable(reading, element);
    case 'dl':
      return readApiObject(reading, element) ?? readDefinitions(reading, element);
    case 'details':
      return readDetails(reading, element);
    case 'label':
      return reading.isQuiz ? readChoice(reading, element) : undefined;
    case 'fieldset':
      return readQuiz(reading, element);
    case 'blockquote':
      return readQuote(reading, element);
    default:
      return undefined;
  }
}

/** Blocks of an element that the generator's rules treat specially; `undefined` for any other. */
function readSpecial(reading: PageReading, element: HtmlElement): readonly Block[] | undefined {
  const { rules } = reading;
  for (const rule of rules.tabs) {
    if (!matches(element, rule.match)) continue;
    const tabs = readTabs(reading, element, rule);
    if (tabs !== undefined) return tabs;
  }
  // `details` may carry the classes of an admonition; it still folds.
  if (element.tagName !== 'details') {
    for (const rule of rules.admonitions) {
      if (!matches(element, rule.match)) continue;
      const admonition = readAdmonition(reading, element, rule);
      return admonition.title === '' && admonition.children.length === 0 ? [] : [admonition];
    }
  }
  for (const rule of rules.code) {
    if (!matches(element, rule.match)) continue;
    const blocks = preformatted(reading, element);
    if (blocks.length > 0) return blocks.flatMap((pre) => readCode(reading, pre, element, rule));
  }
  if (matches(element, rules.quotes)) return readQuote(reading, element);
  return undefined;
}

/** The innermost `pre` elements under `wrapper`, those in left-out parts such as line numbers left out too. */
function preformatted(reading: PageReading, wrapper: HtmlElement): readonly HtmlElement[] {
  if (wrapper.tagName === 'pre' && find(wrapper, 'pre') === undefined) return [wrapper];
  const found: HtmlElement[] = [];
  const open: HtmlElement[] = [wrapper];
  for (let element = open.pop(); element !== undefined; element = open.pop()) {
    if (element !== wrapper && isLeftOut(reading, element)) continue;
    if (element.tagName === 'pre' && find(element, 'pre') === undefined) found.push(element);
    else open.push(...element.childNodes.filter(isElement).toReversed());
  }
  return found;
}

function readDetails(reading: PageReading, details: HtmlElement): readonly Block[] {
  const summary = details.childNodes.find((node) => isElement(node) && node.tagName === 'summary');
  const children = readBlocks(
    reading,
    details.childNodes.filter((node) => node !== summary),
  );
  const text = summary !== undefined && isElement(summary) ? readLine(reading, summary).text : '';
  if (text === '' && children.length === 0) return [];
  return [{ type: 'details', summary: text, children }];
}

function readQuiz(reading: PageReading, fieldset: HtmlElement): readonly Block[] | undefined {
  if (reading.isQuiz || find(fieldset, 'input[type=radio]') === undefined) return undefined;
  reading.isQuiz = true;
  const children = readBlocks(reading, fieldset.childNodes);
  reading.isQuiz = false;
  return children.length === 0 ? [] : [{ type: 'admonition', kind: 'exercise', title: '', children }];
}

/** A choice of a quiz is an item of its own, so that it is no statement of the page. */
function readChoice(reading: PageReading, label: HtmlElement): readonly Block[] {
  if (readLine(reading, label).text === '') return [];
  const item = readBlocks(reading, [createText(taskMark(false)), ...label.childNodes]);
  return [{ type: 'list', ordered: false, start: 1, items: [item] }];
}

function readQuote(reading: PageReading, quote: HtmlElement): readonly Block[] {
  const children = readBlocks(reading, quote.childNodes);
  return children.length === 0 ? [] : [{ type: 'quote', children }];
}

function readHeading(reading: PageReading, heading: HtmlElement): readonly Block[] {
  const line = readLine(reading, heading).text;
  const text = endsWithMark(heading) ? line.replace(/\s*[#¶]$/, '') : line;
  if (text === '') return [];
  reading.section = { type: 'heading', depth: Number(heading.tagName.slice(1)), text, anchor: anchorOf(heading) };
  return [reading.section];
}

/** True if a link that shows only a mark ends the heading; a `#` of its own text, as in `C#`, stays. */
function endsWithMark(heading: HtmlElement): boolean {
  for (const inner of elementsUnder(heading)) {
    if (inner.tagName === 'a' && /^[\s\u200b]*[#¶][\s\u200b]*$/.test(rawText(inner))) return true;
  }
  return false;
}

/** The id that a link to the heading uses: its own, one inside it, or that of the section it opens. */
function anchorOf(heading: HtmlElement): string {
  const own = attribute(heading, 'id');
  if (own !== '') return own;
  for (const inner of elementsUnder(heading)) {
    const id = attribute(inner, 'id') || (inner.tagName === 'a' ? attribute(inner, 'name') : '');
    if (id !== '') return id;
  }
  const parent = parentOf(heading);
  if (parent === undefined) return '';
  const opens = parent.childNodes.find(
    (node) => (isText(node) && node.value.trim() !== '') || (isElement(node) && node.tagName !== 'span'),
  );
  if (opens !== heading) return '';
  const isSection = parent.tagName === 'section' || attribute(parent, 'class').split(/\s+/).includes('section');
  if (isSection || attribute(parent, 'class').includes('heading-wrapper')) return attribute(parent, 'id');
  return '';
}
