import type { HeadingBlock } from '../../spec/block.ts';

import { attribute, elementsUnder, isElement, isText, parentOf, rawText, type HtmlElement } from './dom.ts';
import type { PageReading } from './page-reading.ts';
import { readLine } from './read-inline.ts';

export function readHeading(reading: PageReading, heading: HtmlElement): HeadingBlock | undefined {
  const line = readLine(reading, heading).text;
  const text = endsWithMark(heading) ? line.replace(/\s*[#¶]$/, '') : line;
  if (text === '') return undefined;
  return { type: 'heading', depth: Number(heading.tagName.slice(1)), text, anchor: anchorOf(heading) };
}

/** Whether a link that shows only a mark ends the heading; a `#` of its own text, as in `C#`, stays. */
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
