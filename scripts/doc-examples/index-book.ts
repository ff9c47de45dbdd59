import { openStore } from '@ibid/core';
import { ingest, type IngestOptions, type IngestReport } from '@ibid/core/ingest';
import { inlineParser } from '@ibid/core/parse';
import { builtinEmbedder } from '@ibid/drivers/embedders/builtin';
import { markdownSource } from '@ibid/drivers/sources/markdown';
import { sqliteStore } from '@ibid/drivers/stores/sqlite';
import { join } from 'node:path';

export const EXAMPLE_BOOK: string = join(import.meta.dirname, '../../examples/physical-ai-book/docs');
/** When everything in the examples happens. */
export const EXAMPLE_TIME: Date = new Date('2026-01-02T03:04:05.678Z');

/** The sample textbook, or other Markdown, into the index `file`, as `ibid index` does: with a store of its own, while answers come from another one. */
export async function indexBook(
  file: string,
  call: Pick<IngestOptions, 'onProgress' | 'signal' | 'fresh' | 'allowShrink'> = {},
  root: string = EXAMPLE_BOOK,
): Promise<IngestReport> {
  await using cleanup = new AsyncDisposableStack();
  const source = cleanup.adopt(markdownSource({ root }), (opened) => opened.close());
  await using store = await openStore(sqliteStore({ file }));
  const embedder = builtinEmbedder();
  return await ingest({ ...call, source, parser: inlineParser(), store, embedder, now: () => EXAMPLE_TIME });
}
