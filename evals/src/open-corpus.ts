import { builtinEmbedder } from '@ibid/drivers/embedders/builtin';
import { memoryStore } from '@ibid/drivers/stores/memory';
import { createEngine, extractiveAnswerer, openStore, type ChunkStore, type Engine, type Page, type PageParser, type Source } from '@ibid/core';
import { ingest } from '@ibid/core/ingest';

export interface Corpus {
  readonly engine: Engine;
  readonly store: ChunkStore;
  readonly chunks: number;
}

/** Indexes ready-made pages with the product's own pipeline and opens an engine over them. */
export async function openCorpus(name: string, pages: readonly Page[]): Promise<Corpus> {
  const byUrl = new Map(pages.map((page) => [page.url, page]));
  const source: Source = {
    id: `corpus:${name}`,
    diagnostics: [],
    async *list() {
      for (const url of [...byUrl.keys()].sort()) yield { url, revision: '1' };
    },
    load: ({ url }) => {
      const { locale, version, module, title, sourceFile } = byUrl.get(url)!;
      const raw = { url, format: 'markdown', body: '', title, sourceFile, imports: {}, locale, version, module } as const;
      return Promise.resolve({ page: raw, diagnostics: [] });
    },
    close: () => Promise.resolve(),
  };
  const parser: PageParser = {
    parse: ({ url }) => Promise.resolve({ page: byUrl.get(url), diagnostics: [] }),
    close: () => Promise.resolve(),
  };
  const store = await openStore(memoryStore());
  const embedder = builtinEmbedder();
  const report = await ingest({ source, parser, store, embedder, now: () => new Date(0) });
  let run = 0;
  const engine = createEngine({ store, embedder, answerer: extractiveAnswerer(), newId: () => `run-${++run}` });
  return { engine, store, chunks: report.chunks };
}
