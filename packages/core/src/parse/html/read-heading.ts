import type { HeadingBlock } from '../../spec/block.ts';

import { attribute, elementsUnder, isElement, isText, parentOf, type HtmlElement } from './dom.ts';
import type { PageReading } from './page-reading.ts';
import { readLine } from './read-inline.ts';

export function readHeading(reading: PageReading, heading: HtmlElement): HeadingBlock | undefined {
  const text = readLine(reading, heading).replace(/\s*[#¶]$/, '');
  if (text === '') return undefined;
  return { type: 'heading', depth: Number(heading.tagName.slice(1)), text, anchor: anchorOf(heading) };
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
