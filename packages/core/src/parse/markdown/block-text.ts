import type { Block } from '../../spec/block.ts';
import { foldText } from '../visible-text.ts';

/** All words of some blocks on one line, for places that hold text alone: cells, headings, labels. Images speak only where no text does. */
export function lineText(blocks: readonly Block[]): string {
  const text = wordsOf(blocks);
  return text === '' ? blocks.flatMap(altsOf).join(' ') : text;
}

function wordsOf(blocks: readonly Block[]): string {
  return foldText(blocks.map(one).join(' '));
}

function altsOf(block: Block): readonly string[] {
  return block.type === 'image' ? [block.alt] : childrenOf(block).flatMap((list) => list.flatMap(altsOf));
}

function one(block: Block): string {
  switch (block.type) {
    case 'image':
      return '';
    case 'heading':
    case 'paragraph':
    case 'code':
    case 'math':
      return block.text;
    case 'table':
      return [block.header, ...block.rows].flat().join(' ');
    case 'details':
      return [block.summary, wordsOf(block.children)].join(' ');
    case 'admonition':
      return [block.title, wordsOf(block.children)].join(' ');
    case 'definitions':
      return block.items.map((item) => `${item.term} ${wordsOf(item.children)}`).join(' ');
    case 'tabs':
      return block.tabs.map((tab) => `${tab.label} ${wordsOf(tab.children)}`).join(' ');
    default:
      return childrenOf(block).map(wordsOf).join(' ');
  }
}

function childrenOf(block: Block): readonly (readonly Block[])[] {
  switch (block.type) {
    case 'list':
      return block.items;
    case 'tabs':
      return block.tabs.map((tab) => tab.children);
    case 'definitions':
      return block.items.map((item) => item.children);
    case 'quote':
    case 'details':
    case 'admonition':
      return [block.children];
    default:
      return [];
  }
}
