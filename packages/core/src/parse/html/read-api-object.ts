import type { Block, HeadingBlock } from '../../spec/block.ts';

import { attribute, classesOf, isElement, parentOf, type HtmlElement, type HtmlNode } from './dom.ts';
import { isLeftOut, type PageReading } from './page-reading.ts';
import { readLine } from './read-inline.ts';

/**
 * A description list in which Sphinx describes a function, class or option: each term carries the id that readers link to, so it
 * opens a section one level below the one around it, whose heading is put again for what follows. `undefined` for any other list.
 */
export function readApiObject(
  reading: PageReading,
  list: HtmlElement,
  readBlocks: (reading: PageReading, nodes: readonly HtmlNode[]) => Block[],
): readonly Block[] | undefined {
  const isObject = list.childNodes.some(
    (node) => isElement(node) && node.tagName === 'dt' && classesOf(node).some((name) => name.startsWith('sig')),
  );
  if (!isObject) return undefined;
  const depth = Math.min(6, depthAround(list) + 1);
  const around = reading.section;
  const blocks: Block[] = [];
  for (const part of list.childNodes) {
    if (!isElement(part) || isLeftOut(reading, part)) continue;
    if (part.tagName === 'dt') {
      const { text } = readLine(reading, part);
      if (text === '') continue;
      reading.section = { type: 'heading', depth, text, anchor: attribute(part, 'id') };
      blocks.push(reading.section);
    } else if (part.tagName === 'dd') blocks.push(...readBlocks(reading, part.childNodes));
  }
  reading.section = around;
  if (around !== undefined) {
    const again: HeadingBlock = { ...around };
    reading.resumed.add(again);
    blocks.push(again);
  }
  return blocks;
}

/** Without the headings put again that nothing follows. */
export function withoutIdleHeadings({ resumed }: PageReading, blocks: readonly Block[]): Block[] {
  return blocks.filter((block, index) => !resumed.has(block) || (blocks[index + 1] ?? block).type !== 'heading');
}

function depthAround(list: HtmlElement): number {
  let depth = 0;
  for (let ancestor = parentOf(list); ancestor !== undefined; ancestor = parentOf(ancestor)) {
    if (ancestor.tagName === 'section' || ancestor.tagName === 'dl' || classesOf(ancestor).includes('section'))
      depth += 1;
  }
  return Math.max(1, depth);
}
