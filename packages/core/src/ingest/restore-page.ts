import { termCounts } from '../chunk/index.ts';
import type { IndexedPage } from '../types/store.ts';
import { pathKey } from '../url/path-key.ts';
import { isSameSchema, putPage, type Run } from './run.ts';

/**
 * Puts the content on show back into the build, for a page whose new content cannot be used. `undefined` when there is
 * none, or when it was made by another chunker.
 */
export async function restorePage(run: Run, url: string): Promise<IndexedPage | undefined> {
  if (!run.shown.pages.has(url) || !isSameSchema(run.shown.info?.schema)) return undefined;
  const page = await run.options.store.getPage(pathKey(url), run.call);
  if (page === undefined || page.url !== url) return undefined;
  const restored: IndexedPage = {
    url,
    title: page.title,
    revision: page.revision,
    sourceFile: page.sourceFile,
    text: page.text,
    chunks: page.content.map((chunk) => ({ chunk, terms: termCounts(chunk) })),
    diagnostics: [],
  };
  await putPage(run, restored);
  return restored;
}
