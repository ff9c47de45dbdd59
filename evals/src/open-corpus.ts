import { createEngine, extractiveAnswerer, openStore } from '@ibid/core';
import type { ChunkStore, Engine } from '@ibid/core/types';
import type { Page, PageParser, Source } from '@ibid/core/types';
import { ingest } from '@ibid/core/ingest';
import { inlineParser } from '@ibid/core/parse';
import { builtinEmbedder } from '@ibid/drivers/embedders/builtin';
import { localEmbedder } from '@ibid/drivers/embedders/local';
import { sqliteStore } from '@ibid/drivers/stores/sqlite';

export interface Corpus {
  readonly engine: Engine;
  readonly store: ChunkStore;
  readonly pages: number;
  readonly chunks: number;
}

/** Folder of a model to use instead of the built-in embedder. */
export const MODEL_FOLDER: string | undefined = process.env['IBID_EVAL_MODEL'];

/** Indexes a source with the product's own pipeline into `file` and opens an engine over it; closing the engine closes the store. */
export async function openSourceCorpus(
  source: Source,
  file: string,
  parser: PageParser = inlineParser(),
): Promise<Corpus> {
  const store = await openStore(sqliteStore({ file }));
  try {
    const embedder =
      MODEL_FOLDER === undefined
        ? builtinEmbedder()
        : await localEmbedder({ folder: MODEL_FOLDER, timeouts: { query: 60_000 } });
    const { chunks, pages } = await ingest({ source, parser, store, embedder, now: () => new Date(0) });
    let run = 0;
    const engine = createEngine({ store, embedder, answerer: extractiveAnswerer(), newId: () => `run-${++run}` });
    return { engine, store, chunks, pages: pages.found - pages.skipped - pages.failed };
  } catch (error) {
    await store.close();
    throw error;
  } finally {
    await source.close();
    await parser.close();
  }
}

/** The same for ready-made pages. */
export function openCorpus(name: string, pages: readonly Page[], file: string): Promise<Corpus> {
  const byUrl = new Map(pages.map((page) => [page.url, page]));
  const source: Source = {
    id: `corpus:${name}`,
    diagnostics: [],
    async *list() {
      for (const url of [...byUrl.keys()].sort()) yield { url, revision: '1' };
    },
    load: ({ url }) => {
      const { locale, version, module, title, sourceFile } = byUrl.get(url)!;
      const facets = { locale, version, module };
      const raw = { url, format: 'markdown', body: '', title, sourceFile, imports: {}, ...facets } as const;
      return Promise.resolve({ page: raw, diagnostics: [] });
    },
    close: () => Promise.resolve(),
  };
  const parser: PageParser = {
    parse: ({ url }) => Promise.resolve({ page: byUrl.get(url), diagnostics: [] }),
    close: () => Promise.resolve(),
  };
  return openSourceCorpus(source, file, parser);
}
