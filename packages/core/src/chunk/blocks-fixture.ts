import type { Block, TableBlock, TableCell } from '../types/block.ts';
import type { Page } from '../types/page.ts';

/** A table whose cells have no marks. */
export function tableOf(header: readonly string[], rows: readonly (readonly string[])[], caption = ''): TableBlock {
  return { type: 'table', caption, header: header.map(cellOf), rows: rows.map((row) => row.map(cellOf)) };
}

function cellOf(text: string): TableCell {
  return { text, marks: [] };
}

export function heading(depth: number, text: string, anchor = ''): Block {
  return { type: 'heading', depth, text, anchor };
}

export function paragraph(text: string): Block {
  return { type: 'paragraph', text, marks: [] };
}

export function pageOf(blocks: readonly Block[], title = 'Guide'): Page {
  const facets = { locale: 'en', version: '2.0', module: 'root' };
  return { url: 'https://docs.test/guide', title, sourceFile: 'guide.md', ...facets, blocks };
}
