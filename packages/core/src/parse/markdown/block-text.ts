import type { Block } from '../../types/block.ts';
import { joinLines, type Line } from '../write-line.ts';
import { foldText } from '../visible-text.ts';

/** All words of some blocks on one line, for places that hold text alone: headings, labels. Images speak only where no text does. */
export function lineText(blocks: readonly Block[]): string {
  return lineOf(blocks).text;
}

/** The same with its marks, for cells. */
export function lineOf(blocks: readonly Block[]): Line {
  const line = joinLines(blocks.flatMap(linesOf));
  return line.text === '' ? plain(blocks.flatMap(altsOf).join(' ')) : line;
}

function altsOf(block: Block): readonly string[] {
  return block.type === 'image' ? [block.alt] : childrenOf(block).flatMap((list) => list.flatMap(altsOf));
}

function linesOf(block: Block): readonly Line[] {
  switch (block.type) {
    case 'image':
      return [];
    case 'paragraph':
      return [block];
    case 'heading':
    case 'code':
    case 'math':
      return [plain(block.text)];
    case 'table':
      return [plain(block.caption), ...block.header, ...block.rows.flat()];
    case 'details':
      return [plain(block.summary), ...block.children.flatMap(linesOf)];
    case 'admonition':
      return [plain(block.title), ...block.children.flatMap(linesOf)];
    case 'definitions':
      return block.items.flatMap((item) => [plain(item.term), ...item.children.flatMap(linesOf)]);
    case 'tabs':
      return block.tabs.flatMap((tab) => [plain(tab.label), ...tab.children.flatMap(linesOf)]);
    default:
      return childrenOf(block).flatMap((list) => list.flatMap(linesOf));
  }
}

function plain(text: string): Line {
  return { text: foldText(text), marks: [] };
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
