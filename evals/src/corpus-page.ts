import type { Block, Page } from '@ibid/core/types';

/** Makes a page of plain text, with one paragraph per line, under an optional section heading. */
export function corpusPage(page: {
  readonly url: string;
  readonly title: string;
  readonly text: string;
  readonly heading?: string;
  readonly module?: string;
}): Page {
  const blocks: Block[] = [];
  if (page.heading !== undefined && page.heading !== '') {
    blocks.push({ type: 'heading', depth: 2, text: page.heading, anchor: '' });
  }
  for (const line of page.text.split('\n')) {
    const text = line.replace(/\s+/gu, ' ').trim();
    if (text !== '') blocks.push({ type: 'paragraph', text, marks: [] });
  }
  const path = new URL(page.url).pathname;
  const title = page.title === '' ? path : page.title;
  return { url: page.url, title, blocks, sourceFile: path, locale: 'en', version: '', module: page.module ?? 'root' };
}
