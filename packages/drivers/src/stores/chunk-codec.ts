/**
 * Form in which index files hold a chunk: arrays without the data of its page, which are the URL, the facets, the text (a slice of the page's
 * text), and title and source file if they are the page's own (`0`). Positions are part of the formats of both stores that use it.
 */
import type { Chunk, Facets, IndexedPage, Mark, Span } from '@ibid/core/types';

/** The data that the chunks of a page share. */
export interface PageFrame extends Facets {
  readonly url: string;
  readonly title: string;
  readonly sourceFile: string;
  readonly text: string;
}

/** The facets of a page; one without text has no chunk to take them from. */
export function facetsOf({ chunks }: Pick<IndexedPage, 'chunks'>): Facets {
  const { locale, version, module } = chunks[0]?.chunk ?? { locale: '', version: '', module: 'root' };
  return { locale, version, module };
}

const OWN = [
  'heading',
  'headings',
  'anchor',
  'start',
  'end',
  'lead',
  'index',
  'indexInSection',
  'indexInPage',
  'chunksInPage',
  'tokens',
] as const;
const SPAN = ['kind', 'start', 'end', 'group', 'ordinal', 'language', 'depth'] as const;
const MARK = ['kind', 'start', 'end', 'href'] as const;

export type PackedChunk = readonly [
  own: readonly unknown[],
  spans: readonly (readonly unknown[])[],
  marks: readonly (readonly unknown[])[],
  title: string | 0,
  sourceFile: string | 0,
];

export function packChunk(chunk: Chunk, frame: Pick<PageFrame, 'title' | 'sourceFile'>): PackedChunk {
  return [
    valuesOf(chunk, OWN),
    chunk.spans.map((span) => valuesOf(withLength(span), SPAN)),
    chunk.marks.map((mark) => valuesOf(withLength(mark), MARK)),
    chunk.title === frame.title ? 0 : chunk.title,
    chunk.sourceFile === frame.sourceFile ? 0 : chunk.sourceFile,
  ];
}

export function unpackChunk(
  [values, spans, marks, title, sourceFile]: PackedChunk,
  frame: PageFrame,
): Omit<Chunk, 'id'> {
  const own = withKeys<Pick<Chunk, (typeof OWN)[number]>>(OWN, values);
  const { url, locale, version, module } = frame;
  return {
    url,
    locale,
    version,
    module,
    ...own,
    text: frame.text.slice(own.start, own.end),
    title: title === 0 ? frame.title : title,
    sourceFile: sourceFile === 0 ? frame.sourceFile : sourceFile,
    spans: spans.map((span) => withEnd(withKeys<Span>(SPAN, span))),
    marks: marks.map((mark) => withEnd(withKeys<Mark>(MARK, mark))),
  };
}

/** Lengths repeat more often than ends, so files with them are smaller. */
function withLength<T extends { readonly start: number; readonly end: number }>(part: T): T {
  return { ...part, end: part.end - part.start };
}

function withEnd<T extends { readonly start: number; readonly end: number }>(part: T): T {
  return { ...part, end: part.start + part.end };
}

function valuesOf<T>(record: T, keys: readonly (keyof T)[]): readonly unknown[] {
  return keys.map((key) => record[key]);
}

function withKeys<T>(keys: readonly (keyof T)[], values: readonly unknown[]): T {
  return Object.fromEntries(keys.map((key, i) => [key, values[i]])) as T;
}
