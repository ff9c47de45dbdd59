import { chunkPage } from '../../chunk/chunk-page.ts';
import { parsePage } from '../../parse/parse-page.ts';
import { rawPage } from '../../parse/testing/read-page.ts';
import type { Chunk } from '../../types/chunk.ts';
import type { Page } from '../../types/page.ts';
import { pageMarkdown } from '../page-markdown.ts';

export function written(page: Page): string {
  const { text, chunks } = chunkPage(page);
  return pageMarkdown({ url: page.url, title: page.title, text, content: chunks });
}

/** Passages of the page after it was written as Markdown and read again. */
export function readBack(page: Page): readonly Chunk[] {
  const { url, sourceFile } = page;
  const { page: read } = parsePage(rawPage('markdown', written(page), { url, sourceFile }));
  return chunkPage(read!).chunks;
}

export function ids(chunks: readonly Chunk[]): readonly string[] {
  return chunks.map(({ id, anchor }) => `${id}#${anchor}`);
}
