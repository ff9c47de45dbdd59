import { openStore, sha256Hex } from '@ibid/core';
import type {
  Chunk,
  ChunkStore,
  EmbeddingSpace,
  IndexedChunk,
  IndexedPage,
  IndexInfo,
  IndexSchema,
  Mark,
  PageVectors,
  StoreDriver,
} from '@ibid/core/types';
import { chunkId } from '@ibid/core/chunk';

/** Place where the store of one case keeps its data; if the store is durable, all drivers of a place see the same index. */
export interface StorePlace {
  driver(): StoreDriver;
  remove(): Promise<void>;
}

/** Short form of a passage: its terms are its words, split at spaces, so that a test can use any term. */
export interface PassageSketch {
  readonly heading: string;
  readonly text: string;
  readonly anchor?: string;
}

export interface PageSketch {
  /** Path of the URL on `https://docs.example.org`. */
  readonly path: string;
  readonly passages: readonly PassageSketch[];
  readonly title?: string;
  readonly revision?: string;
  readonly locale?: string;
  readonly version?: string;
  readonly module?: string;
}

export const SCHEMA: IndexSchema = { chunker: 'test-chunker@1', tokenizer: 'test-tokenizer@1' };
export const SPACE: EmbeddingSpace = { id: 'test/space@8', dimensions: 8, data: new Uint8Array([1, 2, 3]) };
export const PUBLISHED_AT = '2026-01-02T03:04:05.000Z';
export const START: { readonly schema: IndexSchema; readonly sourceId: string; readonly fresh: boolean } = {
  schema: SCHEMA,
  sourceId: 'test:docs',
  fresh: false,
};

export function urlOf(path: string): string {
  return `https://docs.example.org${path}`;
}

export function sketchPage(sketch: PageSketch): IndexedPage {
  const url = urlOf(sketch.path);
  const title = sketch.title ?? `Page ${sketch.path}`;
  const separator = '\n\n';
  const text = sketch.passages.map((passage) => passage.text).join(separator);
  const seen = new Map<string, number>();
  let start = 0;
  const chunks = sketch.passages.map((passage, position): IndexedChunk => {
    const index = seen.get(passage.heading) ?? 0;
    seen.set(passage.heading, index + 1);
    const end = start + passage.text.length;
    const chunk: Chunk = {
      id: chunkId(url, passage.heading, index),
      url,
      title,
      heading: passage.heading,
      headings: [passage.heading],
      anchor: passage.anchor ?? '',
      text: passage.text,
      start,
      end,
      lead: '',
      spans: [
        {
          kind: 'paragraph',
          start: 0,
          end: passage.text.length,
          group: position,
          ordinal: 0,
          language: '',
          depth: position,
        },
      ],
      marks: sketchMarks(passage.text, url),
      index,
      indexInSection: index,
      indexInPage: position,
      chunksInPage: sketch.passages.length,
      tokens: words(passage.text).length + 1,
      sourceFile: `${sketch.path.slice(1)}.md`,
      locale: sketch.locale ?? 'en',
      version: sketch.version ?? '',
      module: sketch.module ?? 'root',
    };
    start = end + separator.length;
    return {
      chunk,
      terms: { title: count(title), headings: count(passage.heading), body: count(passage.text) },
    };
  });
  return {
    url,
    title,
    revision: sketch.revision ?? '1',
    sourceFile: `${sketch.path.slice(1)}.md`,
    text,
    chunks,
    diagnostics: [{ severity: 'info', rule: 'test:note', message: `About ${sketch.path}`, page: url }],
  };
}

/** A mark inside another, and a link on the rest of the text: marks that differ in every field. */
function sketchMarks(text: string, url: string): readonly Mark[] {
  const middle = Math.floor(text.length / 2);
  if (middle === 0) return [];
  return [
    { kind: 'strong', start: 0, end: middle, href: '' },
    { kind: 'code', start: 0, end: 1, href: '' },
    { kind: 'link', start: middle, end: text.length, href: `${url}#part` },
  ];
}

function words(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}

function count(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const word of words(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** A vector of unit length made from the seed only. */
export function unitVector(seed: string, dimensions: number): Float32Array {
  let state = Number.parseInt(sha256Hex(seed).slice(0, 8), 16);
  const values = Float32Array.from({ length: dimensions }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32 - 0.5;
  });
  const length = Math.hypot(...values);
  return values.map((value) => value / length);
}

/** Vectors of a page made from its texts only; a passage without text, or a heading `-`, gets a zero vector. */
export function sketchVectors(page: IndexedPage, space: EmbeddingSpace = SPACE): PageVectors {
  const direction = (text: string): Float32Array =>
    text === '' || text === '-'
      ? new Float32Array(space.dimensions)
      : unitVector(`${space.id} ${text}`, space.dimensions);
  return {
    url: page.url,
    spaceId: space.id,
    passages: page.chunks.map(({ chunk }) => direction(chunk.text)),
    headings: page.chunks.map(({ chunk }) => direction(chunk.heading)),
  };
}

export async function putPages(
  store: ChunkStore,
  pages: readonly IndexedPage[],
  space: EmbeddingSpace = SPACE,
): Promise<void> {
  for (const page of pages) {
    await store.putPage(page);
    if (page.chunks.length > 0) await store.putVectors(sketchVectors(page, space));
  }
}

/** Publishes exactly these pages. */
export async function show(
  store: ChunkStore,
  pages: readonly IndexedPage[],
  space: EmbeddingSpace = SPACE,
): Promise<IndexInfo> {
  await store.beginBuild({ ...START, fresh: true });
  await putPages(store, pages, space);
  return store.publish({ space, publishedAt: PUBLISHED_AT });
}

export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const collected: T[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}

export async function openPlace(place: StorePlace): Promise<ChunkStore> {
  return openStore(place.driver());
}
