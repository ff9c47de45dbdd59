/**
 * The pages written by `kill-writer.ts`, as a function of the round alone, so that `kill.long.test.ts` can check them. Each round puts
 * half of the pages and deletes one.
 */
import type { EmbeddingSpace, IndexedChunk, IndexedPage, PageVectors } from '@ibid/core/types';
import { chunkId } from '@ibid/core/chunk';

export const KILL_PAGES = 8;
export const KILL_BUILD = {
  schema: { chunker: 'kill@1', tokenizer: 'kill@1' },
  sourceId: 'test:kill',
  fresh: false,
} as const;
export const KILL_SPACE: EmbeddingSpace = { id: 'test/kill@4', dimensions: 4, data: new Uint8Array() };

export function killUrl(page: number): string {
  return `https://docs.example.org/page/${page}`;
}

/** The pages put in a round, in order, and the page deleted at its end. */
export function killPlan(round: number): { readonly put: readonly number[]; readonly deleted: number } {
  const put = Array.from({ length: KILL_PAGES }, (_, page) => page).filter((page) => (page + round) % 2 === 0);
  return { put, deleted: round % KILL_PAGES };
}

/** Maps each page to the round that wrote it, in the generation published by `round`. */
export function killState(round: number): ReadonlyMap<number, number> {
  const state = new Map<number, number>();
  for (let done = 1; done <= round; done++) {
    const { put, deleted } = killPlan(done);
    for (const page of put) state.set(page, done);
    state.delete(deleted);
  }
  return state;
}

export function killPage(page: number, round: number): IndexedPage {
  const url = killUrl(page);
  const texts = Array.from(
    { length: 1 + ((page + round) % 4) },
    (_, i) => `page${page} round${round} part${i} ${'more words '.repeat(20)}end`,
  );
  const text = texts.join('\n');
  let start = 0;
  const chunks = texts.map((part, i): IndexedChunk => {
    const end = start + part.length;
    const chunk: IndexedChunk['chunk'] = {
      id: chunkId(url, 'Heading', i),
      url,
      title: `Page ${page}`,
      heading: 'Heading',
      headings: ['Heading'],
      anchor: 'heading',
      text: part,
      start,
      end,
      lead: '',
      spans: [],
      marks: [],
      index: i,
      indexInSection: i,
      indexInPage: i,
      chunksInPage: texts.length,
      tokens: 1,
      sourceFile: `page/${page}.md`,
      locale: '',
      version: '',
      module: 'root',
    };
    start = end + 1;
    const terms = { title: new Map(), headings: new Map(), body: new Map(part.split(' ').map((word) => [word, 1])) };
    return { chunk, terms };
  });
  return {
    url,
    title: `Page ${page}`,
    revision: String(round),
    sourceFile: `page/${page}.md`,
    text,
    chunks,
    diagnostics: [],
  };
}

export function killVectors({ url, chunks }: IndexedPage): PageVectors {
  const passages = chunks.map((_, i) => Float32Array.from([0, 1, 2, 3], (j) => (i % 4 === j ? 1 : 0)));
  return { url, spaceId: KILL_SPACE.id, passages, headings: passages };
}
