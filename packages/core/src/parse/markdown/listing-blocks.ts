import type { Block } from '../../spec/block.ts';
import { foldText } from '../visible-text.ts';
import type { Flow } from './file-context.ts';
import { type ElementNode, textAttribute } from './mark-node.ts';

/** A numbered listing of the Rust book's mdBook preprocessor: the file's name above the code, number and caption below. */
export function listingBlocks(element: ElementNode, flow: Flow): readonly Block[] {
  const file = plain(textAttribute(element, 'file-name'));
  const number = textAttribute(element, 'number').trim();
  const caption = plain(textAttribute(element, 'caption'));
  const below = [number === '' ? '' : `Listing ${number}`, caption].filter((part) => part !== '').join(': ');
  return [
    ...(file === '' ? [] : [{ type: 'paragraph', text: `Filename: ${file}`, marks: [] } as const]),
    ...flow(element.children),
    ...(below === '' ? [] : [{ type: 'paragraph', text: below, marks: [] } as const]),
  ];
}

/** A caption is a line of Markdown in an attribute. */
function plain(text: string): string {
  return foldText(text.replace(/<\/?[a-z][^>]*>/gi, '').replace(/[`*]/g, ''));
}
