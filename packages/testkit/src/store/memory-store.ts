/**
 * A store in maps, for tests: nothing is kept after `close`, and every passage is scored for every query by the formulas that other
 * stores are compared with. Fine for some hundred passages.
 */
import { IbidError, pathKey } from '@ibid/core';
import type {
  BuildState,
  Chunk,
  EmbeddingCache,
  IndexedPage,
  IndexInfo,
  IndexSchema,
  PageInfo,
  PageVectors,
  StoreDriver,
} from '@ibid/core/types';
import { naiveSearch } from './naive-search.ts';

/** A page revision, never changed: the live generation and the build share it until the build has another. */
interface StoredPage {
  readonly page: IndexedPage;
  readonly vectors: ReadonlyMap<string, Pick<PageVectors, 'passages' | 'headings'>>;
}

interface Shown {
  readonly info: IndexInfo;
  readonly pages: ReadonlyMap<string, StoredPage>;
}

interface Build {
  readonly schema: IndexSchema;
  readonly sourceId: string;
  readonly pages: Map<string, StoredPage>;
}

export function memoryStore(): StoreDriver {
  let shown: Shown | undefined;
  let build: Build | undefined;

  const current = (): Build => {
    if (build === undefined) throw new IbidError('INVALID_REQUEST', 'No build is under way; call `beginBuild` first');
    return build;
  };

  return {
    name: 'memory',
    open: async () => undefined,
    close: async () => undefined,

    info: async () => structuredClone(shown?.info),
    search: async (query) => {
      if (shown === undefined) throw new IbidError('NOT_INDEXED', 'Nothing is indexed yet; run `ibid index` first');
      const { info, pages } = shown;
      return naiveSearch({ generation: info.generation, space: info.space, pages: withVectors(pages, info) }, query);
    },
    getChunks: async (ids) => {
      const chunks = new Map(
        sortedPages(shown?.pages).flatMap(({ page }) => page.chunks.map(({ chunk }) => [chunk.id, chunk])),
      );
      return ids.map((id) => structuredClone(chunks.get(id)));
    },
    getPage: async (path) => {
      const key = pathKey(path);
      const found = sortedPages(shown?.pages).find((stored) => pathKey(stored.page.url) === key);
      return found && { ...pageInfo(found), text: found.page.text, content: chunksOf(found) };
    },
    async *listPages() {
      for (const stored of sortedPages(shown?.pages)) yield pageInfo(stored);
    },
    async *readPages(from) {
      const after = from?.after;
      for (const stored of shown === undefined ? [] : withVectors(shown.pages, shown.info)) {
        if (after === undefined || stored.page.url > after) yield structuredClone(stored);
      }
    },
    terms: async (known) => {
      if (shown === undefined || shown.info.generation === known) return undefined;
      return { generation: shown.info.generation, terms: frequencies(shown.pages) };
    },
    // Nothing here was read back from anywhere, so nothing can have changed on the way.
    async *check() {},

    beginBuild: async ({ schema, sourceId, fresh }): Promise<BuildState> => {
      const resumed = !fresh && build !== undefined && sameSchema(build.schema, schema) && build.sourceId === sourceId;
      if (!resumed) {
        const reuse = !fresh && shown !== undefined && sameSchema(shown.info.schema, schema);
        build = { schema, sourceId, pages: new Map(reuse ? shown?.pages : []) };
      }
      const pages = sortedPages(build?.pages).map(({ page: { url, revision } }) => ({ url, revision }));
      return { resumed, pages };
    },
    putPage: async (page) => {
      current().pages.set(page.url, { page: structuredClone(page), vectors: new Map() });
    },
    deletePages: async (urls) => {
      for (const url of urls) current().pages.delete(url);
    },
    async *listBuild(filter) {
      // Read page by page, so that vectors put between two steps are seen.
      for (const { page } of sortedPages(current().pages)) {
        const stored = build?.pages.get(page.url);
        if (stored === undefined || !lacksVectors(stored, filter?.withoutVectorsIn)) continue;
        yield { url: page.url, chunks: chunksOf(stored) };
      }
    },
    putVectors: async ({ url, spaceId, passages, headings }) => {
      const { pages } = current();
      const stored = pages.get(url);
      if (stored === undefined) throw new IbidError('INVALID_REQUEST', `putVectors: the build has no page \`${url}\``);
      if (passages.length !== stored.page.chunks.length) {
        throw new IbidError(
          'INVALID_REQUEST',
          `putVectors: \`${url}\` has ${stored.page.chunks.length} chunks, but ${passages.length} vectors came`,
        );
      }
      const vectors = new Map(stored.vectors).set(spaceId, structuredClone({ passages, headings }));
      pages.set(url, { page: stored.page, vectors });
    },
    publish: async ({ space, publishedAt }) => {
      const { schema, sourceId, pages } = current();
      const info: IndexInfo = {
        generation: (shown?.info.generation ?? 0) + 1,
        schema,
        sourceId,
        pages: pages.size,
        chunks: [...pages.values()].reduce((sum, { page }) => sum + page.chunks.length, 0),
        space: structuredClone(space),
        publishedAt,
      };
      const kept = sortedPages(pages).map(({ page, vectors }): [string, StoredPage] => {
        const own = vectors.get(space.id);
        return [page.url, { page, vectors: new Map(own && [[space.id, own]]) }];
      });
      shown = { info, pages: new Map(kept) };
      build = undefined;
      return structuredClone(info);
    },
    abandonBuild: async () => {
      build = undefined;
    },

    cache: memoryCache(),
  };
}

function memoryCache(): EmbeddingCache {
  const vectors = new Map<string, Float32Array>();
  return {
    get: async (spaceId, hashes) => hashes.map((hash) => vectors.get(cacheKey(spaceId, hash))?.slice()),
    put: async (spaceId, entries) => {
      for (const { hash, vector } of entries) vectors.set(cacheKey(spaceId, hash), vector.slice());
    },
  };
}

function cacheKey(spaceId: string, hash: string): string {
  return JSON.stringify([spaceId, hash]);
}

function sameSchema(a: IndexSchema, b: IndexSchema): boolean {
  return a.chunker === b.chunker && a.tokenizer === b.tokenizer;
}

function sortedPages(pages: ReadonlyMap<string, StoredPage> | undefined): readonly StoredPage[] {
  return [...(pages?.values() ?? [])].sort((a, b) => (a.page.url < b.page.url ? -1 : 1));
}

function withVectors(
  pages: ReadonlyMap<string, StoredPage>,
  { space }: IndexInfo,
): { readonly page: IndexedPage; readonly vectors: PageVectors }[] {
  return sortedPages(pages).map(({ page, vectors }) => {
    const { passages, headings } = vectors.get(space.id) ?? { passages: [], headings: [] };
    return { page, vectors: { url: page.url, spaceId: space.id, passages, headings } };
  });
}

/** Number of passages that have each term. */
function frequencies(pages: ReadonlyMap<string, StoredPage>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { terms } of [...pages.values()].flatMap(({ page }) => page.chunks)) {
    const distinct = new Set([terms.title, terms.headings, terms.body].flatMap((field) => [...field.keys()]));
    for (const term of distinct) counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  return counts;
}

function chunksOf({ page }: StoredPage): Chunk[] {
  return page.chunks.map(({ chunk }) => structuredClone(chunk));
}

function pageInfo({ page }: StoredPage): PageInfo {
  const { url, revision, title, sourceFile } = page;
  // A page without text has no chunk with its facets.
  const { locale, version, module } = page.chunks[0]?.chunk ?? { locale: '', version: '', module: 'root' };
  return { url, revision, title, sourceFile, locale, version, module, chunks: page.chunks.length };
}

function lacksVectors({ page, vectors }: StoredPage, spaceId: string | undefined): boolean {
  return spaceId === undefined || (page.chunks.length > 0 && !vectors.has(spaceId));
}
